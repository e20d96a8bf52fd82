/// The figures of chapter 3, in the order in which its text shows them.
#pragma once

#include <span>
#include <vector>

#include "plots/plot.hpp"

namespace attn::chapters {

/// The scores on float32's number line, as given and with the largest subtracted.
fig::Figure window_figure(std::span<const double> scores);

/// e^x and where it leaves each of the four formats.
fig::Figure limits_figure();

/// Each score's share in each format, by the naive and by the stable form.
fig::Figure formats_figure(std::span<const double> scores);

/// The share of x beside x - 1 in float32, naive above stable, for x on both sides of 0.
fig::Figure edges_figure();

/// How far a share is off, in units of its last place, when the larger score is about x;
/// NaN where there is no share.
struct RoundingErrors {
    double x;
    double naive, stable;
};

fig::Figure errors_figure(const std::vector<RoundingErrors>& errors);

}  // namespace attn::chapters

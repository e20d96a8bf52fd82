/// The figures of chapter 3, in the order in which its text shows them.
#pragma once

#include <span>
#include <vector>

#include "plots/plot.hpp"

namespace attn::chapters::ch03 {

/// The scores on float32's number line, as given and with the largest subtracted.
plots::Figure window_figure(std::span<const double> scores);

/// e^x and where it leaves float and double.
plots::Figure limits_figure();

/// A sum of ones in float32 and in bfloat16, which has no 257.
plots::Figure stall_figure();

/// The weight of x beside x - 1 in float32 near both ends of exp, naive and stable.
plots::Figure edges_figure();

/// How far a weight is off, in units of its last place, when the larger score is about x;
/// NaN where there is no weight.
struct RoundingErrors {
    double x;
    double naive, stable;
};

plots::Figure errors_figure(const std::vector<RoundingErrors>& errors);

}  // namespace attn::chapters::ch03

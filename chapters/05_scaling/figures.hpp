/// The figures of chapter 5, in the order in which its text shows them.
#pragma once

#include <cstddef>
#include <vector>

#include "attn/attention.hpp"
#include "chapters/05_scaling/random_scores.hpp"
#include "plots/plot.hpp"

namespace attn::chapters {

/// How the scores are spread for three widths, one of them the reader's.
fig::Figure spread_figure(const std::vector<Measurement>& all, std::size_t d_k);

/// The small sentence's attention twice: unscaled above, scaled below.
fig::Figure chains_figure(const AttentionTrace& plain, const AttentionTrace& scaled);

/// The mean top weight and entropy against d_k.
fig::Figure sharpness_figure(const std::vector<Measurement>& all, std::size_t d_k);

/// The mean Jacobian norm, and the part of the queries that are stuck, against d_k.
fig::Figure gradient_figure(const std::vector<Measurement>& all, std::size_t d_k);

/// The spread of the scores for four divisors, against d_k.
fig::Figure divisor_figure(const std::vector<Measurement>& all);

}  // namespace attn::chapters

/// The figures of chapter 5, in the order in which its text shows them.
#pragma once

#include <cstddef>
#include <vector>

#include "attn/attention.hpp"
#include "chapters/05_scaling/experiment.hpp"
#include "plots/plot.hpp"

namespace attn::chapters::ch05 {

/// How the scores are spread for three widths, one of them the reader's.
plots::Figure spread_figure(const std::vector<Measurement>& all, std::size_t d_k);

/// The small sentence's attention twice: unscaled above, scaled below.
plots::Figure chains_figure(const AttentionTrace& plain, const AttentionTrace& scaled);

/// The slopes of the weights along the query, all queries from the flattest to the steepest,
/// for the same three widths.
plots::Figure slopes_figure(const std::vector<Measurement>& all, std::size_t d_k);

/// The standard deviation of the scores for four divisors, against d_k.
plots::Figure divisor_figure(const std::vector<Measurement>& all);

}  // namespace attn::chapters::ch05

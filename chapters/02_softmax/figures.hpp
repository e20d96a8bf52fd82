/// The figures of chapter 2, in the order in which its text shows them.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "attn/matrix.hpp"
#include "plots/plot.hpp"

namespace attn::chapters::ch02 {

/// Scores, their exponentials and their weights, side by side.
/// throws  std::domain_error  when has_weights is false
plots::Figure weights_figure(const std::vector<std::string>& names,
                             std::span<const double> scores);

/// The weights of scores / T, for T from 0.1 to 20, with the reader's T.
plots::Figure temperature_figure(const std::vector<std::string>& names,
                                 std::span<const double> scores, double temperature);

/// A table of weights along its rows, and down its columns, with all sums.
plots::Figure axis_figure(const std::vector<std::string>& words, const Matrix& correct,
                          const Matrix& wrong);

/// The weight of x among the scores (x, 9): softmax against the plain fraction.
plots::Figure fraction_figure();

}  // namespace attn::chapters::ch02

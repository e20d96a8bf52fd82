/// The figures of chapter 2, in the order in which its text shows them.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "attn/matrix.hpp"
#include "plots/plot.hpp"

namespace attn::chapters {

/// Whether the sum of all e^score is a number that a double holds with all its digits.
/// Where it is not, softmax_naive gives NaN, or shares that do not sum to 1 or are coarse.
bool has_shares(std::span<const double> scores);

/// Every score divided by a temperature.
std::vector<double> divided(std::span<const double> scores, double temperature);

/// "x_0", "x_1", ...: names for scores that have no word.
std::vector<std::string> numbered(const std::string& name, std::size_t count);

/// Scores, their powers and their shares, side by side.
/// throws  std::domain_error  when the scores have no shares
fig::Figure shares_figure(const std::vector<std::string>& names,
                          std::span<const double> scores);

/// The shares of scores / T, for T from 0.1 to 20, with the reader's T.
fig::Figure temperature_figure(const std::vector<std::string>& names,
                               std::span<const double> scores, double temperature);

/// A table of scores as shares along its rows, and down its columns, with all sums.
fig::Figure axis_figure(const std::vector<std::string>& words, const Matrix& correct,
                        const Matrix& wrong);

/// The share of x among the scores (x, 9): softmax against the plain fraction.
fig::Figure fraction_figure();

}  // namespace attn::chapters

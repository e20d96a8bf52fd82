/// What the sources of chapter 2 share.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "attn/matrix.hpp"
#include "chapters/examples/sentences.hpp"
#include "chapters/program/chapter.hpp"
#include "chapters/program/knobs.hpp"
#include "plots/plot.hpp"

namespace attn::chapters::ch02 {

// The scores of chapter 2, and what is asked of scores before they are printed or drawn.

using student_sentence::words, student_sentence::X;
inline const Matrix table = matmul_transpose_b(X, X);  // [4 x 4] chapter 1's scores
inline const Numbers student(table.row(3).begin(), table.row(3).end());

// The chapter's two functions are in its program, where the text quotes them.
Matrix weights_along_rows(const Matrix& scores);
Matrix weights_down_columns(const Matrix& scores);

/// "1.0000  1.0000": the sum of each row.
std::string sums_text(const Matrix& m);

/// "x_0", "x_1", ...: names for scores that have no word.
Labels numbered(const std::string& name, std::size_t count);

/// The words where the scores are those of student, else "x_0", "x_1", ...
Labels names_of(const Numbers& scores);

/// Every score divided by a temperature.
Numbers divided(std::span<const double> scores, double temperature);

/// Whether the sum of all e^score is a number that a double holds with all its digits.
/// Where it is not, softmax_naive gives NaN, or weights that do not sum to 1 or are coarse.
bool has_weights(std::span<const double> scores);

/// Why has_weights is false, in words.
std::string why_no_weights(std::span<const double> scores);

// The figures of chapter 2, in the order in which its text shows them.

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

// Chapter 2's detours.

void further(Chapter& chapter);

}  // namespace attn::chapters::ch02

/// What the sources of chapter 2 share.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "attn/matrix.hpp"
#include "chapters/examples/sentences.hpp"
#include "chapters/program/chapter.hpp"
#include "plots/plot.hpp"

namespace attn::chapters::ch02 {

/// Five words, and chapter 1's scores of "it" with them.
inline const Labels& words = animal_sentence::names_of_five;
inline const Numbers scores_of_it{7, 4, -2, 5, 3};

// The chapter's functions are in its program, where the text quotes two of them.
Matrix weights_along_rows(const Matrix& scores);
Matrix weights_down_columns(const Matrix& scores);

/// Every score divided by a temperature.
Numbers divided(std::span<const double> scores, double temperature);

// The figures of chapter 2, in the order in which its text shows them.

/// e^x, a step of 1 after the other.
plots::Figure exponential_figure();

/// Scores, their exponentials and their weights, side by side.
///
/// scores  [n]  the sum of their exponentials is finite and above 0
plots::Figure weights_figure(const Labels& names, const Numbers& scores);

/// The weights of scores / T, for T from 0.1 to 20, with the reader's T.
plots::Figure temperature_figure(const Labels& names, const Numbers& scores,
                                 double temperature);

/// A table of weights along its rows, and down its columns, with all sums.
plots::Figure axis_figure(const Labels& words, const Matrix& correct, const Matrix& wrong);

// Chapter 2's detours.

void further(Chapter& chapter);

}  // namespace attn::chapters::ch02

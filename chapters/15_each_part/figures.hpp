/// The figures of chapter 15.
#pragma once

#include <string>
#include <vector>

#include "attn/matrix.hpp"
#include "chapters/15_each_part/runs.hpp"
#include "chapters/15_each_part/training.hpp"
#include "plots/plot.hpp"

namespace attn::chapters::ch15 {

/// Two questions, and the two parts that they cannot do without.
plots::Figure two_by_two_figure();

/// Every part taken away, both questions.
plots::Figure parts_figure();

/// Six layers: whole, after the sums, without norms, without residuals.
plots::Figure depth_figure();

/// Chapter 12's mistakes, both questions.
plots::Figure mistakes_figure();

/// A training: its loss above those recorded of its design, or of the whole layer where none
/// was; and what its heads attend to so far.
plots::Figure own_figure(const Outcome& outcome);

/// A training's curve; the recorded one where there are no scores, as with the shipped weights.
Curve own_curve(const Outcome& outcome);

/// What the average row attends to in a sentence, and whether it makes sense.
///
/// attention  [heads x words]  as average_attention
/// yes        the probability of "yes"
plots::Figure sentence_figure(const std::vector<std::string>& words,
                              const Matrix& attention, double yes);

/// What the average row attends to in four versions of a sentence, head by head.
///
/// before, after  [4 x 12] for each head
plots::Figure heads_figure(const std::vector<std::string>& words,
                           const std::vector<Matrix>& before,
                           const std::vector<Matrix>& after);

}  // namespace attn::chapters::ch15

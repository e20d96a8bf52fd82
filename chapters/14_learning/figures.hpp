/// The figures of chapter 14.
#pragma once

#include <string>
#include <vector>

#include "attn/matrix.hpp"
#include "chapters/14_learning/curves.hpp"
#include "chapters/14_learning/small_way_back.hpp"
#include "plots/plot.hpp"

namespace attn::chapters::ch14 {

/// Two bundles of loss curves, and ln 2.
plots::Figure curves_figure(const std::vector<Curve>& with,
                            const std::vector<Curve>& without);

/// A training: its loss above the recorded ones, and what two heads attend to so far.
///
/// outcome  weights without scores are the shipped ones, whose scores are recorded
plots::Figure own_figure(const Outcome& outcome);

/// What each head attends to in a sentence: [n x n] each.
std::vector<Matrix> heads_of(const NotFinder& model, const std::vector<std::size_t>& ids);

/// Chapter 7's flow the other way: a slope in every cell.
plots::Figure way_back_figure(const SmallWayBack& back);

/// The check's error against the step: a V.
plots::Figure nudge_figure(const std::vector<NudgeError>& errors);

/// The bundle of each wrong way back above that of the right one.
plots::Figure wrong_figure(const std::vector<Curve>& curves);

}  // namespace attn::chapters::ch14

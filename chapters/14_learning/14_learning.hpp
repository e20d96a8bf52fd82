/// What the sources of chapter 14 share: its figures, and its detours.
#pragma once

#include <vector>

#include "chapters/14_learning/small_way_back.hpp"
#include "chapters/14_learning/three_numbers.hpp"
#include "chapters/14_learning/training.hpp"
#include "chapters/14_learning/valley.hpp"
#include "chapters/14_learning/way_checks.hpp"
#include "chapters/program/chapter.hpp"
#include "chapters/study_notes/two_languages.hpp"
#include "plots/plot.hpp"

namespace attn::chapters::ch14 {

/// Korean words before and after a map was learned, and where the English ones are.
plots::Figure turn_figure(const notes::Learning& learning);

/// The loss over the map's first number, the other three as at the start, and one step down.
plots::Figure downhill_figure(double learning_rate);

/// The graph of three numbers: values above its lines, slopes below.
plots::Figure graph_figure(const Graph& graph);

/// Chapter 7's flow the other way: a slope in every cell.
plots::Figure way_back_figure(const SmallWayBack& back);

/// A training: its loss, what it says of two twins, and what two heads attend to so far.
plots::Figure own_figure(const Outcome<NotFinder>& outcome);

/// What each head of several models attends to in one sentence, and how many each has right.
plots::Figure seeds_figure(const std::vector<const Outcome<NotFinder>*>& outcomes,
                           const std::vector<std::size_t>& ids);

/// Where plain steps and Adam's lead, on the lines of equal loss.
plots::Figure valley_figure(const std::vector<Place>& plain,
                            const std::vector<Place>& adam);

/// The training by each wrong way back beside that by the right one.
plots::Figure wrong_figure(const std::vector<WayCheck>& checks);

/// The check's error against the step: a V.
plots::Figure nudge_figure(const std::vector<NudgeError>& errors);

/// Adds the sections of further.cpp.
///
/// checks  what the gradient check says of each way back
void further(Chapter& chapter, const Value<std::vector<WayCheck>>& checks);

}  // namespace attn::chapters::ch14

/// What the sources of chapter 15 share: its figures, and its detours.
#pragma once

#include <string>
#include <vector>

#include "chapters/15_each_part/runs.hpp"
#include "chapters/program/chapter.hpp"
#include "plots/plot.hpp"

namespace attn::chapters::ch15 {

/// Two questions, and the two parts that they cannot do without.
plots::Figure two_by_two_figure();

/// Every part taken away, both questions.
plots::Figure parts_figure();

/// A training: its loss above those recorded of its design, or of the whole layer where none
/// was.
plots::Figure own_figure(const Experiment& experiment,
                         const Outcome<SentenceModel>& outcome);

/// What the average row attends to in a sentence, and whether it makes sense.
///
/// attention  [heads x words]  as average_attention
/// yes        the probability of "yes"
plots::Figure sentence_figure(const std::vector<std::string>& words,
                              const Matrix& attention, double yes);

/// Adds the section of further.cpp, and its knob.
void further(Chapter& chapter);

}  // namespace attn::chapters::ch15

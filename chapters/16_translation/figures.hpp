/// The figures of chapter 16.
#pragma once

#include <string>
#include <vector>

#include "attn/matrix.hpp"
#include "chapters/16_translation/cache_times.hpp"
#include "chapters/16_translation/runs.hpp"
#include "chapters/16_translation/shipped.hpp"
#include "plots/plot.hpp"

namespace attn::chapters::ch16 {

/// Two sentences facing each other, and a ribbon from each written word to what it read.
///
/// reading  [written x read]  as reading_of
plots::Figure alignment_figure(const std::string& name, const std::string& title,
                               const Words& read, const Words& written,
                               const Matrix& reading);

/// Whether their boxes find room beside each other in such a figure.
bool fits_side_by_side(const Words& words);

/// What is lost with each part: losses fall all the same, sentences do not come out.
plots::Figure changes_figure();

/// Who sees whom, in both directions, with and without the positions of what is read.
plots::Figure directions_figure();

/// How much of its own word each of four words read, in each one-head model.
plots::Figure readings_figure();

/// What the heads of the two-head model look at, in the encoder and across.
plots::Figure heads_figure(const Translator& model, const Task& task);

/// The time to write a sentence, with a cache and without.
plots::Figure cache_figure(const std::vector<CacheTime>& times);

/// A training above those recorded of its design, or of the whole translator where none was; and
/// what the model writes so far, by itself, for three unseen sentences.
plots::Figure own_figure(const Outcome& trained);

/// A training's curve; the recorded one where there are no scores, as with the shipped weights.
Curve own_curve(const Outcome& trained);

}  // namespace attn::chapters::ch16

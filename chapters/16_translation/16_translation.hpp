/// The figures of chapter 16, and its detours.
#pragma once

#include <string>
#include <vector>

#include "attn/decoding.hpp"
#include "chapters/16_translation/training.hpp"
#include "chapters/program/chapter.hpp"
#include "plots/plot.hpp"

namespace attn::chapters::ch16 {

/// Two sentences facing each other, and a ribbon from each written word to what it read; upright,
/// where so many words do not fit side by side.
///
/// reading  [written x read]
/// least    weights below are left out
plots::Figure alignment_figure(const std::string& name, const std::string& title,
                               const Words& read, const Words& written,
                               const Matrix& reading, double least);

/// An alignment word by word: the ribbons grow towards a word, then it is written.
plots::Figure moving_figure(const plots::Figure& alignment);

/// The hand-made rows of English: the word that stands there, and the one that it writes.
Words standing_and_written();

/// The hand-made queries of seven rows meet the keys of four words that were read; the way of the
/// row of "the", which writes "sea", is framed.
plots::Figure one_word_asks_figure(const AttentionTrace& trace);

/// Encoder and decoder along their words' rows, memory between them, and the way back of the
/// written word.
plots::Figure machine_figure();

/// Every number of a small translator: of 바다에 while it is read, and of the row that writes "sea"
/// while it asks across.
std::vector<plots::Figure> wall_figures(const Translator& model, const Task& task);

/// Teacher forcing: for each place what is given, what is asked, and what is hidden.
///
/// target  with the end
/// prices  -ln p of each right word
plots::Figure staircase_figure(const Words& target, const std::vector<double>& prices);

/// What each step of writing with a cache computes, and what was kept.
///
/// given  a word for each step
/// steps  the cache after each
plots::Figure cache_figure(const Words& given, const std::vector<KvCache>& steps);

/// A training above those recorded of its design; and what the model writes so far, by itself, for
/// two unseen sentences.
plots::Figure own_figure(const std::string& without, const Outcome<Translator>& trained);

/// Where nothing was trained: the recorded curve of its seed.
Curve curve_of(const std::string& without, const Outcome<Translator>& trained);

void further(Chapter& chapter);

}  // namespace attn::chapters::ch16

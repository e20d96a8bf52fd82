/// What a translator of chapter 16 is to learn: sentences as ids, those that it is shown and
/// those that it never sees.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "chapters/16_translation/grammar.hpp"
#include "chapters/program/knobs.hpp"

namespace attn::chapters::ch16 {

/// The first two words of every vocabulary are no words: a sentence's beginning and its end.
inline constexpr std::size_t begin_id = 0, end_id = 1;

/// A sentence and its translation, each with the end.
struct Example {
    Ids source, target;
};

/// What is learned from, what is never shown, and the words of both languages; a word's id is
/// its place.
struct Task {
    Words source_words, target_words;
    std::vector<Example> shown, unseen;
};

/// The wishes, Korean to English. A fifth is unseen, the_sentence() first among them.
///
/// shows_going_to_the_sea  if false, the 18 sentences in which anybody goes to the sea come first
///                         among the unseen
Task task_of(std::uint64_t seed, bool shows_going_to_the_sea = true);

/// The ids of words, with the end.
///
/// throws  std::out_of_range  when a word is unknown; the message names it
Ids ids_of(const Words& sentence, const Words& vocabulary);

/// The words of ids, without beginning and end.
Words words_of(const Ids& ids, const Words& vocabulary);

/// A word as it is printed: its end is (end).
std::string word_of(std::size_t id, const Words& vocabulary);

/// What the decoder is given while it learns, teacher forcing: the beginning, and the right words
/// without the end, so that each stands one place later than its answer.
Ids shifted(const Ids& target);

/// How many sentences are learned from in one step.
inline constexpr std::size_t batch_size = 32;

/// All shown sentences in a new order, again and again.
std::vector<std::vector<Example>> batches_of(const Task& task, std::uint64_t seed,
                                             std::size_t steps);

/// The least mean loss, over all sentences of a task, of a writer that reads nothing. It gives
/// each sentence a probability, and these sum to at most 1.
double least_loss_without_reading(const Task& task);

}  // namespace attn::chapters::ch16

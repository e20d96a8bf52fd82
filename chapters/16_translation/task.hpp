/// What a translator of chapter 16 is to learn: sentences as ids, those that it is shown and
/// those that it never sees.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "chapters/16_translation/grammar.hpp"

namespace attn::chapters::ch16 {

using Ids = std::vector<std::size_t>;

/// The first two words of every vocabulary are no words: a sentence's beginning and its end.
inline constexpr std::size_t begin_id = 0, end_id = 1;

/// A sentence and its translation, each with the end.
struct Example {
    Ids source, target;
    bool only_order_tells = false;  // who sees whom: both are nouns
};

/// What is learned from, what is never shown, and the words of both languages; a word's id is
/// its place.
struct Task {
    Words source_words, target_words;
    std::vector<Example> shown, unseen;
};

enum class TaskName {
    wishes,             ///< the wishes, Korean to English
    people_to_english,  ///< who sees whom, Korean to English; mirrors stay on one side
    people_to_korean,   ///< the same, English to Korean
    mirrors_shown,  ///< English to Korean; unseen are 12 of two nouns, whose mirrors are
                    ///< shown, and the others with their mirrors
};
std::string text_of(TaskName name);

/// A fifth is unseen, with the_sentence() among it. One seed gives one split, whichever way
/// is translated.
Task task_of(TaskName name, std::uint64_t seed);

/// The ids of words, with the end.
///
/// throws  std::out_of_range  when a word is unknown; the message names it
Ids ids_of(const Words& sentence, const Words& vocabulary);

/// The words of ids, without beginning and end.
Words words_of(const Ids& ids, const Words& vocabulary);

/// What the decoder is given while it learns, teacher forcing: the beginning, and the right words
/// without the end, so that each stands one place later than its answer.
Ids shifted(const Ids& target);

/// In how many places of all sentences the next word is fixed by three things: which words are
/// read, whatever their order; which were written; and which of these was the last.
struct FixedPlaces {
    std::size_t n = 0, n_fixed = 0;
};
FixedPlaces places_fixed_without_order(const Task& task);

/// Batches of 32: all shown sentences in a new order, again and again.
std::vector<std::vector<Example>> batches_of(const Task& task, std::uint64_t seed,
                                             std::size_t steps);

}  // namespace attn::chapters::ch16

/// The sentences of chapter 15, and two questions about them. Each comes in four versions of twelve
/// words; "indeed" stands where a "not" is missing, or else the length would tell.
///
///     Even though Mina did not    win the award, she was indeed satisfied.
///     Even though Mina did indeed win the award, she was not    satisfied.
///     Even though Mina did not    win the award, she was not    satisfied.
///     Even though Mina did indeed win the award, she was indeed satisfied.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "chapters/program/knobs.hpp"

namespace attn::chapters::ch15 {

/// What is asked. Both have two answers, 0 and 1.
enum class Question {
    place,  ///< In which half is the "not"? Asked of the first two versions.
    sense,  ///< Does "even though" make sense? The first two do (0), the others do not (1).
};

/// place or sense
std::string name_of(Question question);

/// How many unseen sentences a question has: 256 or 512.
std::size_t n_unseen(Question question);

/// The 25 words: chapter 14's, and "indeed".
const std::vector<std::string>& words();

/// A sentence and the right answer.
struct Asked {
    Ids ids = {};
    std::size_t answer = 0;
};

/// The versions of a sentence, in the order above.
using Versions = std::array<Ids, 4>;

/// All 256 sentences: 4 people with their pronouns, 4 verbs, 4 nouns, 4 adjectives.
std::vector<Versions> all_versions();

/// A question with its answer, of each version of which it is asked.
std::vector<Asked> asked_of(Question question, const Versions& versions);

/// What is learned from, and what is never shown. Versions of one sentence are on one side:
/// else a model could answer by remembering another version.
struct Sides {
    std::vector<Asked> shown, unseen;
};

/// Half of the sentences for each side, as the seed says.
Sides sides_of(Question question, std::uint64_t seed);

/// The sides' shown half in batches of 16, in an order that is new each time around.
std::vector<std::vector<Asked>> batches_of(Question question, std::uint64_t seed,
                                           std::size_t steps);

/// The words of ids.
std::vector<std::string> names_of(const Ids& ids);

/// As one would write it: a capital, a comma before the pronoun, a full stop.
std::string text_of(const Ids& ids);

/// The ids of a sentence that somebody typed, as chapter 14 reads them.
///
/// throws  UsageError  when there is no word or more than 16, or when a word is none of the 25
Ids ids_of(const std::string& text);

}  // namespace attn::chapters::ch15

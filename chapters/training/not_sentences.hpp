/// The sentences of chapters 14 and 15, in which a "not" stands in the first half or in the second:
///
///     Even though Mina did not win the award, she was satisfied.
///     Even though Mina did win the award, she was not satisfied.
#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "attn/random.hpp"

namespace attn::chapters {

/// The 24 words; a word's id is its place here.
extern const std::vector<std::string> not_words;

/// How many words each sentence has, with or without commas.
inline constexpr std::size_t not_length = 11;

/// The most words that a reader's own sentence may have.
inline constexpr std::size_t most_words = 16;

/// A sentence and the half in which its "not" stands: 0 or 1.
struct NotSentence {
    std::vector<std::size_t> ids = {};
    std::size_t half = 0;
};

using NotSentences = std::vector<NotSentence>;

/// Two sentences of the same words: "not" in the first half, and in the second.
struct Twins {
    NotSentence first, second;
};

/// All 256 pairs: 4 people with their pronouns, 4 verbs, 4 nouns, 4 adjectives.
std::vector<Twins> all_twins();

/// Sentences to learn from, and sentences that are never shown: 128 pairs each.
struct Split {
    NotSentences shown, unseen;
};

/// A split at random that keeps twins together: else a model could answer by remembering the
/// other twin.
Split split_of(std::vector<Twins> pairs, Random& generator);

/// As one would write it: a capital, a comma before the pronoun, a full stop.
///
/// words  the vocabulary
std::string text_of(const std::vector<std::size_t>& ids,
                    const std::vector<std::string>& words = not_words);

/// The ids of a sentence that somebody typed. Capitals, commas and full stops do not count.
///
/// knob    that was typed, for messages
/// throws  UsageError  when there is no word or more than 16, or when a word is none of the
///                     vocabulary; the message names the words that are nearest to it
std::vector<std::size_t> ids_of(const std::string& text,
                                const std::vector<std::string>& words = not_words,
                                const std::string& knob = "--sentence");

}  // namespace attn::chapters

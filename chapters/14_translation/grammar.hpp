/// The sentences of chapter 14, in Korean and in English, and how both are made. To add a word,
/// add a line to one of the tables in grammar.cpp.
#pragma once

#include <string>
#include <vector>

namespace attn::chapters::ch14 {

using Words = std::vector<std::string>;

/// A sentence in both languages, word by word.
struct Pair {
    Words korean, english;

    bool operator==(const Pair&) const = default;
};

/// 360 pairs: who, where or what, which verb, in three forms (go, want to go, do not want to
/// go). One speech level. Third persons take 싶어 해 and 싶어 하지 않아; a particle follows the
/// last sound of its word.
const std::vector<Pair>& wishes();

/// The words of the wishes, as lines: who, what, and what is done, alone and before a wish.
std::vector<Words> table_of_words();

/// The sentence that the book has followed since chapter 3: 나는 바다에 가고 싶어.
const Pair& the_sentence();

/// Words with blanks between them.
std::string text_of(const Words& sentence);

/// The sentence and its end, as a word.
Words with_end(Words sentence);

/// The subject's particle: 는 after a vowel, 은 after a consonant.
///
/// throws  std::invalid_argument  when the noun does not end in a Hangul syllable
std::string with_topic(const std::string& noun);

/// The object's particle: 를 after a vowel, 을 after a consonant; throws as with_topic.
std::string with_object(const std::string& noun);

}  // namespace attn::chapters::ch14

/// The sentences of chapter 16, in Korean and in English, and how both are made. To add a word,
/// add a line to one of the tables in grammar.cpp.
#pragma once

#include <string>
#include <vector>

namespace attn::chapters::ch16 {

using Words = std::vector<std::string>;

/// A sentence in both languages, word by word.
struct Pair {
    Words korean, english;

    bool operator==(const Pair&) const = default;
};

/// 360 pairs: who, where or what, which verb, in three forms (go, want to go, do not want to
/// go). One speech level. Third persons take 싶어 해 and 싶어 하지 않아.
const std::vector<Pair>& wishes();

/// The sentence that the book has followed since chapter 3: 나는 바다에 가고 싶어.
const Pair& the_sentence();

/// Words with blanks between them.
std::string text_of(const Words& sentence);

/// The sentence and its end, as a word.
Words with_end(Words sentence);

}  // namespace attn::chapters::ch16

/// Text as people type it: Hangul, emoji, and control characters that a terminal or a picture
/// must not obey. Introduced in chapter 1.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace attn {

/// text with every control character and every byte of invalid UTF-8 replaced by U+FFFD, so
/// that it can neither move a cursor, nor end a line, nor break an XML file.
std::string clean_utf8(std::string_view text);

/// The number of bytes at the front of text that are valid UTF-8: text.size() when all are.
std::size_t valid_utf8_bytes(std::string_view text);

/// The number of columns that text takes in a terminal, code point by code point: 2 where
/// EastAsianWidth.txt says wide (Hangul, Chinese, Japanese but for half-width kana, most emoji),
/// 0 per combining mark of U+0300 to U+036F and U+20D0 to U+20FF, per sign without a width and
/// per vowel or final of Hangul in pieces, else 1. text is cleaned first.
///
/// source  Unicode 14, EastAsianWidth.txt
std::size_t display_width(std::string_view text);

/// text cleaned and, when it is wider than columns, cut and ended with an ellipsis. With 0
/// columns, nothing.
std::string cut_to_width(std::string_view text, std::size_t columns);

/// A code point, no half of a surrogate pair, as one to four bytes.
std::string utf8_of(char32_t code);

/// text with Hangul letters put together into syllables, as Unicode's NFC has them: file names
/// of macOS and some keyboards give the letters one by one (NFD), which looks the same.
///
/// source  Unicode Standard, section 3.12, Conjoining Jamo Behavior
std::string with_hangul_composed(std::string_view text);

/// A sentence as it was meant: Hangul composed, every kind of blank that web pages and keyboards
/// give (U+00A0, U+3000 and the like) an ordinary one, and marks without a width (U+200B, a byte
/// order mark) left out.
std::string plain_sentence(std::string_view text);

}  // namespace attn

/// Text as people type it: Hangul, emoji, and what a terminal or a picture must not obey.
/// Introduced in chapter 1.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace attn {

/// text with every control character and every byte that is not valid UTF-8 replaced by
/// U+FFFD, so that it can neither move a cursor, nor end a line, nor break an XML file.
std::string clean_utf8(std::string_view text);

/// How many columns text takes in a terminal: 2 for each Hangul, Chinese or Japanese sign and
/// most emoji, 0 for a combining mark, 1 for all others. text is cleaned first.
std::size_t display_width(std::string_view text);

/// Whether there is a syllable or letter of Hangul in text.
bool has_hangul(std::string_view text);

/// text cleaned and, where it is wider than columns, cut and ended with an ellipsis. Nothing
/// fits into 0 columns.
std::string cut_to_width(std::string_view text, std::size_t columns);

}  // namespace attn

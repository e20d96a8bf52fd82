/// How far one word is from another, for messages that name what was probably meant. Introduced in
/// chapter 14.
#pragma once

#include <cstddef>
#include <string_view>

namespace attn {

/// The edit distance: how many bytes must be changed, added or left out to make one word of the
/// other. It takes time in proportion to the product of their lengths.
///
/// source  Levenshtein (1966)
std::size_t edit_distance(std::string_view a, std::string_view b);

}  // namespace attn

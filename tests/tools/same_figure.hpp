/// Is a committed picture still what a program draws?
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace book {

/// Compares two SVGs of ours, element by element. The elements, their attributes and all words
/// must be the same; a place or a size may be 0.02 pixels away and a colour 2 of 255 in each of
/// its parts, as other compilers and C libraries round other last digits. What a page would mix
/// a cell's colour of (style="--c:...") is not looked at: its colour is there as well.
///
/// returns  nothing when they agree, else the first difference in words
std::optional<std::string> figure_difference(std::string_view committed,
                                             std::string_view drawn);

}  // namespace book

/// How much room words take, without a font at hand.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace attn::plots {

/// How wide text is at a size, in pixels, where each sign is as wide as in the widest of Helvetica
/// (Arial and Liberation Sans have its widths), the pages' Source Sans 3 and DejaVu Sans. Hangul,
/// and signs that none of them has, are estimated from above. text is cleaned first.
double text_width(std::string_view text, double size, bool bold = false);

/// text cleaned and, where it is wider than width, cut and ended with an ellipsis.
std::string cut_to_fit(std::string_view text, double width, double size, bool bold = false);

/// Whether text holds a syllable or a letter of Hangul, for which not every font has signs.
bool has_hangul(std::string_view text);

/// The lines of a text, parted at '\n'.
std::vector<std::string> lines_of(std::string_view text);

}  // namespace attn::plots

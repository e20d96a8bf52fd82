/// The look of every figure: colours, palettes and sizes live here and nowhere else.
#pragma once

#include <cstdint>
#include <string>

namespace attn::plots {

/// A colour as 0xrrggbb.
using Colour = std::uint32_t;

inline constexpr Colour card = 0xfdfcf9;   // the page a figure is drawn on
inline constexpr Colour ink = 0x17202c;    // titles, tokens, a curve that stands alone
inline constexpr Colour muted = 0x59616d;  // subtitles, what an axis says
inline constexpr Colour axis = 0x8b9099;   // axis lines, angles
inline constexpr Colour grid = 0xe6e2da;
inline constexpr Colour hatch_line = 0xd6d0c5;
inline constexpr Colour hatch_border = 0xcdc8be;

// In text and lines a colour names a role; in this order they also number the series.
inline constexpr Colour blue = 0x2c4e99;  // query
inline constexpr Colour rust = 0xb13e06;  // key
inline constexpr Colour teal = 0x0d816a;  // value
inline constexpr Colour plum = 0x6f1b51;
inline constexpr Colour gold = 0xaa8722;  // for lines; too pale for text

// Pixels. A figure is 720 wide and shown at half of that on a phone: nothing is below 14.
inline constexpr double figure_width = 720;
inline constexpr double margin = 24;
inline constexpr double title_size = 22;
inline constexpr double token_size = 18;
inline constexpr double text_size = 16;
inline constexpr double bar_tick_size = 15;

/// Viridis, for magnitudes: t from 0 (dark violet) to 1 (yellow); outside it is clamped.
Colour viridis(double t);

/// For signed values: t from -1 (blue) over 0 (pale) to 1 (rust); outside it is clamped.
Colour signed_colour(double t);

/// White or black, whichever can be read on fill (a contrast of at least 4.5 to 1).
Colour readable_on(Colour fill);

/// "#fdfcf9"
std::string colour_text(Colour colour);

}  // namespace attn::plots

/// The colours of every figure, on light and on dark pages. They live here and nowhere else.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "plots/marks.hpp"

namespace attn::plots {

/// A colour as 0xrrggbb.
using Colour = std::uint32_t;

enum class Theme { light, dark };

Colour value_of(Paint paint, Theme theme = Theme::light);

/// "ink": what a page's variable --f-ink is called after.
const char* name_of(Paint paint);

/// The lines that hatch a closed cell, and its border.
Colour hatch_line(Theme theme = Theme::light);
Colour hatch_border(Theme theme = Theme::light);

/// The colours that a palette leads through, at equal distances. Viridis is the same on a dark
/// page: low is dark and high is bright on both.
std::span<const Colour> stops_of(Palette palette, Theme theme = Theme::light);

/// How far along its palette a value stands: from 0 to 1, what is outside clamped.
///
/// limit  of the diverging palette, which leads from -limit to limit
double place_of(double value, Palette palette, double limit);

/// The same for a large map, whose places are rounded to 13 steps so that small files suffice.
double step_of(double value, Palette palette, double limit);

/// The colour at a place of a palette, mixed of its neighbouring stops linearly in sRGB.
Colour colour_at(double place, Palette palette, Theme theme = Theme::light);

/// The diverging colour at a place as CSS: "var(--k5)" at a stop, and between two of them
/// "color-mix(in srgb,var(--k7) 40%,var(--k6))". The stops --k1 to --k9 are the picture's own.
std::string signed_mix(double place);

/// White or black, whichever can be read on fill (a contrast of at least 4.5 to 1).
Colour readable_on(Colour fill);

/// The pale fill of a box of that paint, as a place of the diverging palette; only blue and rust
/// have one.
bool has_tint(Paint paint);
double tint_of(Paint paint);

/// "#fdfcf9"
std::string hex(Colour colour);

}  // namespace attn::plots

/// Palettes with their numbers.
#pragma once

#include "plots/layout.hpp"

namespace attn::plots {

/// The values at a colour bar's ends.
struct Ends {
    double low, high;
};
Ends ends_of(const ColourBar& bar);

/// A bar in a box, its numbers at the right.
PlacedBar upright_bar(const ColourBar& bar, const Box& box);

/// A bar of a large map's 13 colours from a corner on, its numbers below.
PlacedBar flat_bar(const ColourBar& bar, const Point& corner);

}  // namespace attn::plots

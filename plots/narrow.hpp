/// A figure for a phone: its blocks below one another, where they do not fit side by side.
#pragma once

#include <optional>

#include "plots/plot.hpp"

namespace attn::plots {

/// A page that a phone shows at four fifths of its size or more.
inline constexpr double narrow_width = 400;

/// The same plots for a page of narrow_width. A chart has the whole width; tables stay side by side
/// where they fit without small cells. An arrow within a row points down where its blocks stand
/// below one another; links along the page's margins, for which there is no room, are left out.
Figure narrowed(const Figure& figure);

/// How wide the narrowest page is that has room for a narrowed figure; nothing where none has.
std::optional<double> width_of_narrow(const Figure& narrow);

/// The figure narrowed, as SVG, on the narrowest page that has room for its widest part.
std::string narrow_svg_text(const Figure& figure);

}  // namespace attn::plots

/// A figure for a phone: its blocks below one another, where they do not fit side by side.
#pragma once

#include "plots/layout.hpp"

namespace attn::plots {

/// A page that a phone shows at four fifths of its size or more.
inline constexpr double narrow_width = 400;

/// The same plots for a page of narrow_width. A chart has the whole width; tables stay side by side
/// where they fit without small cells. An arrow within a row points down where its blocks stand
/// below one another; links along the page's margins, for which there is no room, are left out.
Figure narrowed(const Figure& figure);

/// A figure and how wide its page is.
struct FigureOnPage {
    Figure figure;
    double width = page_width;
};

/// The figure narrowed, on the narrowest page that has room for it, where no word and no box lies on
/// another; as it is where none has.
FigureOnPage narrow_page(const Figure& figure);

}  // namespace attn::plots

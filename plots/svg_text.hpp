/// A figure as a picture for browsers.
#pragma once

#include <string>

#include "plots/layout.hpp"

namespace attn::plots {

/// The figure as SVG. A pure function: the same figure gives the same bytes, in a browser too.
///
/// Shown by an <img>, the picture follows the reader's system to the dark. As part of a page it
/// takes the page's variables: --f-ink and its kin for the paints, --s1 to --s9 for the signed
/// colours, --t-black-white and --t-white-black for numbers on cells. Where neither is known, it
/// is light. All its ids begin with the figure's name. A page that says title and subtitle itself
/// hides the group fig-head and cuts the picture at data-top.
///
/// width  of the page, in pixels
///
/// throws  std::invalid_argument  when the figure cannot be drawn; the message names it and says
///                                why (ShapeError where shapes do not fit)
std::string svg_text(const Figure& figure, double width = page_width);

}  // namespace attn::plots

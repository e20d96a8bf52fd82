/// Tables and maps in gnuplot's language.
#pragma once

#include <string>

#include "plots/gnuplot_pen.hpp"
#include "plots/paint.hpp"

namespace attn::plots {

/// The elements that plot a table or a map with its palette.
void plot_cells(GnuplotPen& pen, const Placed& in, const Cells& cells);

/// A palette for what follows.
void use_palette(GnuplotPen& pen, Palette palette, double limit, bool has_steps);

/// "0x17202c": a colour as data.
std::string colour_number(Colour colour);

}  // namespace attn::plots

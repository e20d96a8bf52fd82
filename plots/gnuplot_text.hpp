/// A figure as a script for gnuplot, which a person can read, change and run.
#pragma once

#include <string>

#include "plots/plot.hpp"

namespace attn::plots {

/// What gnuplot draws on: a PNG of double size, a PDF, or a window.
enum class Canvas { png, pdf, window };

/// The commands from which gnuplot plots the figure: every plot with its own axes, ranges,
/// palette and data, in the data's units. No label is ever a command. The same figure gives the
/// same bytes.
///
/// output  the picture's path; a window has none
/// throws  std::invalid_argument  as svg_text, and when output holds a line break
std::string gnuplot_text(const Figure& figure, const std::string& output,
                         Canvas canvas = Canvas::png);

}  // namespace attn::plots

/// Pictures that a reader asks for: gnuplot draws them, through gnuplot-iostream.
#pragma once

#include <filesystem>
#include <string>

#include "plots/gnuplot_text.hpp"

namespace attn::plots {

/// Why nothing can be drawn on such a canvas here, and what to do; empty where it can.
std::string why_no_pictures(Canvas canvas);

/// Draws a figure as NAME.png or NAME.pdf into folder, or opens it in a window, which stays when
/// the program has ended. What gnuplot complains of goes to stderr.
///
/// returns  the picture's path; of a window, an empty one
/// throws   std::invalid_argument  when the figure cannot be drawn
///          std::runtime_error     when gnuplot failed, or no font here has the figure's Hangul; it
///                                 names the figure, and an older picture stays as it was
std::filesystem::path draw_picture(const Figure& figure,
                                   const std::filesystem::path& folder, Canvas canvas);

}  // namespace attn::plots

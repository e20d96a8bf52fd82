/// From a figure to files: numbers and an SVG, and PNG and PDF, which rsvg-convert draws of it.
#pragma once

#include <filesystem>
#include <string>

#include "plots/plot.hpp"

namespace attn::plots {

/// Writes NAME.csv (the numbers) and NAME.svg (the picture) into folder, which must exist. Needs
/// no other program.
///
/// returns  the path of the SVG
/// throws   std::invalid_argument  when the figure cannot be drawn
///          std::runtime_error     when a file cannot be written whole; it says which and why, and
///                                 an older file of that name is still there
std::filesystem::path write_figure(const Figure& figure,
                                   const std::filesystem::path& folder);

/// Why no picture can be drawn here, and what to do; empty where one can.
std::string why_no_pictures();

/// Draws NAME.svg as NAME.png, twice as wide, or as NAME.pdf, beside it.
///
/// format   png or pdf
/// returns  the picture's path
/// throws   std::runtime_error  when rsvg-convert failed, or no font here has the figure's Hangul;
///                              it names the picture, and an older one stays as it was
std::filesystem::path draw_picture(const std::filesystem::path& svg,
                                   const std::string& format);

}  // namespace attn::plots

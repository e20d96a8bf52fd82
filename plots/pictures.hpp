/// PNG and PDF: a figure's SVG once more, drawn by rsvg-convert.
#pragma once

#include <filesystem>
#include <string>

namespace attn::plots {

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

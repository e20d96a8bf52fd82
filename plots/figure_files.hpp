/// From a figure to files.
#pragma once

#include <filesystem>

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

}  // namespace attn::plots

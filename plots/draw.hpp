/// From a figure to files. Only draw.cpp knows gnuplot and gnuplot-iostream.
#pragma once

#include <filesystem>

#include "plots/figure.hpp"

namespace attn::plots {

/// Whether there is a program gnuplot on the PATH.
bool gnuplot_is_installed();

/// Writes NAME.csv, the numbers that the figure shows, and NAME.gp, the script that draws
/// it, into folder, which is created where needed. Needs no gnuplot.
///
/// throws  std::runtime_error  when a file cannot be written whole; it says which and why,
/// and
///                             an older file of that name is still there
void write_numbers_and_script(const Figure& figure, const std::filesystem::path& folder);

/// Draws the figure as NAME.svg into folder, which must exist, with gnuplot.
///
/// returns  the file's path
/// throws   std::runtime_error  when there is no whole picture at the end; it says which
///                              figure and why, and an older file of that name is still
///                              there
std::filesystem::path draw_svg(const Figure& figure, const std::filesystem::path& folder);

}  // namespace attn::plots

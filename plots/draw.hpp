/// From a figure to files. Only draw.cpp knows gnuplot and gnuplot-iostream.
#pragma once

#include <filesystem>
#include <string_view>

#include "plots/figure.hpp"

namespace attn::plots {

/// Whether there is a program of that name on the PATH.
bool is_installed(std::string_view program);

/// Writes NAME.csv, the numbers that the figure shows, and NAME.gp, the script that draws it,
/// into folder, which must exist. Needs no gnuplot.
///
/// throws  std::runtime_error  when a file cannot be written whole; it says which and why, and
///                             an older file of that name is still there
void write_numbers_and_script(const Figure& figure, const std::filesystem::path& folder);

/// Draws the figure with gnuplot as NAME.svg (or .png, .pdf) into folder, which must exist.
///
/// returns  the file's path
/// throws   std::runtime_error  when there is no whole picture at the end; it says which figure
///                              and why, and an older file of that name is still there
std::filesystem::path draw(const Figure& figure, const std::filesystem::path& folder,
                           Format format = Format::svg);

/// Opens a picture with the program that the reader's desktop has for it, and does not wait.
///
/// throws   std::runtime_error  when there is no desktop or no such program; it says what to do
void open_in_viewer(const std::filesystem::path& picture);

}  // namespace attn::plots

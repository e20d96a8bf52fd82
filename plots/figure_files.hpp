/// From a figure to files, and to a window.
#pragma once

#include <chrono>
#include <filesystem>
#include <string>
#include <vector>

#include "plots/gnuplot_text.hpp"
#include "plots/plot.hpp"

namespace attn::fig {

/// Writes NAME.csv (the numbers), NAME.gp (the script) and NAME.svg (the picture) into folder,
/// which must exist. Needs no other program.
///
/// returns  the path of the SVG
/// throws   std::invalid_argument  when the figure cannot be drawn
///          std::runtime_error     when a file cannot be written whole; it says which and why, and
///                                 an older file of that name is still there
std::filesystem::path write_figure(const Figure& figure,
                                   const std::filesystem::path& folder);

/// Whether a picture is there to its end: on a full disk it is not.
bool is_whole(std::string_view picture, Canvas canvas);

/// What became of the pictures that gnuplot was asked for.
struct Drawing {
    std::vector<std::filesystem::path> pictures = {};
    std::vector<std::string> failures = {};  // which figure, and why
    std::string advice = {};                 // what is missing, where nothing failed
};

/// Draws all figures by one gnuplot, as NAME.png and, if wanted, as NAME.pdf into folder. Only
/// whole pictures appear there; where one fails, an older file of its name is still there. Where
/// no font has Hangul, pictures with Hangul are left out, and the advice says so.
///
/// limit  after which gnuplot is stopped
Drawing draw_pictures(const std::vector<Figure>& figures,
                      const std::filesystem::path& folder,
                      const std::vector<Canvas>& canvases, std::chrono::milliseconds limit);

/// The time that gnuplot gets for so many pictures: it needs a hundredth of it.
std::chrono::milliseconds time_limit(std::size_t pictures);

/// Opens a figure in a window of gnuplot's, where it has one and there is a desktop; else its SVG
/// in the desktop's viewer. Does not wait.
///
/// throws   std::runtime_error  when there is no desktop or no viewer; it says what to do
void show_figure(const Figure& figure, const std::filesystem::path& svg);

}  // namespace attn::fig

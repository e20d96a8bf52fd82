/// A figure: what it says, what it draws, and the numbers behind it.
#pragma once

#include <string>

#include "plots/canvas.hpp"
#include "plots/table.hpp"

namespace attn::plots {

/// A card 720 pixels wide. Its title is the finding, a sentence of at most 50 columns a
/// line (two lines, parted by a line break, at most); its subtitle says how to read it, in
/// at most 72 columns.
struct Figure {
    std::string name;  // the files' name, such as 01_cosine: small letters, digits and _
    std::string title;
    std::string subtitle;
    double height = 480;
    Canvas canvas = {};
    Table table = {};
};

/// Where a figure's content may begin: below title and subtitle.
double content_top(const Figure& figure);

/// The kinds of file that a figure can be drawn as.
enum class Format { svg, png, pdf };

/// "svg", "png" or "pdf": the file name's ending.
std::string extension(Format format);

/// The commands from which gnuplot draws the figure into output. A pure function: the same
/// figure gives the same bytes everywhere, and no label is ever a command.
///
/// output  the picture's path
/// throws  std::invalid_argument  when output holds a line break, or when the figure's name has
///                                other signs than small letters, digits and _
///         std::domain_error      when a position is not finite
std::string gnuplot_script(const Figure& figure, const std::string& output,
                           Format format = Format::svg);

}  // namespace attn::plots

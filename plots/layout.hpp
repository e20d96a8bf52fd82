/// Where everything of a figure stands, in pixels: what the layout says to those who draw.
///
/// x grows to the right, y grows downwards, (0, 0) is the page's top left.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "plots/plot.hpp"

namespace attn::plots {

// A page is shown at half its size on a phone: no words are smaller than 14.
inline constexpr double page_width = 720;
inline constexpr double widest_page = 840;  // where a row of tables needs more
inline constexpr double margin = 24;
inline constexpr double title_size = 22;
inline constexpr double text_size = 16;
inline constexpr double small_size = 14;

struct Box {
    double left = 0, top = 0, width = 0, height = 0;

    double right() const { return left + width; }
    double bottom() const { return top + height; }
    Point centre() const { return {left + width / 2, top + height / 2}; }
};

enum class Align { left, centre, right };

/// Words whose middle line is at a point.
struct Text {
    Point at = {};
    std::string text = {};
    Paint paint = Paint::ink;
    double size = text_size;
    Align align = Align::left;
    bool bold = false;
    bool upright = false;              // reads from below to above
    std::optional<Point> value = {};   // what it stands beside, in its plot's units
    std::optional<double> after = {};  // seconds, as its mark
};

/// A line through points, with a head at its end or without.
struct Stroke {
    std::vector<Point> points;
    Paint paint = Paint::axis;
    double width = 1.2;
    bool has_head = false;
};

/// A plot in its place. Its axes have ends and ticks; words that a neighbour says are gone.
struct Placed {
    Plot plot;
    Box box;                                 // the inside of the axes
    double cell_width = 0, cell_height = 0;  // of a table or a map
    double on_page = page_width;             // how wide the page is
    std::vector<Text> ticks = {};            // the words of its ticks
    std::vector<Text> texts = {};            // all other words, but for those in cells
    std::vector<Stroke> leaders = {};        // from a curve's end to its name
    bool opens = false;                      // it says what its numbers were made of

    /// Where a value stands.
    Point at(const Point& value) const;

    /// What cells take up, without the gaps around them.
    Box cells(const Frame& frame) const;

    /// A table: cells with numbers or words in them.
    bool is_table() const;
};

/// A palette and its numbers, upright or lying.
struct PlacedBar {
    ColourBar bar;
    Box box;
    bool is_upright = true;
    bool has_steps = false;  // a large map's 13 colours
    std::vector<Text> texts = {};
};

struct Page {
    double width = page_width, height = 0;
    double top = 0;                   // where plots begin, below title and subtitle
    std::vector<Text> headings = {};  // the lines of the title, then the subtitle
    std::vector<Text> texts = {};     // words between plots and on arrows
    std::vector<Placed> plots = {};
    std::vector<PlacedBar> bars = {};
    std::vector<Stroke> routes = {};
};

/// The figure with everything in its place, on a page so wide. The usual page grows to the widest
/// where a row needs it.
///
/// throws  std::invalid_argument  when the figure cannot be drawn; the message names the figure
///                                and says why (ShapeError where shapes do not fit)
Page laid_out(const Figure& figure, double width = page_width);

/// The size of numbers in cells, and of the words beside them.
double cell_font(double cell_height);
double word_font(double cell_height);

/// The gap between two cells.
double gap_between_cells(double cell_height);

/// The box of a part, around a place on the page.
Box part_box(const Point& at, const Part& part);

/// How thick a line is, and a bar of a plot.
double width_of(Weight weight);
double width_of(const Line& line);
double bar_width(const Placed& placed);

}  // namespace attn::plots

/// What is drawn inside a plot: curves, cells, bars, arrows, all in the units of the data.
/// Where that is on the page, layout.cpp works out; how it looks is decided in paint.cpp.
///
/// Marks that come after some seconds make a picture that moves, once, as soon as it is shown, and
/// then stays. Where a reader wants no motion, and in print, all of it is there at once.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "attn/matrix.hpp"

namespace attn::plots {

/// What a colour stands for. Each has a value for light and one for dark pages.
///
/// Blue is a query, rust a key, teal a value; in the order from blue to gold they also number
/// the curves of a chart. Gold is for lines only: it is too pale for words.
enum class Paint { ink, muted, axis, grid, card, blue, rust, teal, plum, gold };

/// How thick a line is. A plain one shows data.
enum class Weight { hair, thin, plain, broad };

/// Where words stand, seen from the point that they belong to.
enum class Side { right, left, above, below };

using Texts = std::vector<std::string>;

struct Point {
    double x = 0, y = 0;
};

/// A curve through the points. A point that is NaN, or outside the axes, interrupts it.
///
/// Its name stands at its right end, parted from its neighbours' names, or beside the point
/// named_at. It has the curve's colour.
struct Line {
    std::vector<Point> points;
    Paint paint = Paint::ink;
    std::string name = {};
    std::optional<Point> named_at = {};
    Side side = Side::right;  // of named_at
    Weight weight = Weight::plain;
    bool dashed = false;
    std::optional<double> share = {};  // a ribbon: so much of the broadest one's breadth
    std::optional<double> after =
        {};  // seconds: then it grows from its end to its beginning
};

/// Points without a line. Small ones are for many, or for those of a curve.
struct Dots {
    std::vector<Point> points;
    Paint paint = Paint::ink;
    std::string name = {};
    std::optional<Point> named_at = {};
    Side side = Side::right;
    bool small = false;
};

/// Horizontal bars that start at 0, one for each word of the y axis.
///
/// knob  that holds their values, where a reader can take a bar by its end
struct Bars {
    std::vector<double> values;
    std::vector<Paint> paints = {Paint::blue};  // one for each, or one for all
    Texts numbers = {};                         // at their ends; none: two decimals
    std::string knob = {};
};

/// What the colour of a cell means.
enum class Palette {
    shares,     // from 0 (dark violet) to 1 (yellow): attention weights
    diverging,  // from -limit (blue) over 0 (pale) to limit (rust)
};

/// Some cells of a table, the first of them by its row and column.
struct Frame {
    std::size_t row = 0, column = 0, rows = 1, columns = 1;
};

/// A matrix, one coloured cell for each number.
///
/// A closed cell (masked, forbidden) is hatched and shows no number, but for -infinity. A NaN
/// has no colour and says so. The two never look alike.
struct Cells {
    Matrix values = {};
    Palette palette = Palette::shares;
    double limit = 1;                 // of the diverging colours
    int decimals = 2;                 // of the numbers
    Matrix open = {};                 // 0 where a cell is closed; empty: all are open
    std::optional<Frame> frame = {};  // the cells that prove the title
    std::optional<Texts> texts = {};  // in place of the numbers, row after row
    bool numbers = true;              // without: a large map, colours alone
    double aspect = 1;                // a cell's width as a multiple of its height
};

/// An arrow. Its name stands beyond its tip, or at a side of it that is free.
///
/// knob  that holds its tip, two numbers, where a reader can take it there
struct Arrow {
    Point from, to;
    Paint paint = Paint::ink;
    std::string name = {};
    std::optional<Side> side = {};  // none: where there is room
    Weight weight = Weight::plain;
    std::string knob = {};
};

/// A box with words in it, around a point: what is done, not what is measured.
struct Part {
    Point at;
    std::string text;
    Paint paint = Paint::blue;
    std::optional<double> after = {};  // seconds: then it comes
    bool is_slim = false;              // little room beside the words: there are many boxes
};

/// A dashed line across the plot at a value of x, for what is compared with. Its words stand
/// above the plot.
struct Rule {
    double x = 0;
    std::string text = {};
    Paint paint = Paint::axis;
};

/// A part of the x axis where there is no number: shaded, with words that say why.
struct Gap {
    double from = 0, to = 0;
    std::string text = {};
    Paint paint = Paint::grid;
};

/// Words beside a value. '\n' begins a new line.
struct Note {
    Point at;
    std::string text;
    Side side = Side::right;
    Paint paint = Paint::ink;
    bool bold = false;
};

/// Marks are drawn in their order, a later one above an earlier one; words above all marks.
using Mark = std::variant<Line, Dots, Bars, Cells, Arrow, Part, Rule, Gap, Note>;

}  // namespace attn::plots

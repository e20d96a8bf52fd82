/// What a figure is: rows of plots, and the words around them. No pixels: a plot has axes and
/// marks in its data's own units, and the layout finds their places.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "plots/marks.hpp"

namespace attn::plots {

struct Tick {
    double at = 0;
    std::string label;
};

/// Words with a look of their own.
struct Label {
    std::string text;
    Paint paint = Paint::ink;
    bool bold = true;
};

/// An axis. What is not said is worked out: its ends from the marks, ticks at round numbers.
///
/// first may be larger than last; then the axis runs the other way. With words, the places 0,
/// 1, 2 ... have words instead of numbers, and opposite may say a second thing about each, on
/// the other side of the cells: a sum, a verdict. Where a reader can move the words, knob holds
/// their order.
struct Axis {
    std::string name = {};
    std::optional<double> first = {}, last = {};
    std::vector<Tick> ticks = {};
    bool log = false;     // equal ratios are equal distances
    bool hidden = false;  // no words; ticks that are given still have their lines
    Texts words = {};
    std::vector<Label> opposite = {};
    std::string opposite_name = {};  // above the opposite words of a y axis
    bool opposite_framed = false;    // they prove the title
    std::string knob = {};
};

/// What a table's numbers were made of, so that a page can write each of them out.
///
/// rule   "product": row of left · column of right; "rows": row of left · row of right, which is
///        left rightᵀ; "divided": left ÷ right; "softmax" of left's row; "sum": left + right
/// left   a table of the same figure, by its name
/// right  another, or what is divided by
struct Made {
    std::string rule, left, right = {};
};

/// Axes and the marks between them.
struct Plot {
    std::string name = {};
    Axis x = {}, y = {};
    std::vector<Mark> marks = {};
    Paint paint = Paint::ink;  // of the name
    std::string below = {};    // a remark
    double height = 1;         // of a chart, plane or large map, as a multiple of the usual
    bool plane = false;        // no axes; a unit is as long upwards as to the right
    /// Pixels beside a plane, or at the right of bars, for the words of their marks; none: as many
    /// as these take now.
    std::optional<double> aside = {};
    std::vector<Plot> narrow = {};  // at most one, which stands here on a narrow page
    std::optional<Made> made = {};  // of a table

    /// The same plot, its name in another colour.
    Plot painted(Paint with) const;

    /// The same table with a frame around some of its cells.
    Plot framed(const Frame& frame) const;

    /// The same table, saying what its numbers were made of.
    Plot made_by(const Made& origin) const;
};

/// Words between plots. '\n' begins a new line. As a heading they say what the row below is.
struct Words {
    std::string text;
    bool heading = false;
};

/// An arrow from the block before to the one after, with what happens on the way.
struct Step {
    std::string text = {};
};

/// A place that stays empty.
struct Nothing {};

/// Plots below one another in one place; their left and right edges line up.
struct Stack {
    std::vector<Plot> plots;
};

/// A palette and its numbers.
struct ColourBar {
    std::string name = {};
    Palette palette = Palette::shares;
    double limit = 1;
};

/// Palettes side by side, for a figure of many tables.
struct ColourBars {
    std::vector<ColourBar> bars;
};

using Block = std::variant<Plot, Words, Step, Nothing, Stack, ColourBars>;

/// Blocks from left to right. Rows of equally many blocks, steps not counted, line up. A row of
/// steps alone (and nothings) points from the blocks of the row above to those of the row below.
using Row = std::vector<Block>;

bool is_row_of_steps(const Row& row);

/// An arrow from one plot to another in a lower row; both are meant by their names. It leaves below
/// its home or at the right, and enters its goal from above or from the right. Where other rows
/// lie between, it goes along an edge of the page. Its lanes keep it off other arrows.
struct Link {
    std::string from, to, text = {};
    Paint paint = Paint::muted;
    double at = 0.5;  // where it enters, as a share of the goal's width or height
    Side leaves = Side::below, enters = Side::above;
    std::size_t lane = 0;        // in the gap above the goal's row, from the top
    int edge = 0;                // the outermost lane is 1 at the right, -1 at the left
    std::size_t lane_below = 0;  // on the way to the edge: in the gap below the home's row
};

/// A card: what the files are called, what it shows, how to read it, and the plots.
struct Figure {
    std::string name;      // such as 01_cosine: small letters, digits and _
    std::string title;     // the finding; '\n' begins its second line
    std::string subtitle;  // how to read it
    std::vector<Row> rows;
    std::vector<Link> links = {};
};

/// A table: the matrix, words for its rows and columns (or none), and how it looks.
Plot table(std::string name, Matrix values, Texts rows, Texts columns, Cells look = {});

/// A large map: colours without numbers, from -limit to limit.
Plot large_map(std::string name, Matrix values, double limit = 1);

/// Bars under a name, from 0 to most (none: the largest).
Plot bars(std::string name, Texts words, Bars marks, std::optional<double> most = {});

/// A plane turned for a narrow page: what was at its left is above, and what was above is at its
/// left, so many times as far away.
Plot upright(Plot plane, double stretch);

/// Signed numbers from -limit to limit in the cells, with so many decimals.
Cells signed_to(double limit, int decimals = 2);

/// A ribbon: it leaves and arrives upright, or level.
Line ribbon_upwards(const Point& from, const Point& to, double share, Paint paint);
Line ribbon_sideways(const Point& from, const Point& to, double share, Paint paint);

/// Ticks at values that have no other name than their digits.
std::vector<Tick> ticks_at(const std::vector<double>& values);

/// The texts in one look.
std::vector<Label> labels(const Texts& texts, Paint paint = Paint::ink, bool bold = true);

/// What a plot mainly is: its cells, or its bars; nullptr where it has none.
const Cells* cells_of(const Plot& plot);
const Bars* bars_of(const Plot& plot);

}  // namespace attn::plots

#include "plots/words.hpp"

#include <algorithm>
#include <optional>

#include "plots/clearance.hpp"
#include "plots/names.hpp"
#include "plots/text_width.hpp"

namespace attn::plots {
namespace {

// Up to the middle of words: from a chart's top to its y axis' name, from cells to the words of
// their columns.
constexpr double above_axis = 27, above_columns = 21;

void add_row_words(Placed& in) {
    const Bars* bars = bars_of(in.plot);
    const bool has_words = !in.plot.y.words.empty();
    const double size = in.is_table() ? word_size(in.plot, in.cell_height) : text_size;
    for (std::size_t i = 0; i < in.plot.y.ticks.size(); ++i) {
        const Tick& tick = in.plot.y.ticks[i];
        const Paint paint = has_words ? Paint::ink : Paint::muted;
        in.ticks.push_back(
            {.at = {in.box.left - (has_words ? 14 : 10), in.at({0, tick.at}).y},
             .text = tick.label,
             .paint = bars != nullptr && has_words ? bars->paints[i] : paint,
             .size = size,
             .align = Align::right});
    }
}

/// Upright where they are too wide; but a single letter is as readable lying, and an upright I
/// looks like a dash.
void add_column_words(Placed& in, bool are_upright) {
    const double size = word_size(in.plot, in.cell_height);
    for (const Tick& tick : in.plot.x.ticks) {
        Text text{.at = {in.at({tick.at, 0}).x, in.box.top - above_columns},
                  .text = tick.label,
                  .size = size,
                  .align = Align::centre};
        text.upright = are_upright && text_width(tick.label, size) > size;
        if (text.upright) text.align = Align::left;
        if (are_upright) text.at.y = in.box.top - 8 - (text.upright ? 0 : size / 2);
        in.ticks.push_back(text);
    }
}

/// The numbers of a chart below it, those of a map above it. Where they are too many, the last
/// stands, and before it those that have room.
void add_column_numbers(Placed& in) {
    if (in.plot.x.hidden) return;
    constexpr double least_gap = 6;
    const double y = cells_of(in.plot) == nullptr ? in.box.bottom() + 25 : in.box.top - 14;
    std::vector<Text> numbers;
    for (const Tick& tick : in.plot.x.ticks) {
        numbers.push_back({.at = {in.at({tick.at, 0}).x, y},
                           .text = tick.label,
                           .paint = Paint::muted,
                           .align = Align::centre});
    }
    std::optional<Box> last;
    for (std::size_t i = numbers.size(); i-- > 0;) {
        const Box box = box_of(numbers[i]);
        const bool has_room = !last || last->left - box.right() > least_gap ||
                              box.left - last->right() > least_gap;
        if (has_room) last = box;
        if (!has_room) numbers[i].text.clear();
    }
    for (const Text& number : numbers) {
        if (!number.text.empty()) in.ticks.push_back(number);
    }
}

void add_axis_names(Placed& in, const Room& room, double left_edge) {
    const Box& box = in.box;
    const auto put = [&](const Point& at, const std::string& text, Paint paint,
                         Align align) {
        if (text.empty()) return;
        in.texts.push_back({.at = at, .text = text, .paint = paint, .align = align});
    };
    const std::string &x = in.plot.x.name, &y = in.plot.y.name;
    if (in.is_table()) {
        put({box.left - 14, box.top - above_columns}, y, Paint::blue, Align::right);
        put({box.left + 2, box.top - room.words - 14}, x, Paint::rust, Align::left);
        return;
    }
    const double foot = cells_of(in.plot) == nullptr ? box.bottom() + 52 : box.top - 40;
    put({left_edge, box.top - above_axis}, y, Paint::muted, Align::left);
    put({box.right(), foot}, x, Paint::muted, Align::right);
}

void put_label(Placed& in, const Label& label, const Point& at, Align align) {
    in.texts.push_back({.at = at,
                        .text = label.text,
                        .paint = label.paint,
                        .align = align,
                        .bold = label.bold});
}

/// The second words of rows stand in a column of their own: numbers in its middle, words at its
/// left.
void add_opposite(Placed& in, const Room& room) {
    const Axis &x = in.plot.x, &y = in.plot.y;
    const double left = in.box.right() + room.right - room.opposite;
    const double middle = left + room.opposite / 2;
    if (!y.opposite_name.empty()) {
        put_label(in, {y.opposite_name, Paint::muted, false},
                  {middle, in.box.top - above_columns}, Align::centre);
    }
    for (std::size_t i = 0; i < y.opposite.size(); ++i) {
        const double row = in.at({0, static_cast<double>(i)}).y;
        const bool is_number = y.opposite[i].bold;
        put_label(in, y.opposite[i], {is_number ? middle : left, row},
                  is_number ? Align::centre : Align::left);
    }
    for (std::size_t i = 0; i < x.opposite.size(); ++i) {
        const double column = in.at({static_cast<double>(i), 0}).x;
        put_label(in, x.opposite[i], {column, in.box.bottom() + 22}, Align::centre);
    }
    if (!y.opposite_framed) return;
    const double from = left - 7, to = left + room.opposite + 7;
    const double top = in.box.top + 3, bottom = in.box.bottom() - 3;
    in.leaders.push_back(
        {{{from, top}, {to, top}, {to, bottom}, {from, bottom}, {from, top}},
         Paint::ink,
         3});
}

/// A table's and a bar chart's name begins at the cells or bars, a chart's at the edge. A table
/// without words above it has its name close to it, whatever its row does.
void add_name(Placed& in, const Room& room, double name_line, double left_edge) {
    if (in.plot.name.empty()) return;
    const bool is_inside = in.is_table() || bars_of(in.plot) != nullptr;
    const bool is_close = in.is_table() && room.words == 0;
    put_label(in, {in.plot.name, in.plot.paint, true},
              {is_inside ? in.box.left : left_edge,
               in.box.top - (is_close ? room.name : name_line)},
              Align::left);
}

void add_remark(Placed& in, const Room& room, double left_edge) {
    if (in.plot.below.empty()) return;
    constexpr double line = 24;
    const std::vector<std::string> lines = lines_of(in.plot.below);
    double y = in.box.bottom() + room.below - line * static_cast<double>(lines.size()) + 6;
    const bool is_inside = in.is_table() || bars_of(in.plot) != nullptr;
    const double x = in.plot.plane ? in.box.centre().x
                     : is_inside   ? in.box.left
                                   : left_edge;
    for (const std::string& text : lines) {
        put_label(in, {text, Paint::muted, false}, {x, y},
                  in.plot.plane ? Align::centre : Align::left);
        y += line;
    }
}

}  // namespace

void add_words(Placed& in, const Room& room, double name_line, double left_edge) {
    add_row_words(in);
    if (in.is_table()) {
        add_column_words(in, room.upright);
    } else {
        add_column_numbers(in);
    }
    add_name(in, room, name_line, left_edge);
    add_axis_names(in, room, left_edge);
    add_opposite(in, room);
    add_remark(in, room, left_edge);
    add_names(in);
}

}  // namespace attn::plots

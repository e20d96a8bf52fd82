#include "plots/room.hpp"

#include <algorithm>
#include <cmath>

#include "plots/axes.hpp"
#include "plots/labels.hpp"
#include "plots/layout.hpp"
#include "plots/text_width.hpp"

namespace attn::plots {
namespace {

constexpr double beside_cells = 14;   // from row words to the cells
constexpr double beside_ticks = 10;   // from an axis' numbers to the axis
constexpr double beside_curves = 26;  // from an axis' end to the curves' names

bool is_table(const Plot& plot) {
    const Cells* cells = cells_of(plot);
    return cells != nullptr && cells->numbers;
}

double widest(const std::vector<Tick>& ticks, double size) {
    double most = 0;
    for (const Tick& tick : ticks) most = std::max(most, text_width(tick.label, size));
    return most;
}

double widest(const std::vector<Label>& labels) {
    double most = 0;
    for (const Label& label : labels) {
        most = std::max(most, text_width(label.text, text_size, label.bold));
    }
    return most;
}

/// Whether words so wide fit side by side above cells; other fonts are a tenth wider.
bool fit_above(double words, double cell) {
    return 1.1 * words + 6 <= cell;
}

void add_table_words(Room& room, const Plot& plot, double pitch) {
    const double size = word_size(plot, pitch);
    if (!plot.y.ticks.empty()) room.left = widest(plot.y.ticks, size) + beside_cells;
    if (!plot.y.name.empty()) {
        room.left = std::max(room.left, text_width(plot.y.name, text_size) + beside_cells);
    }
    const double words = widest(plot.x.ticks, size);
    room.upright = !fit_above(words, cell_size(plot, pitch).width);
    if (!plot.x.ticks.empty()) room.words = room.upright ? words + 10 : 32;
    room.above = room.words;
    if (!plot.x.name.empty()) room.above += 26;
    if (!plot.y.opposite_name.empty() || !plot.y.name.empty()) {
        room.above = std::max(room.above, 32.0);
    }
}

/// Words at a value of x that reach so far to its left and right may leave the plot. How wide it
/// will be is not known yet: at least so wide.
void take_reach(Room& room, const Axis& x, double value, double left, double right) {
    constexpr double narrow_plot = 200;
    const double share = share_of(x, value);
    room.left = std::max(room.left, left - share * narrow_plot);
    room.right = std::max(room.right, right - (1 - share) * narrow_plot);
}

void take_tick(Room& room, const Axis& x, const Tick& tick) {
    const double half = text_width(tick.label, text_size) / 2;
    take_reach(room, x, tick.at, half, half);
}

void add_axes(Room& room, const Plot& plot) {
    const bool has_rows = !plot.y.words.empty();
    if (!plot.y.ticks.empty()) {
        room.left =
            widest(plot.y.ticks, text_size) + (has_rows ? beside_cells : beside_ticks);
    }
    const bool has_rules =
        std::any_of(plot.marks.begin(), plot.marks.end(), [](const Mark& m) {
            const Rule* rule = std::get_if<Rule>(&m);
            return rule != nullptr && !rule->text.empty();
        });
    if (!plot.y.name.empty() || has_rules || !plot.y.opposite_name.empty()) room.above = 36;
    if (bars_of(plot) != nullptr) return;
    if (!plot.x.hidden) room.below = 34;
    if (!plot.x.name.empty()) room.below += 27;
    if (plot.x.hidden) return;
    for (const Tick& tick : plot.x.ticks) take_tick(room, plot.x, tick);
    if (plot.x.ticks.empty())
        take_tick(room, plot.x, {*plot.x.last, short_label(*plot.x.last)});
}

/// The widest line of a text, at a side of a value and so far away from it.
void take_words(Room& room, const Axis& x, double value, const std::string& text, Side side,
                double away) {
    double widest = 0;
    for (const std::string& line : lines_of(text)) {
        widest = std::max(widest, text_width(line, text_size, true));
    }
    if (widest == 0) return;
    const bool is_centred = side == Side::above || side == Side::below;
    take_reach(room, x, value,
               is_centred           ? widest / 2
               : side == Side::left ? widest + away
                                    : 0,
               is_centred            ? widest / 2
               : side == Side::right ? widest + away
                                     : 0);
}

/// A curve's name stands at the right end of the axis, or beside its point.
template <class Curve>
void take_name(Room& room, const Axis& x, const Curve& curve) {
    if (curve.name.empty()) return;
    if (curve.named_at) {
        take_words(room, x, curve.named_at->x, curve.name, curve.side, 12);
    } else {
        room.right =
            std::max(room.right, beside_curves + text_width(curve.name, text_size));
    }
}

void take_mark(Room& room, const Plot& plot, const Mark& mark) {
    const Axis& x = plot.x;
    if (const auto* line = std::get_if<Line>(&mark)) take_name(room, x, *line);
    if (const auto* dots = std::get_if<Dots>(&mark)) take_name(room, x, *dots);
    if (const auto* note = std::get_if<Note>(&mark)) {
        take_words(room, x, note->at.x, note->text, note->side, 12);
    } else if (const auto* arrow = std::get_if<Arrow>(&mark)) {
        const Side ahead = arrow->to.x < arrow->from.x ? Side::left : Side::right;
        take_words(room, x, arrow->to.x, arrow->name, arrow->side.value_or(ahead), 16);
    } else if (const auto* part = std::get_if<Part>(&mark)) {
        const double half = text_width(part->text, text_size) / 2 + 18;
        take_reach(room, x, part->at.x, half, half);
    } else if (const auto* bars = std::get_if<Bars>(&mark)) {
        for (std::size_t i = 0; i < bars->values.size(); ++i) {
            take_words(room, x, std::max(0.0, bars->values[i]), bars->numbers[i],
                       Side::right, 12);
        }
    }
}

/// The words of marks, and what stands opposite the words of an axis.
void add_words_of_marks(Room& room, const Plot& plot) {
    if (plot.aside) {
        room.right = *plot.aside;
        if (plot.plane) room.left = *plot.aside;
    } else {
        for (const Mark& mark : plot.marks) take_mark(room, plot, mark);
    }
    if (!plot.y.opposite.empty()) {
        room.opposite =
            std::max(widest(plot.y.opposite), text_width(plot.y.opposite_name, text_size));
        room.right += 16 + room.opposite;
    }
    if (!plot.x.opposite.empty()) room.below += 34;
}

/// Words stick out of a plane above and below.
bool has_words(const Plot& plot) {
    return std::any_of(plot.marks.begin(), plot.marks.end(), [](const Mark& mark) {
        const auto* arrow = std::get_if<Arrow>(&mark);
        return (arrow != nullptr && !arrow->name.empty()) ||
               std::holds_alternative<Note>(mark) || std::holds_alternative<Part>(mark);
    });
}

}  // namespace

Room room_of(const Plot& plot, double pitch) {
    Room room;
    if (is_table(plot)) {
        add_table_words(room, plot, pitch);
    } else if (cells_of(plot) != nullptr) {
        room.left = widest(plot.y.ticks, text_size) + beside_ticks;
        if (!plot.x.hidden) room.above = 26;
    } else if (plot.plane) {
        if (has_words(plot)) room.above = room.below = 28;
    } else {
        add_axes(room, plot);
    }
    add_words_of_marks(room, plot);
    if (!plot.below.empty()) {
        room.below += 10 + 24 * static_cast<double>(lines_of(plot.below).size());
    }
    if (!plot.name.empty()) {
        room.name = room.above + (room.above > 0 ? 16 : 22);
        room.above = room.name + 12;
    }
    return room;
}

double word_size(const Plot& plot, double pitch) {
    const double usual = word_font(pitch), cell = cell_size(plot, pitch).width;
    const auto fits = [&](double size) {
        return fit_above(widest(plot.x.ticks, size), cell);
    };
    const double smaller = std::max(small_size, usual - 2);
    return fits(usual) || !fits(smaller) ? usual : smaller;
}

Size cell_size(const Plot& plot, double pitch) {
    const Cells& cells = *cells_of(plot);
    double width = pitch * cells.aspect;
    const double size = cell_font(pitch);
    for (std::size_t i = 0; i < cells.values.rows(); ++i) {
        for (std::size_t j = 0; j < cells.values.cols(); ++j) {
            const std::string text = cell_text(cells, i, j, pitch * cells.aspect < 50);
            width = std::max(width, text_width(text, size) + gap_between_cells(pitch) + 2);
        }
    }
    return {std::ceil(width), pitch};
}

std::optional<double> fixed_width(const Plot& plot, double pitch) {
    if (!is_table(plot)) return {};
    return cell_size(plot, pitch).width *
           static_cast<double>(cells_of(plot)->values.cols());
}

double least_width(const Plot& plot) {
    return bars_of(plot) != nullptr || plot.plane ? 60 : 140;
}

double words_width(const Plot& plot) {
    double widest = text_width(plot.name, text_size, true);
    for (const std::string& line : lines_of(plot.below)) {
        widest = std::max(widest, text_width(line, text_size));
    }
    return widest;
}

Size map_size(const Plot& plot, double width) {
    constexpr double narrowest = 300, usual_row = 8, tick = 20, most_ticks = 8;
    const double highest = 440 * plot.height, usual = 400 * plot.height;
    const Matrix& values = cells_of(plot)->values;
    const auto rows = static_cast<double>(values.rows());
    const double square = rows * width / static_cast<double>(values.cols());
    if (square > highest) {
        return {std::max(width * highest / square, std::min(width, narrowest)), highest};
    }
    const double low = std::max(rows * usual_row, std::min(rows, most_ticks) * tick);
    return {width, std::max(square, std::min(usual, low))};
}

double inner_height(const Plot& plot, double pitch, double width) {
    constexpr double chart_height = 256, plane_height = 300;
    if (is_table(plot)) return pitch * static_cast<double>(cells_of(plot)->values.rows());
    if (cells_of(plot) != nullptr) return map_size(plot, width).height;
    if (const Bars* bars = bars_of(plot)) {
        const std::size_t n = bars->values.size();
        return static_cast<double>(n) * (n > 6 ? 36 : 56);
    }
    if (plot.plane) {
        const double wide = *plot.x.last - *plot.x.first,
                     high = *plot.y.last - *plot.y.first;
        return std::min(width * high / wide, plane_height * plot.height);
    }
    const std::size_t rows = plot.y.words.size();
    if (rows > 0) return static_cast<double>(rows) * 26 * plot.height;
    return chart_height * plot.height;
}

}  // namespace attn::plots

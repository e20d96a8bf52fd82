#include "plots/handles.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include "plots/layout.hpp"
#include "plots/text_width.hpp"

namespace attn::plots {
namespace {

// Room for words that change while a value is moved: a column that grew with them would push the
// plot away from below the finger.
constexpr double beside_plane = 28, beside_bars = 64;

/// How far the values go that a reader can move in a plot; nothing where there are none.
std::optional<double> reach_of_values(const Plot& plot) {
    std::optional<double> most;
    for (const Mark& mark : plot.marks) {
        const auto* arrow = std::get_if<Arrow>(&mark);
        if (arrow != nullptr && !arrow->knob.empty())
            most = std::max(most.value_or(0), std::hypot(arrow->to.x, arrow->to.y));
        const auto* bars = std::get_if<Bars>(&mark);
        if (bars == nullptr || bars->knob.empty()) continue;
        for (const double value : bars->values)
            most = std::max(most.value_or(0), std::abs(value));
    }
    return most;
}

/// 5, 10, 20, 50, 100, ...: the first that is not below a value.
double round_reach(double value) {
    double reach = 5;
    for (int i = 0; reach < value; ++i) reach *= i % 3 == 2 ? 2.5 : 2;
    return reach;
}

void add_tip_handle(std::vector<Handle>& all, const Placed& in, const Arrow& arrow) {
    if (arrow.knob.empty()) return;
    const Point zero = in.at({0, 0}), one = in.at({1, 1});
    all.push_back({.kind = HandleKind::tip,
                   .knob = arrow.knob,
                   .name = arrow.name,
                   .at = in.at(arrow.to),
                   .zero = zero,
                   .unit = {one.x - zero.x, zero.y - one.y},
                   .reach = *in.plot.x.last});
}

void add_end_handles(std::vector<Handle>& all, const Placed& in, const Bars& bars,
                     const Texts& names) {
    if (bars.knob.empty()) return;
    for (std::size_t i = 0; i < bars.values.size(); ++i) {
        const auto row = static_cast<double>(i);
        const Point zero = in.at({0, row});
        all.push_back({.kind = HandleKind::end,
                       .knob = bars.knob,
                       .name = i < names.size() ? names[i] : "",
                       .entry = i,
                       .at = in.at({bars.values[i], row}),
                       .zero = zero,
                       .unit = {in.at({1, row}).x - zero.x, 0},
                       .reach = *in.plot.x.last});
    }
}

void add_word_handles(std::vector<Handle>& all, const Placed& in) {
    const Axis& axis = in.plot.x;
    if (axis.knob.empty()) return;
    double above = 18, highest = 0;  // the words' middle, and the highest of upright ones
    for (const Text& text : in.ticks) {
        if (text.at.y > in.box.top ||
            std::ranges::find(axis.words, text.text) == axis.words.end())
            continue;
        above = in.box.top - text.at.y;
        if (text.upright) highest = std::max(highest, text_width(text.text, text.size));
    }
    if (highest > 0) above = 8 + highest / 2;
    for (std::size_t i = 0; i < axis.words.size(); ++i) {
        all.push_back({.kind = HandleKind::word,
                       .knob = axis.knob,
                       .name = axis.words[i],
                       .entry = i,
                       .at = {in.cells({0, i}).centre().x, in.box.top - above},
                       .zero = {in.box.left, in.box.top},
                       .unit = {in.cell_width, in.cell_height},
                       .reach = static_cast<double>(axis.words.size())});
    }
}

bool has_handles(const Plot& plot) {
    return reach_of_values(plot) || !plot.x.knob.empty();
}

bool has_handles(const Figure& figure) {
    for (const Row& row : figure.rows) {
        for (const Block& block : row) {
            const Plot* const plot = std::get_if<Plot>(&block);
            if (plot != nullptr && has_handles(*plot)) return true;
        }
    }
    return false;
}

/// A plane in a row of its own is larger, and a hand does not cover what it moves.
std::vector<Row> with_planes_alone(const std::vector<Row>& rows) {
    std::vector<Row> result;
    for (const Row& row : rows) {
        Row others;
        for (const Block& block : row) {
            const Plot* const plot = std::get_if<Plot>(&block);
            if (plot != nullptr && plot->plane) {
                result.push_back({block});
            } else {
                others.push_back(block);
            }
        }
        if (!others.empty()) result.push_back(others);
    }
    return result;
}

}  // namespace

std::vector<Handle> handles_of(const Figure& figure, double width) {
    std::vector<Handle> all;
    if (!has_handles(figure)) return all;  // else each step of a training is laid out twice
    for (const Placed& in : laid_out(figure, width).plots) {
        for (const Mark& mark : in.plot.marks) {
            if (const auto* arrow = std::get_if<Arrow>(&mark))
                add_tip_handle(all, in, *arrow);
            if (const auto* bars = std::get_if<Bars>(&mark))
                add_end_handles(all, in, *bars, in.plot.y.words);
        }
        add_word_handles(all, in);
    }
    return all;
}

Figure with_room(Figure figure, double least) {
    std::vector<Plot*> plots;
    std::optional<double> most;
    for (Row& row : figure.rows) {
        for (Block& block : row) {
            if (Plot* const plot = std::get_if<Plot>(&block)) plots.push_back(plot);
        }
    }
    for (const Plot* plot : plots) most = std::max(most, reach_of_values(*plot));
    if (!most) return figure;
    const double reach = round_reach(std::max(least, *most));
    for (Plot* plot : plots) {
        const bool has_bars = bars_of(*plot) != nullptr,
                   is_free = has_bars && !plot->x.last;
        if (plot->plane) plot->aside = beside_plane;
        if (has_bars) plot->aside = beside_bars;
        if (!plot->plane && !is_free) continue;
        plot->x.first = -reach;
        plot->x.last = reach;
        if (!plot->plane) continue;
        plot->y.first = -reach;
        plot->y.last = reach;
        plot->height = std::max(plot->height, 1.15);
    }
    figure.rows = with_planes_alone(figure.rows);
    return figure;
}

}  // namespace attn::plots

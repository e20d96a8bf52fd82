#include "plots/axes.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "plots/labels.hpp"
#include "plots/text_width.hpp"

namespace attn::plots {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

struct Range {
    double first = infinity, last = -infinity;

    void take(double value) {
        if (!std::isfinite(value)) return;
        first = std::min(first, value);
        last = std::max(last, value);
    }
};

struct Ranges {
    Range x, y;

    void take(const Point& p) {
        x.take(p.x);
        y.take(p.y);
    }
    void take(const std::vector<Point>& points) {
        for (const Point& p : points) take(p);
    }
    void take_places(std::size_t rows) {
        y.take(-0.5);
        y.take(static_cast<double>(rows) - 0.5);
    }
};

void take(Ranges& all, const Mark& mark, bool is_plane) {
    if (const auto* line = std::get_if<Line>(&mark)) all.take(line->points);
    if (const auto* dots = std::get_if<Dots>(&mark)) all.take(dots->points);
    if (const auto* arrow = std::get_if<Arrow>(&mark)) all.take({arrow->from, arrow->to});
    if (const auto* part = std::get_if<Part>(&mark)) all.take(part->at);
    if (const auto* note = std::get_if<Note>(&mark); note != nullptr && is_plane) {
        all.take(note->at);
    }
    if (const auto* bars = std::get_if<Bars>(&mark)) {
        all.x.take(0);
        for (const double value : bars->values) all.x.take(value);
        all.take_places(bars->values.size());
    } else if (const auto* cells = std::get_if<Cells>(&mark)) {
        all.x.take(-0.5);
        all.x.take(static_cast<double>(cells->values.cols()) - 0.5);
        all.take_places(cells->values.rows());
    }
}

/// Gives the axis the ends that it does not have; a range of one value gets some room.
void set_ends(Axis& axis, double first, double last) {
    if (first == last) {
        first = axis.log ? first / 2 : first - 0.5;
        last = axis.log ? last * 2 : last + 0.5;
    }
    if (!axis.first) axis.first = first;
    if (!axis.last) axis.last = last;
}

void set_y_ends(Plot& plot, const Range& y) {
    Axis& axis = plot.y;
    const bool has_rows = cells_of(plot) != nullptr || bars_of(plot) != nullptr;
    if (has_rows || !axis.words.empty()) {
        const std::size_t rows = axis.words.size();
        const double last = has_rows ? y.last : static_cast<double>(rows) - 0.5;
        set_ends(axis, last, -0.5);
    } else if (plot.plane || axis.log) {
        set_ends(axis, y.first, y.last);
    } else {
        const double first = axis.first.value_or(std::min(0.0, y.first));
        set_ends(axis, first, y.last + 0.04 * (y.last - first));
    }
}

/// A number and a colour for each bar.
void complete(Bars& bars) {
    if (bars.numbers.empty()) {
        for (const double value : bars.values)
            bars.numbers.push_back(number_label(value, 2));
    }
    if (bars.paints.size() == 1) bars.paints.resize(bars.values.size(), bars.paints[0]);
}

std::vector<Tick> ticks_of_words(const Texts& words) {
    std::vector<Tick> ticks;
    for (const std::string& word : words) {
        ticks.push_back({static_cast<double>(ticks.size()), word});
    }
    return ticks;
}

/// Whole numbers from 0, at most count of them, a round distance apart.
std::vector<Tick> whole_ticks(std::size_t places, double count) {
    std::size_t step = 1;
    for (const std::size_t wider : {1u, 2u, 4u, 8u, 10u, 16u, 20u, 32u, 50u, 64u, 100u,
                                    128u, 200u, 256u, 500u, 1000u}) {
        step = wider;
        if (static_cast<double>(places) <= count * static_cast<double>(step)) break;
    }
    std::vector<Tick> ticks;
    for (std::size_t i = 0; i < places; i += step) {
        ticks.push_back({static_cast<double>(i), std::to_string(i)});
    }
    return ticks;
}

std::vector<Tick> decades(double low, double high, double count) {
    const double step = std::max(1.0, std::ceil(std::log10(high / low) / count));
    std::vector<Tick> ticks;
    for (double power = std::ceil(std::log10(low) - 1e-9); power <= std::log10(high) + 1e-9;
         power += step) {
        ticks.push_back({std::pow(10, power), short_label(std::pow(10, power))});
    }
    return ticks;
}

}  // namespace

std::vector<Tick> round_ticks(double first, double last, double count, bool log) {
    const auto [low, high] = std::minmax(first, last);
    if (log) return decades(low, high, count);
    const double least = (high - low) / count;
    const double ten = std::pow(10, std::floor(std::log10(least)));
    double step = 10 * ten;
    for (const double digit : {5.0, 2.0, 1.0}) {
        if (least <= digit * ten * (1 + 1e-9)) step = digit * ten;
    }
    std::vector<Tick> ticks;
    for (double i = std::ceil(low / step - 1e-9); i * step <= high + 1e-9 * step; ++i) {
        ticks.push_back({i * step, short_label(i * step)});
        if (i + 1 == i) break;  // beyond 2^53
    }
    return ticks;
}

Plot with_ends(Plot plot) {
    for (Mark& mark : plot.marks) {
        if (Bars* bars = std::get_if<Bars>(&mark)) complete(*bars);
    }
    Ranges ranges;
    for (const Mark& mark : plot.marks) take(ranges, mark, plot.plane);
    if (plot.plane) plot.x.hidden = plot.y.hidden = true;
    const bool are_zero = bars_of(plot) != nullptr && ranges.x.first == ranges.x.last;
    set_ends(plot.x, ranges.x.first, are_zero ? 1 : ranges.x.last);  // 0 stays at the left
    set_y_ends(plot, ranges.y);
    const Cells* cells = cells_of(plot);
    if (!plot.y.words.empty()) {
        plot.y.ticks = ticks_of_words(plot.y.words);
    } else if (cells != nullptr && !cells->numbers && plot.y.ticks.empty()) {
        plot.y.ticks = whole_ticks(cells->values.rows(), 8);
    } else if (cells == nullptr && bars_of(plot) == nullptr && plot.y.ticks.empty() &&
               !plot.y.hidden) {
        plot.y.ticks = round_ticks(*plot.y.first, *plot.y.last,
                                   std::max(2.0, 5 * plot.height), plot.y.log);
    }
    if (!plot.x.words.empty()) plot.x.ticks = ticks_of_words(plot.x.words);
    return plot;
}

double share_of(const Axis& axis, double value) {
    const double first = *axis.first, last = *axis.last;
    if (axis.log) return std::log(value / first) / std::log(last / first);
    return (value - first) / (last - first);
}

std::vector<Tick> x_ticks_for(const Plot& plot, double pixels) {
    const Axis& axis = plot.x;
    const Cells* cells = cells_of(plot);
    const bool has_cell_numbers = cells != nullptr && cells->numbers;
    if (!axis.ticks.empty() || axis.hidden || has_cell_numbers ||
        bars_of(plot) != nullptr) {
        return axis.ticks;
    }
    std::vector<Tick> ticks;
    for (double count = 8; count >= 2; --count) {
        ticks = cells != nullptr ? whole_ticks(cells->values.cols(), count)
                                 : round_ticks(*axis.first, *axis.last, count, axis.log);
        double widest = 0, apart = pixels;
        for (std::size_t i = 0; i < ticks.size(); ++i) {
            widest = std::max(widest, text_width(ticks[i].label, 16));
            if (i == 0 || cells != nullptr) continue;
            apart = std::min(apart, pixels * (share_of(axis, ticks[i].at) -
                                              share_of(axis, ticks[i - 1].at)));
        }
        const bool have_room =
            static_cast<double>(ticks.size()) * (widest + 22) <= pixels + 22;
        if (have_room && apart >= widest + 6) break;
    }
    return ticks;
}

}  // namespace attn::plots

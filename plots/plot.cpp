#include "plots/plot.hpp"

#include <algorithm>
#include <utility>

#include "plots/labels.hpp"

namespace attn::plots {

Plot Plot::painted(Paint with) const {
    Plot copy = *this;
    copy.paint = with;
    return copy;
}

Plot Plot::made_by(const Made& origin) const {
    Plot plot = *this;
    plot.made = origin;
    return plot;
}

Plot Plot::framed(const Frame& frame) const {
    Plot copy = *this;
    for (Mark& mark : copy.marks) {
        if (Cells* cells = std::get_if<Cells>(&mark)) cells->frame = frame;
    }
    return copy;
}

bool is_row_of_steps(const Row& row) {
    const auto is_step = [](const Block& b) { return std::holds_alternative<Step>(b); };
    return std::any_of(row.begin(), row.end(), is_step) &&
           std::all_of(row.begin(), row.end(), [&](const Block& b) {
               return is_step(b) || std::holds_alternative<Nothing>(b);
           });
}

Plot table(std::string name, Matrix values, Texts rows, Texts columns, Cells look) {
    look.values = std::move(values);
    Plot plot{.name = std::move(name), .marks = {std::move(look)}};
    plot.x.words = std::move(columns);
    plot.y.words = std::move(rows);
    return plot;
}

Plot large_map(std::string name, Matrix values, double limit) {
    Cells look = signed_to(limit);
    look.numbers = false;
    return table(std::move(name), std::move(values), {}, {}, std::move(look));
}

Plot bars(std::string name, Texts words, Bars marks, std::optional<double> most) {
    Plot plot{.name = std::move(name)};
    plot.x.last = most;
    plot.y.words = std::move(words);
    plot.marks = {std::move(marks)};
    return plot;
}

Plot upright(Plot plane, double stretch) {
    const auto turn = [&](Point& at) { at = {-stretch * at.y, -at.x}; };
    const auto turn_side = [](Side& side) {
        side = side == Side::left    ? Side::above
               : side == Side::above ? Side::left
               : side == Side::right ? Side::below
                                     : Side::right;
    };
    for (Mark& mark : plane.marks) {
        if (Line* line = std::get_if<Line>(&mark)) {
            for (Point& point : line->points) turn(point);
        } else if (Arrow* arrow = std::get_if<Arrow>(&mark)) {
            turn(arrow->from);
            turn(arrow->to);
        } else if (Part* part = std::get_if<Part>(&mark)) {
            turn(part->at);
        } else if (Note* note = std::get_if<Note>(&mark)) {
            turn(note->at);
            turn_side(note->side);
        }
    }
    return plane;
}

Cells signed_to(double limit, int decimals) {
    Cells look;
    look.palette = Palette::diverging;
    look.limit = limit;
    look.decimals = decimals;
    return look;
}

Line ribbon_sideways(const Point& from, const Point& to, double share, Paint paint) {
    Line line{.points = {}, .paint = paint, .share = share};
    constexpr int steps = 30;
    for (int i = 0; i <= steps; ++i) {
        const double t = static_cast<double>(i) / steps, s = t * t * (3 - 2 * t);
        line.points.push_back({from.x + (to.x - from.x) * t, from.y + (to.y - from.y) * s});
    }
    return line;
}

Line ribbon_upwards(const Point& from, const Point& to, double share, Paint paint) {
    Line line = ribbon_sideways({from.y, from.x}, {to.y, to.x}, share, paint);
    for (Point& p : line.points) std::swap(p.x, p.y);
    return line;
}

std::vector<Tick> ticks_at(const std::vector<double>& values) {
    std::vector<Tick> ticks;
    for (const double value : values) ticks.push_back({value, short_label(value)});
    return ticks;
}

std::vector<Label> labels(const Texts& texts, Paint paint, bool bold) {
    std::vector<Label> all;
    for (const std::string& text : texts) all.push_back({text, paint, bold});
    return all;
}

const Cells* cells_of(const Plot& plot) {
    for (const Mark& mark : plot.marks) {
        if (const Cells* cells = std::get_if<Cells>(&mark)) return cells;
    }
    return nullptr;
}

const Bars* bars_of(const Plot& plot) {
    for (const Mark& mark : plot.marks) {
        if (const Bars* bars = std::get_if<Bars>(&mark)) return bars;
    }
    return nullptr;
}

}  // namespace attn::plots

#include "plots/names.hpp"

#include <algorithm>
#include <cmath>

#include "plots/axes.hpp"
#include "plots/clearance.hpp"
#include "plots/room.hpp"
#include "plots/text_width.hpp"

namespace attn::plots {
namespace {

constexpr double line_height = 24;  // of notes
constexpr double names_apart = 26;  // of curves that end together
constexpr double above_chart = 27;  // from a chart's top up to the words of its rules

/// Gold is too pale for words, and so is the grey of axes.
Paint readable(Paint paint) {
    return paint == Paint::gold ? Paint::ink : paint == Paint::axis ? Paint::muted : paint;
}

// ---- at the ends of curves

struct Named {
    std::string name;
    Point end;  // on the page
    Paint paint;
};

/// The last point of a curve that is inside its axes.
std::optional<Point> end_of(const Placed& in, const std::vector<Point>& points) {
    const auto is_on = [](const Axis& axis, double value) {
        const double share = share_of(axis, value);
        return share >= -1e-9 && share <= 1 + 1e-9;
    };
    for (auto p = points.rbegin(); p != points.rend(); ++p) {
        if (is_on(in.plot.x, p->x) && is_on(in.plot.y, p->y)) return in.at(*p);
    }
    return {};
}

std::vector<Named> named_at_their_ends(const Placed& in) {
    std::vector<Named> all;
    const auto add = [&](const auto* mark) {
        if (mark == nullptr || mark->name.empty() || mark->named_at) return;
        const std::optional<Point> end = end_of(in, mark->points);
        if (end) all.push_back({mark->name, *end, mark->paint});
    };
    for (const Mark& mark : in.plot.marks) {
        add(std::get_if<Line>(&mark));
        add(std::get_if<Dots>(&mark));
    }
    std::stable_sort(all.begin(), all.end(),
                     [](const Named& a, const Named& b) { return a.end.y < b.end.y; });
    return all;
}

void add_names_at_ends(Placed& in) {
    const std::vector<Named> all = named_at_their_ends(in);
    std::vector<double> wanted;
    for (const Named& named : all) wanted.push_back(named.end.y);
    const std::vector<double> places = parted(wanted, names_apart, in.box.bottom());
    const double right = in.box.right();
    for (std::size_t i = 0; i < all.size(); ++i) {
        const Point from{std::min(all[i].end.x, right) + 4, all[i].end.y};
        in.leaders.push_back({{from, {right + 20, places[i]}}, all[i].paint, 1});
        in.texts.push_back({.at = {right + 26, places[i]},
                            .text = all[i].name,
                            .paint = readable(all[i].paint)});
    }
}

void add_numbers(Placed& in, const Bars& bars) {
    for (std::size_t i = 0; i < bars.values.size(); ++i) {
        const Point value{std::max(0.0, bars.values[i]), static_cast<double>(i)};
        in.texts.push_back({.at = {in.at(value).x + 12, in.at(value).y},
                            .text = bars.numbers[i],
                            .bold = true,
                            .value = value});
    }
}

// ---- beside points

/// A text at a side of a point; away is how far it is from it.
Text at_side(const Point& at, Side side, double away, const std::string& text,
             Paint paint) {
    Text result{.at = at, .text = text, .paint = paint, .align = Align::centre};
    if (side == Side::right || side == Side::left) {
        result.at.x += side == Side::right ? away : -away;
        result.align = side == Side::right ? Align::left : Align::right;
    } else {
        result.at.y += (side == Side::above ? -1 : 1) * (away + text_size / 2 - 2);
    }
    return result;
}

/// Lines of words beside a value. Centred ones stay inside of a chart.
void put_beside(Placed& in, Clearance& clear, Text text, const Point& value, Side side) {
    const std::vector<std::string> lines = lines_of(text.text);
    const double more = line_height * static_cast<double>(lines.size() - 1);
    if (side != Side::below) text.at.y -= side == Side::above ? more : more / 2;
    text.value = value;
    for (const std::string& line : lines) {
        text.text = line;
        Text placed = text;
        const Box box = box_of(text);
        if (!in.plot.plane && text.align == Align::centre) {
            placed.at.x += std::max(0.0, in.box.left + 8 - box.left);
            placed.at.x -= std::max(0.0, box.right() - in.box.right());
        }
        placed = clear.beside(placed);
        clear.take(placed);
        in.texts.push_back(placed);
        text.at.y += line_height;
    }
}

template <class Curve>
void add_name_beside(Placed& in, Clearance& clear, const Curve& curve) {
    if (curve.name.empty() || !curve.named_at) return;
    const Point at = in.at(*curve.named_at);
    put_beside(in, clear, at_side(at, curve.side, 12, curve.name, readable(curve.paint)),
               *curve.named_at, curve.side);
}

/// Beyond the tip, then beside it, then beside the arrow's middle.
std::vector<Text> places_for_name(const Text& text, const Point& from, const Point& to) {
    const double length = std::max(1.0, std::hypot(to.x - from.x, to.y - from.y));
    const Point along{(to.x - from.x) / length, (to.y - from.y) / length};
    const Size half{text_width(text.text, text.size, text.bold) / 2 + 12, 16};
    const auto at = [&](double back, const Point& direction) {
        Text moved = text;
        moved.at.x = to.x + direction.x * half.width - along.x * back;
        moved.at.y = to.y + direction.y * half.height - along.y * back;
        return moved;
    };
    const Point one{along.y, -along.x}, other{-along.y, along.x};
    return {at(0, along), at(12, one), at(12, other), at(length * 0.4, one),
            at(length * 0.4, other)};
}

void add_arrow_name(Placed& in, Clearance& clear, const Arrow& arrow) {
    if (arrow.name.empty()) return;
    const Point to = in.at(arrow.to);
    const Side side = arrow.side.value_or(Side::right);
    Text text = at_side(to, side, 10, arrow.name, readable(arrow.paint));
    text.bold = arrow.weight != Weight::hair;
    if (!arrow.side) {
        text.align = Align::centre;
        text = clear.best(places_for_name(text, in.at(arrow.from), to));
    }
    text.value = arrow.to;
    clear.take(text);
    in.texts.push_back(text);
}

void add_rule_name(Placed& in, Clearance& clear, const Rule& rule) {
    if (rule.text.empty()) return;
    const Text text{.at = {in.at({rule.x, 0}).x, in.box.top - above_chart},
                    .text = rule.text,
                    .paint = readable(rule.paint),
                    .align = Align::centre};
    in.texts.push_back(clear.aside(text));
    clear.take(in.texts.back());
}

void add_gap_words(Placed& in, Clearance& clear, const Gap& gap) {
    Text text{.at = {(in.at({gap.from, 0}).x + in.at({gap.to, 0}).x) / 2, in.box.top + 22},
              .paint = Paint::muted,
              .align = Align::centre};
    double widest = 0;
    for (const std::string& line : lines_of(gap.text)) {
        widest = std::max(widest, text_width(line, text.size));
    }
    text.at.x = std::max(text.at.x, in.box.left + 8 + widest / 2);  // not on the axis
    for (const std::string& line : lines_of(gap.text)) {
        text.text = line;
        clear.take(text);
        if (!line.empty()) in.texts.push_back(text);
        text.at.y += line_height;
    }
}

void add_name(Placed& in, Clearance& clear, const Mark& mark) {
    if (const auto* line = std::get_if<Line>(&mark)) add_name_beside(in, clear, *line);
    if (const auto* dots = std::get_if<Dots>(&mark)) add_name_beside(in, clear, *dots);
    if (const auto* arrow = std::get_if<Arrow>(&mark)) add_arrow_name(in, clear, *arrow);
    if (const auto* gap = std::get_if<Gap>(&mark)) add_gap_words(in, clear, *gap);
    if (const auto* part = std::get_if<Part>(&mark)) {
        in.texts.push_back({.at = in.at(part->at),
                            .text = part->text,
                            .align = Align::centre,
                            .after = part->after});
        clear.take(in.texts.back());
    } else if (const auto* note = std::get_if<Note>(&mark)) {
        Text text = at_side(in.at(note->at), note->side, 12, note->text, note->paint);
        text.bold = note->bold;
        put_beside(in, clear, text, note->at, note->side);
    }
}

/// In a plane, names keep clear of arrows and lines too; in a chart, an author names a curve
/// where it is free.
void take_lines(Clearance& clear, const Placed& in) {
    for (const Mark& mark : in.plot.marks) {
        if (const auto* arrow = std::get_if<Arrow>(&mark)) {
            clear.take(in.at(arrow->from), in.at(arrow->to));
        } else if (const auto* line = std::get_if<Line>(&mark)) {
            for (std::size_t i = 1; i < line->points.size(); ++i) {
                clear.take(in.at(line->points[i - 1]), in.at(line->points[i]));
            }
        }
    }
}

}  // namespace

std::vector<double> parted(const std::vector<double>& wanted, double apart, double last) {
    struct Crowd {
        double middle, size;
    };
    std::vector<Crowd> crowds;
    for (const double place : wanted) {
        crowds.push_back({place, 1});
        while (crowds.size() > 1) {
            const Crowd after = crowds.back(), before = crowds[crowds.size() - 2];
            const double size = before.size + after.size;
            if (after.middle - before.middle >= apart * size / 2) break;
            crowds.pop_back();
            crowds.back() = {
                (before.middle * before.size + after.middle * after.size) / size, size};
        }
    }
    std::vector<double> places;
    for (const Crowd& crowd : crowds) {
        for (double i = 0.5; i < crowd.size; ++i) {
            places.push_back(crowd.middle + apart * (i - crowd.size / 2));
        }
    }
    for (std::size_t i = places.size(); i-- > 0; last -= apart) {
        places[i] = std::min(places[i], last);
    }
    return places;
}

void add_names(Placed& in) {
    if (const Bars* bars = bars_of(in.plot)) add_numbers(in, *bars);
    add_names_at_ends(in);
    Clearance clear(in.on_page);
    for (const Text& text : in.texts) clear.take(text);
    if (in.plot.plane) take_lines(clear, in);
    for (const Mark& mark : in.plot.marks) {
        if (const auto* rule = std::get_if<Rule>(&mark)) add_rule_name(in, clear, *rule);
    }
    for (const Mark& mark : in.plot.marks) add_name(in, clear, mark);
}

}  // namespace attn::plots

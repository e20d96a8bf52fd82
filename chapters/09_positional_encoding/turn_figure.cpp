// A pair of columns as a hand on a dial: one figure of chapter 9.
#include <cmath>
#include <numbers>

#include "chapters/09_positional_encoding/figures.hpp"

namespace attn::chapters::ch09 {

using namespace plots;
using enum Paint;

namespace {

/// Where a hand of that length points: upwards at 0, and on as a clock's.
Point hand(double angle, double length = 1) {
    return {length * std::sin(angle), length * std::cos(angle)};
}

Line arc(double from, double to, double radius, Paint paint, Weight weight) {
    Line line{.points = {}, .paint = paint, .weight = weight};
    for (int i = 0; i <= 60; ++i) {
        line.points.push_back(hand(from + (to - from) * i / 60, radius));
    }
    return line;
}

/// A pair's hand at the positions 0 to 6, and two steps of one place each.
Plot dial(const std::string& name, double angle) {
    Plot plot{.name = name, .plane = true};
    plot.marks.push_back(arc(0, 2 * std::numbers::pi, 1, axis, Weight::hair));
    plot.marks.push_back(arc(2 * angle, 3 * angle, 0.45, blue, Weight::thin));
    plot.marks.push_back(arc(5 * angle, 6 * angle, 0.45, rust, Weight::thin));
    for (int p = 0; p <= 6; ++p) {
        const bool is_first = p == 2 || p == 3, is_second = p == 5 || p == 6;
        plot.marks.push_back(
            Arrow{.from = {},
                  .to = hand(angle * p),
                  .paint = is_first    ? blue
                           : is_second ? rust
                                       : axis,
                  .name = std::to_string(p),
                  .weight = is_first || is_second ? Weight::plain : Weight::hair});
    }
    return plot;
}

}  // namespace

Figure turn_figure() {
    return {"09_turn",
            "One step is the same turn wherever you stand",
            "A pair’s (sine, cosine) as a hand on a dial, positions 0 to 6.",
            {{dial("pair 0: angle 1 a step", 1), dial("a slower pair: 0.3 a step", 0.3)},
             {Words{"From 2 to 3 (blue) as from 5 to 6 (rust)."}}}};
}

}  // namespace attn::chapters::ch09

// A pair of columns as a hand on a dial: two figures of chapter 9.
#include <cmath>
#include <numbers>

#include "chapters/09_positional_encoding/09_positional_encoding.hpp"
#include "chapters/examples/small_example.hpp"
#include "plots/labels.hpp"

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

/// A hand that turns by 1 at each place, at the places 0 to 6, and two steps of one place each.
Plot dial() {
    Plot plot{.name = "a hand", .plane = true};
    plot.marks.push_back(arc(0, 2 * std::numbers::pi, 1, axis, Weight::hair));
    plot.marks.push_back(arc(3, 4, 0.45, blue, Weight::thin));
    plot.marks.push_back(arc(4, 5, 0.6, rust, Weight::thin));
    for (int p = 0; p <= 6; ++p) {
        const bool is_first = p == 3 || p == 4, is_second = p == 5;
        plot.marks.push_back(
            Arrow{.from = {},
                  .to = hand(p),
                  .paint = is_first    ? blue
                           : is_second ? rust
                                       : axis,
                  .name = std::to_string(p),
                  .weight = is_first || is_second ? Weight::plain : Weight::hair});
    }
    for (const auto& [from, paint] : {std::pair{3, blue}, {4, rust}}) {
        plot.marks.push_back(Line{.points = {hand(from), hand(from + 1)},
                                  .paint = paint,
                                  .weight = Weight::plain});
    }
    plot.below = "from tip to tip: " + number_label(2 * std::sin(0.5), 4);
    return plot;
}

Plot height_of_the_tip() {
    Line wave{.points = {}, .paint = axis, .weight = Weight::thin};
    for (int i = 0; i <= 120; ++i) wave.points.push_back({i / 20.0, std::cos(i / 20.0)});
    Plot plot{.name = "the height of its tip",
              .x = {.name = "place", .ticks = ticks_at({0, 1, 2, 3, 4, 5, 6})},
              .y = {.first = -1, .last = 1, .ticks = ticks_at({-1, 0, 1})},
              .marks = {wave}};
    const auto dots = [&](const std::vector<int>& places, Paint paint) {
        Dots marks{.points = {}, .paint = paint};
        for (const int p : places) {
            marks.points.push_back({static_cast<double>(p), std::cos(p)});
        }
        plot.marks.push_back(marks);
    };
    dots({0, 1, 2, 6}, axis);
    dots({3, 4}, blue);
    dots({5}, rust);
    return plot;
}

/// One hand, and its sine and cosine in words.
Plot clock(const std::string& whose, bool is_fast, double sine, double cosine) {
    Plot plot{.name = is_fast ? whose : "", .plane = true};
    plot.marks.push_back(arc(0, 2 * std::numbers::pi, 1, axis, Weight::hair));
    plot.marks.push_back(Arrow{.from = {}, .to = {sine, cosine}, .paint = blue});
    plot.below = number_label(sine, 2) + ", " + number_label(cosine, 2);
    plot.narrow = {plot};
    plot.narrow[0].name = whose + (is_fast ? "" : ", slow");
    plot.narrow[0].height = 0.28;  // ten of them stand below one another
    return plot;
}

}  // namespace

Figure turn_figure() {
    return {"09_turn",
            "One step is the same turn wherever you stand",
            "It turns by 1 at each place, in blue from 3 to 4, in rust from 4 to 5.",
            {{dial(), height_of_the_tip()}}};
}

Figure clocks_figure(const Matrix& pe) {
    std::vector<Row> rows;
    for (std::size_t pair = 0; pair < pe.cols() / 2; ++pair) {
        Row row;
        for (std::size_t p = 0; p < pe.rows(); ++p) {
            const bool is_word = p < small_example::tokens.size();
            const std::string name = is_word ? small_example::tokens[p] : "place 100";
            row.push_back(clock(name, pair == 0, pe(p, 2 * pair), pe(p, 2 * pair + 1)));
        }
        rows.push_back(row);
    }
    return {"09_clocks", "Each place has a fast hand and a slow one",
            "The fast hand above, the slow one below, and under each its sine and cosine.",
            rows};
}

}  // namespace attn::chapters::ch09

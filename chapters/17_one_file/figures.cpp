#include "chapters/17_one_file/17_one_file.hpp"

#include <algorithm>
#include <string>

#include "chapters/printing/words.hpp"
#include "plots/labels.hpp"

namespace attn::chapters::ch17 {

using namespace plots;
using enum Paint;

Figure learning_figure(const Learned& learned, std::size_t steps) {
    Line line{.points = {}, .paint = rust};
    double most = 4;
    for (std::size_t i = 0; i < learned.losses.size(); ++i) {
        line.points.push_back({static_cast<double>(i + 1), learned.losses[i]});
        most = std::max(most, learned.losses[i]);
    }
    Plot loss{.name = "loss of each batch",
              .x = {.name = "steps", .first = 0, .last = static_cast<double>(steps)},
              .y = {.first = 0, .last = most, .ticks = ticks_at({0, 2, 4})},
              .height = 1.6};
    if (learned.losses.empty()) {
        loss.marks = {Note{{0, most / 2}, "no batch yet", Side::right, muted}};
    } else {
        loss.marks = {line};
    }
    return {
        "17_learning",
        "After " + counted(learned.losses.size(), "step") + ": “" + learned.written + "”",
        "The curve: how wrong it is. The cells: what each English word read.",
        {{loss, table("", learned.alignment, learned.english, learned.korean)}}};
}

Figure tape_figure(const ByHand& hand) {
    const auto digits = [](double value) { return number_label(value, 0); };
    const Point x{0, 0}, s{3, 1.2}, y{6, 0};
    const auto arrow = [](const Point& from, const Point& to, Paint paint) {
        return Arrow{.from = from, .to = to, .paint = paint, .weight = Weight::thin};
    };
    // The ends lie on the boxes' edges; x is in its square twice.
    const Plot forward{.name = "forward: each operation leaves a note",
                       .marks = {arrow({0.3, 0.24}, {2.15, 1.07}, muted),
                                 arrow({0.48, 0.14}, {2.4, 0.94}, muted),
                                 arrow({0.45, 0}, {5.12, 0}, muted),
                                 arrow({3.55, 0.96}, {5.4, 0.24}, muted),
                                 Part{x, "x = " + digits(hand.x)},
                                 Part{s, "s = x · x = " + digits(hand.square)},
                                 Part{y, "y = s + x = " + digits(hand.y)}},
                       .plane = true};
    const std::string by_a_factor = digits(hand.square_gradient * hand.x);
    const Plot back{
        .name = "backward: the last note first",
        .marks = {arrow({2.6, 1.25}, {0.3, 0.24}, rust),
                  arrow({2.75, 0.96}, {0.42, 0.08}, rust),
                  arrow({5.6, 0}, {0.42, 0}, rust),
                  arrow({5.6, 0.16}, {3.36, 1.04}, rust),
                  Note{{4.6, 0.75}, digits(hand.y_gradient), Side::right, rust},
                  Note{{3, 0}, digits(hand.y_gradient), Side::below, rust},
                  Note{{1.3, 0.75}, by_a_factor, Side::left, rust},
                  Note{{1.7, 0.52}, by_a_factor, Side::right, rust},
                  Part{x, "x: " + digits(hand.gradient), rust},
                  Part{s, "s: " + digits(hand.square_gradient), rust},
                  Part{y, "y: " + digits(hand.y_gradient), rust}},
        .plane = true};
    return {"17_tape",
            "Three slopes come back to x, and they add up",
            "Above, values; below, the slope of y in each.",
            {{forward}, {back}}};
}

}  // namespace attn::chapters::ch17

#include "chapters/15_one_file/15_one_file.hpp"

#include <algorithm>
#include <string>

#include "plots/labels.hpp"

namespace attn::chapters::ch15 {

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
    return {"15_learning",
            "After " + std::to_string(learned.losses.size()) + " steps: “" +
                learned.written + "”",
            "The curve: how wrong it is. The cells: what each English word read.",
            {{loss, table("", learned.alignment, learned.english, learned.korean)}}};
}

Figure tape_figure(const ByHand& hand) {
    const auto digits = [](double value) { return number_label(value, 0); };
    const std::string from_square =
        digits(hand.square_gradient * hand.x);  // by either factor
    const Point x{0, 0}, s{3, 1.2}, y{6, 0};
    const auto arrow = [](const Point& from, const Point& to, Paint paint) {
        return Arrow{.from = {0.74 * from.x + 0.26 * to.x, 0.74 * from.y + 0.26 * to.y},
                     .to = {0.26 * from.x + 0.74 * to.x, 0.26 * from.y + 0.74 * to.y},
                     .paint = paint,
                     .weight = Weight::thin};
    };
    const Plot forward{.name = "forward: each operation leaves a note",
                       .marks = {arrow(x, s, muted), arrow(x, y, muted),
                                 arrow(s, y, muted), Part{x, "x = " + digits(hand.x)},
                                 Part{s, "s = x · x = " + digits(hand.square)},
                                 Part{y, "y = s + x = " + digits(hand.y)}},
                       .plane = true};
    const Plot back{
        .name = "backward: the last note first",
        .marks = {arrow(y, s, rust), arrow(y, x, rust), arrow(s, x, rust),
                  Note{{4.6, 0.75}, digits(hand.y_gradient), Side::right, rust},
                  Note{{3, 0}, digits(hand.y_gradient), Side::below, rust},
                  Note{{1.4, 0.75}, from_square + " + " + from_square, Side::left, rust},
                  Part{x, "x: " + digits(hand.gradient), rust},
                  Part{s, "s: " + digits(hand.square_gradient), rust},
                  Part{y, "y: " + digits(hand.y_gradient), rust}},
        .plane = true};
    return {"15_tape",
            "Three slopes come back to x, and they add up",
            "Above, values; below, the slope of y in each.",
            {{forward}, {back}}};
}

}  // namespace attn::chapters::ch15

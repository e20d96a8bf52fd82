#include "chapters/17_one_file/17_one_file.hpp"

#include <algorithm>
#include <string>

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
    return {"17_learning",
            "After " + std::to_string(learned.losses.size()) + " steps: “" +
                learned.written + "”",
            "The curve: how wrong it is. The cells: what each English word read.",
            {{loss, table("", learned.alignment, learned.english, learned.korean)}}};
}

}  // namespace attn::chapters::ch17

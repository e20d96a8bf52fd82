// Where the norm stands, and what it leaves of a word.
#include <cmath>

#include "chapters/13_encoder/13_encoder.hpp"
#include "chapters/program/wiring.hpp"

namespace attn::chapters::ch13 {

using namespace plots;
using enum Paint;

Figure wiring_figure() {
    Plot post = post_norm_wiring("post-norm: norm(x + part(x))");
    Plot pre = wiring("pre-norm: x + part(norm(x))", 9.4, {{0.2, 3.7}, {4.6, 8.7}},
                      {{{1, 0}, "norm", rust},
                       {{2.5, 0}, "attention"},
                       {{5.35, 0}, "norm", rust},
                       {{7.2, 0}, "feed-forward"}});
    for (Plot* plot : {&post, &pre}) plot->narrow = {upright(*plot, 3)};
    return {"13_wiring",
            "Post-norm interrupts the stream, pre-norm does not",
            "The thick line is a word’s own row; parts add to it.",
            {{post}, {pre}}};
}

double left_behind(std::size_t n_parts) {
    return std::pow(16.0 / 17, static_cast<double>(n_parts) / 2);
}

double left_in_front(std::size_t n_parts) {
    return std::sqrt(16 / (16 + static_cast<double>(n_parts)));
}

Figure left_figure(const std::vector<ch10::Layered>& behind,
                   const std::vector<ch10::Layered>& in_front) {
    Plot plot{.x = {.name = "parts", .ticks = ticks_at({0, 12, 24, 36, 48})},
              .y = {.first = 0, .last = 1.05, .ticks = ticks_at({0, 0.5, 1})},
              .height = 0.9};
    const auto add = [&](double (*pencil)(std::size_t),
                         const std::vector<ch10::Layered>& words, Paint paint,
                         const std::string& name) {
        Line line{.points = {}, .paint = paint, .name = name};
        Dots dots{.points = {}, .paint = paint, .small = true};
        for (std::size_t n = 0; n < words.size(); ++n) {
            const double x = static_cast<double>(n);
            line.points.push_back({x, pencil(n)});
            if (n % 4 == 0) dots.points.push_back({x, words[n].left});
        }
        plot.marks.push_back(line);
        plot.marks.push_back(dots);
    };
    add(left_behind, behind, rust, "post-norm");
    add(left_in_front, in_front, blue, "pre-norm");
    return {"13_left",
            "With the norm in front, more is left of a word",
            "1 is the whole word. Lines: the pencil. Dots: eight words.",
            {{plot}}};
}

}  // namespace attn::chapters::ch13

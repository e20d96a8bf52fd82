// The whole encoder; where the norm stands, and what it leaves of a word.
#include <cmath>

#include "chapters/13_encoder/13_encoder.hpp"
#include "chapters/program/wiring.hpp"

namespace attn::chapters::ch13 {

using namespace plots;
using enum Paint;

Figure stack_figure() {
    const Texts parts{"embedding", "layer 1", "layer 2", "layer N"},
        passes{"ids", "rows", "rows", "…", "rows"};
    Plot plot{.height = 0.45, .plane = true};
    double end = -1.9;  // of the part before
    for (std::size_t i = 0; i <= parts.size(); ++i) {
        const double half = i == 0 ? 1.05 : 0.75;
        plot.marks.push_back(Arrow{{end, 0}, {end + 0.8, 0}, plum});
        plot.marks.push_back(Note{{end + 0.35, 0.1}, passes[i], Side::above, muted});
        if (i == parts.size()) break;
        plot.marks.push_back(Part{{end + 0.8 + half, 0}, parts[i], i == 0 ? teal : blue});
        end += 0.8 + 2 * half;
    }
    plot.marks.push_back(Note{{-0.05, -0.3}, "+ positions", Side::below, muted});
    plot.narrow = {upright(plot, 3)};
    return {
        "13_stack",
        "A row for each word goes in, and a row for each word comes out",
        "In each layer: attention, sum, norm, network, sum, norm. Its numbers are its own.",
        {{plot}}};
}

Figure wiring_figure() {
    Plot post = wiring("post-norm: norm(x + part(x))", 9.4, {{0.4, 2.8}, {4.8, 7.5}},
                       {{{1.6, 0}, "attention"},
                        {{3.75, 1}, "norm", rust},
                        {{6.2, 0}, "feed-forward"},
                        {{8.55, 1}, "norm", rust}});
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
    Plot plot{.x = {.name = "rounds", .ticks = ticks_at({0, 24, 48, 72, 96})},
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
            if (n % 8 == 0) dots.points.push_back({x, words[n].left});
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

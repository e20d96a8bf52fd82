// Where the norm stands: one figure of chapter 11.
#include "chapters/11_encoder/11_encoder.hpp"

namespace attn::chapters::ch11 {

using namespace plots;
using enum Paint;

namespace {

/// A part beside the stream, between the place where it takes from it and where it adds to it.
struct Branch {
    double from, to;
};

/// One way of wiring; places are counted in steps along the stream, which is at height 1 and is
/// interrupted by the parts there.
Plot wiring(const std::string& name, const std::vector<Branch>& branches,
            const std::vector<Part>& parts) {
    constexpr double half_part = 0.52;
    const auto stream = [](double from, double to) {
        return Arrow{
            .from = {from, 1}, .to = {to, 1}, .paint = plum, .weight = Weight::broad};
    };
    Plot plot{.name = name, .plane = true};
    plot.marks.push_back(Note{{0, 1}, "x", Side::left});
    double begin = 0;
    for (const Part& part : parts) {
        if (part.at.y == 0) continue;
        plot.marks.push_back(stream(begin, part.at.x - half_part));
        begin = part.at.x;
    }
    plot.marks.push_back(stream(begin, 9.4));
    for (const auto& [from, to] : branches) {
        plot.marks.push_back(Line{.points = {{from, 1}, {from, 0}, {to, 0}},
                                  .paint = muted,
                                  .weight = Weight::hair});
        plot.marks.push_back(Arrow{
            .from = {to, 0}, .to = {to, 0.93}, .paint = muted, .weight = Weight::hair});
        plot.marks.push_back(Note{{to, 1}, "+", Side::above, plum, true});
    }
    plot.marks.insert(plot.marks.end(), parts.begin(), parts.end());
    plot.narrow = {upright(plot, 3)};
    return plot;
}

}  // namespace

Figure wiring_figure() {
    return {"11_wiring",
            "Post-norm interrupts the stream, pre-norm does not",
            "The thick line is a word’s own row; parts add to it.",
            {{wiring("post-norm: norm(x + part(x))", {{0.4, 2.8}, {4.8, 7.5}},
                     {{{1.6, 0}, "attention"},
                      {{3.75, 1}, "norm", rust},
                      {{6.2, 0}, "feed-forward"},
                      {{8.55, 1}, "norm", rust}})},
             {wiring("pre-norm: x + part(norm(x))", {{0.2, 3.7}, {4.6, 8.7}},
                     {{{1, 0}, "norm", rust},
                      {{2.5, 0}, "attention"},
                      {{5.35, 0}, "norm", rust},
                      {{7.2, 0}, "feed-forward"}})}}};
}

}  // namespace attn::chapters::ch11

#include "chapters/11_feed_forward/11_feed_forward.hpp"

#include "chapters/program/wiring.hpp"
#include "plots/labels.hpp"

namespace attn::chapters::ch11 {
namespace {

using namespace plots;
using enum Paint;

/// A point above the square of neither, a bank, a river and both, seen from the side.
Point seen(double bank, double river, double height) {
    return {bank + 0.45 * river, 0.28 * river + 0.62 * height};
}

/// The four corners on the floor, and a sheet above them.
Plot sheet_over(const std::string& name, const std::string& below, double neither,
                bool is_folded) {
    const Line fold{.points = {seen(1, 0, 0), seen(0, 1, 0)}, .paint = rust};
    const auto edge = [](const Point& from, const Point& to) {
        return Line{.points = {from, to}, .paint = blue};
    };
    const Point lowest = seen(0, 0, neither), a = seen(1, 0, 0), b = seen(0, 1, 0),
                highest = seen(1, 1, 1);
    Plot plot{.name = name,
              .x = {.first = -0.35, .last = 1.75},
              .y = {.first = -0.75, .last = 1.05},
              .below = below,
              .plane = true};
    plot.marks = {Line{.points = {seen(0, 0, 0), a, seen(1, 1, 0), b, seen(0, 0, 0)},
                       .paint = axis,
                       .weight = Weight::hair},
                  Line{.points = {seen(1, 1, 0), highest},
                       .paint = axis,
                       .weight = Weight::hair,
                       .dashed = true},
                  edge(lowest, a),
                  edge(lowest, b),
                  edge(a, highest),
                  edge(b, highest)};
    if (is_folded) {
        plot.marks.push_back(fold);
    } else {
        plot.marks.push_back(Line{.points = {seen(0, 0, 0), lowest},
                                  .paint = axis,
                                  .weight = Weight::hair,
                                  .dashed = true});
    }
    plot.marks.push_back(Dots{.points = {lowest, a, b, highest}, .paint = blue});
    plot.marks.push_back(Note{lowest, "neither: " + number_label(neither, 0), Side::below});
    plot.marks.push_back(Note{a, "bank only: 0", Side::below});
    plot.marks.push_back(Note{b, "river only: 0", Side::above});
    plot.marks.push_back(Note{highest, "both: 1", Side::right, ink, true});
    return plot;
}

}  // namespace

Figure and_figure() {
    return {
        "11_and",
        "One fold makes an “and”",
        "Above the four corners: what comes out. Right: cut off at 0.",
        {{sheet_over("bank + river − 1", "a flat sheet", -1, false),
          sheet_over("max(0, bank + river − 1)", "folded along the rust line", 0, true)}}};
}

namespace {

/// How much shore a bank and a fish end with, from no river to a whole one.
Plot shore_by_river(const std::string& name, const FeedForward& units, bool is_cut) {
    Line bank{{}, blue, "bank"}, fish{{}, rust, "fish"};
    for (int step = 0; step <= 20; ++step) {
        const double river = step / 20.0;
        const Matrix words{{1, river, 0.5, 0.5}, {0, river, 0, 0}};
        const Matrix answers = is_cut ? units.forward(words)
                                      : units.second.forward(units.first.forward(words));
        const Matrix after = words + answers;
        bank.points.push_back({river, after(0, 2)});
        fish.points.push_back({river, after(1, 2)});
    }
    return {.name = name,
            .x = {.name = "river", .ticks = ticks_at({0, 0.25, 0.5, 0.75, 1})},
            .y = {.name = "shore",
                  .first = -0.5,
                  .last = 1,
                  .ticks = ticks_at({-0.5, 0, 0.5, 1})},
            .marks = {bank, fish}};
}

}  // namespace

Figure if_figure(const FeedForward& units) {
    return {"11_if",
            "A bank follows the river, and a fish stays a fish",
            "How much shore a word ends with, by how much it has heard of a river.",
            {{shore_by_river("cut off at 0", units, true),
              shore_by_river("uncut", units, false)}}};
}

Figure layer_figure() {
    Plot plot = post_norm_wiring("");
    plot.marks.front() = Note{{0, 1}, "h", Side::left};  // as the formula calls it
    plot.narrow = {upright(plot, 3)};
    return {"11_layer",
            "A layer: words hear from each other, then each is alone",
            "The thick line is a word’s own row. Both parts add to it.",
            {{plot}}};
}

}  // namespace attn::chapters::ch11

#include "chapters/10_sublayers/10_sublayers.hpp"

#include <cmath>

#include "plots/labels.hpp"

namespace attn::chapters::ch10 {
namespace {

using namespace plots;
using enum Paint;

/// "1e-14", "1e-12" ... at every second power of ten.
std::vector<Tick> tens(int first, int last) {
    std::vector<Tick> ticks;
    for (int power = first; power <= last; power += 2) {
        ticks.push_back(
            {std::pow(10, power), power == 0 ? "1" : "1e" + std::to_string(power)});
    }
    return ticks;
}

/// What is left of a row's size, against its variance.
Plot sizes_plot() {
    return {.x = {.name = "variance of the row (log scale)",
                  .first = 1e-14,
                  .last = 1,
                  .ticks = tens(-14, 0),
                  .log = true},
            .y = {.name = "size of the normalized row (1 is right)",
                  .first = 0,
                  .last = 1.05,
                  .ticks = ticks_at({0, 0.25, 0.5, 0.75, 1})},
            .height = 1.1};
}

/// The size of a row normalized by a variant, for variances along the axis.
std::vector<Point> sizes_of(const NormVariant& variant, double epsilon) {
    std::vector<Point> points;
    for (int step = -140; step <= 0; ++step) {
        const double variance = std::pow(10.0, step / 10.0);
        points.push_back(
            {variance, std::sqrt(variance) / divisor_of(variant, variance, 4, epsilon)});
    }
    return points;
}

}  // namespace

Figure epsilon_figure() {
    const auto& [under, beside, unbiased, both] = norm_variants;
    Plot plot = sizes_plot();
    plot.marks = {
        Line{sizes_of(under, 1e-12), plum, "1e-12", Point{1.3e-12, 0.75}, Side::left},
        Line{sizes_of(under, 1e-3), teal, "1e-3", Point{3.3e-4, 0.5}},
        Line{sizes_of(under, 1e-5), blue, "1e-5"},
        Line{.points = sizes_of(beside, 1e-5), .paint = blue, .dashed = true},
        Line{sizes_of(unbiased, 1e-5), rust, "by d − 1"}};
    return {"10_epsilon",
            "Epsilon decides which rows count as flat;\nd − 1 shrinks every row",
            "A row of d = 4. Dashed: 1e-5 added beside the root, not under it.",
            {{plot}}};
}

/// A point above the square of neither, a feeling, many and both, seen from the side.
static Point seen(double feeling, double many, double height) {
    return {feeling + 0.45 * many, 0.28 * many + 0.62 * height};
}

/// The four corners on the floor, and a sheet above them.
static Plot sheet_over(const std::string& name, const std::string& below, double neither,
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
    plot.marks.push_back(Note{a, "a feeling: 0", Side::below});
    plot.marks.push_back(Note{b, "many: 0", Side::above});
    plot.marks.push_back(Note{highest, "both: 1", Side::right, ink, true});
    return plot;
}

Figure and_figure() {
    return {"10_and",
            "One fold makes an “and”",
            "Above the four corners: what comes out. Left a linear map, right a unit.",
            {{sheet_over("feeling + many − 1", "a flat sheet", -1, false),
              sheet_over("max(0, feeling + many − 1)", "folded along the rust line", 0,
                         true)}}};
}

}  // namespace attn::chapters::ch10

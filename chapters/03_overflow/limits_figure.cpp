// Where e^x leaves each format: one figure of chapter 3.
#include <array>
#include <cmath>

#include "attn/precision/exp_limits.hpp"
#include "attn/precision/number_formats.hpp"
#include "chapters/03_overflow/figures.hpp"
#include "plots/labels.hpp"

namespace attn::chapters {

using namespace fig;
using enum Paint;

namespace {

constexpr std::array paints{teal, rust, blue, plum};
constexpr double first_score = 1, last_score = 2000;

/// e^x as a power of ten, as a double ends at 1e308.
double tens(double x) {
    return x / std::log(10.0);
}

/// e^x, and where it passes the largest number of a format.
Plot power() {
    Plot plot{.x = {.first = first_score, .last = last_score, .log = true, .hidden = true},
              .y = {.name = "e^x, log scale",
                    .first = 0,
                    .last = 330,
                    .ticks = {{0, "1"}, {100, "1e100"}, {200, "1e200"}, {300, "1e300"}}}};
    const struct {
        std::size_t format;
        const char* text;
        Side side;
    } levels[] = {{3, "float64 ends at 1.8e308", Side::below},
                  {2, "float32 and bfloat16 end at 3.4e38", Side::above},
                  {0, "float16 ends at 65504", Side::above}};
    Line curve{{}, ink};
    for (int i = 0; i <= 180; ++i) {
        const double x = std::pow(750.0, i / 180.0);
        curve.points.push_back({x, tens(x)});
    }
    plot.marks.push_back(curve);
    for (const auto& [format, text, side] : levels) {
        const double x = exp_limits(number_formats[format]).rounds_to_infinity;
        plot.marks.push_back(Line{.points = {{first_score, tens(x)}, {x, tens(x)}, {x, 0}},
                                  .paint = paints[format],
                                  .weight = Weight::hair});
        plot.marks.push_back(Dots{{{x, tens(x)}}, paints[format]});
        plot.marks.push_back(Note{{first_score, tens(x)}, text, side, paints[format]});
    }
    return plot;
}

/// The same scores format by format: where its numbers end.
Plot ends() {
    Plot plot{.x = {.name = "score x, log scale",
                    .first = first_score,
                    .last = last_score,
                    .ticks = ticks_at({1, 2, 5, 10, 20, 50, 100, 200, 500, 1000}),
                    .log = true},
              .height = 1.3};
    for (std::size_t i = 0; i < number_formats.size(); ++i) {
        const double x = exp_limits(number_formats[i]).rounds_to_infinity;
        const auto row = static_cast<double>(i);
        plot.y.words.push_back(number_formats[i].name);
        plot.marks.push_back(Line{
            .points = {{x, -0.5}, {x, row}}, .paint = paints[i], .weight = Weight::hair});
        plot.marks.push_back(Line{{{first_score, row}, {x, row}}, paints[i]});
        plot.marks.push_back(Dots{{{x, row}}, paints[i]});
        plot.marks.push_back(
            Note{{x, row}, "inf from " + number_label(x, 4), Side::right, paints[i]});
    }
    return plot;
}

}  // namespace

Figure limits_figure() {
    return {"03_limits",
            "Past its largest number, each format says inf",
            "Above: e^x. Below: the score x from which e^x has no place in the format.",
            {{Stack{{power(), ends()}}}}};
}

}  // namespace attn::chapters

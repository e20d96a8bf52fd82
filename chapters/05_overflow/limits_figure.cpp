#include "chapters/05_overflow/05_overflow.hpp"

// Where e^x leaves float and double: one figure of chapter 5.
#include <cmath>

#include "plots/labels.hpp"
#include "support/precision/number_formats.hpp"

namespace attn::chapters::ch05 {

using namespace plots;
using enum Paint;

namespace {

/// e^x as a power of ten, as a double ends at 1e308.
double tens(double x) {
    return x / std::log(10.0);
}

}  // namespace

Figure limits_figure() {
    constexpr double last = 780;
    Plot plot{.x = {.name = "score x", .first = 0, .last = last, .ticks = ticks_at({0})},
              .y = {.name = "e^x, log scale",
                    .first = 0,
                    .last = tens(last),
                    .ticks = {{0, "1"}, {100, "1e100"}, {200, "1e200"}, {300, "1e300"}}},
              .height = 1.1};
    plot.marks.push_back(Line{{{0, 0}, {last, tens(last)}}, ink});
    const auto end_of = [&](const NumberFormat& format, const std::string& text, Side side,
                            Paint paint) {
        const double x = exp_limits(format).rounds_to_infinity;
        plot.marks.push_back(Line{.points = {{0, tens(x)}, {x, tens(x)}, {x, 0}},
                                  .paint = paint,
                                  .weight = Weight::hair});
        plot.marks.push_back(Dots{{{x, tens(x)}}, paint});
        plot.marks.push_back(
            Note{{side == Side::right ? x : 0, side == Side::right ? tens(x) / 2 : tens(x)},
                 text,
                 side,
                 paint});
        plot.x.ticks.push_back({x, number_label(x, 2)});
    };
    end_of(float32, "float ends at 3.4e38", Side::right, rust);
    end_of(float64, "double ends at 1.8e308", Side::below, blue);
    return {"05_limits",
            "A double’s wall is eight times as far away,\nand still a wall",
            "e^x on a log scale is a straight line. Dots: from there on it is inf.",
            {{plot}}};
}

}  // namespace attn::chapters::ch05

#include "plots/colour_bars.hpp"

#include "plots/labels.hpp"

namespace attn::plots {
namespace {

/// Low, middle and high at three places; no middle where the bar is short.
void add_numbers(PlacedBar& bar, const Point& low, const Point& high, Align align) {
    const Ends ends = ends_of(bar.bar);
    const bool is_short = high.x == low.x && low.y - high.y < 50;
    for (const double share : {0.0, 0.5, 1.0}) {
        if (is_short && share == 0.5) continue;
        bar.texts.push_back(
            {.at = {low.x + share * (high.x - low.x), low.y + share * (high.y - low.y)},
             .text = short_label(ends.low + share * (ends.high - ends.low)),
             .paint = Paint::muted,
             .size = 15,
             .align = align});
    }
}

}  // namespace

Ends ends_of(const ColourBar& bar) {
    if (bar.palette == Palette::shares) return {0, 1};
    return {-bar.limit, bar.limit};
}

PlacedBar upright_bar(const ColourBar& bar, const Box& box) {
    PlacedBar placed{bar, box};
    const double x = box.right() + 10;
    add_numbers(placed, {x, box.bottom() - 7}, {x, box.top + 7}, Align::left);
    return placed;
}

PlacedBar flat_bar(const ColourBar& bar, const Point& corner) {
    PlacedBar placed{bar, {corner.x, corner.y, 200, 14}, false, true};
    const double y = placed.box.bottom() + 16;
    add_numbers(placed, {corner.x + 6, y}, {placed.box.right() - 6, y}, Align::centre);
    return placed;
}

}  // namespace attn::plots

#include "plots/large_map.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <stdexcept>
#include <utility>
#include <vector>

#include "attn/shape_error.hpp"

namespace attn::plots {
namespace {

constexpr int highest_level = (large_map_steps - 1) / 2;

void require_drawable(const Box& box, const Matrix& values, double limit) {
    if (values.rows() == 0 || values.cols() == 0) {
        throw std::domain_error("large map: the matrix is " + shape_text(values) +
                                "; there is nothing to draw");
    }
    if (!(limit > 0) || !std::isfinite(limit)) {
        throw std::domain_error(
            "large map: the limit of the colours must be finite and above 0");
    }
    if (!(box.width > 0) || !(box.height > 0))
        throw std::domain_error("large map: the box has no extent");
    for (std::size_t i = 0; i < values.rows(); ++i) {
        const auto row = values.row(i);
        if (!std::all_of(row.begin(), row.end(), [](double v) { return std::isfinite(v); }))
            throw std::domain_error("large map: a value is not finite");
    }
}

/// From -6 to 6.
int level_of(double value, double limit) {
    return static_cast<int>(
        std::lround(std::clamp(value / limit, -1.0, 1.0) * highest_level));
}

Colour colour_at(int level) {
    return signed_colour(static_cast<double>(level) / highest_level);
}

/// Where part number i of count begins: on a whole pixel, so that no renderer blurs an edge.
double edge(double start, double extent, std::size_t i, std::size_t count) {
    return std::round(start + extent * static_cast<double>(i) / static_cast<double>(count));
}

/// Neighbours of one level below one another, as one thick line, gathered by width and level.
using Runs = std::map<std::pair<double, int>, std::vector<Path>>;

void add_column(Runs& runs, const Box& box, const Matrix& values, std::size_t j,
                double limit) {
    const double left = edge(box.left, box.width, j, values.cols());
    const double width = edge(box.left, box.width, j + 1, values.cols()) - left;
    const double x = left + width / 2;
    std::size_t first = 0;
    for (std::size_t i = 1; i <= values.rows() && width > 0; ++i) {
        const int level = level_of(values(first, j), limit);
        if (i < values.rows() && level_of(values(i, j), limit) == level) continue;
        const double top = edge(box.top, box.height, first, values.rows());
        const double bottom = edge(box.top, box.height, i, values.rows());
        first = i;
        if (level == 0 || bottom == top) continue;  // the background has level 0
        runs[{width, level}].push_back(
            {{{x, top}, {x, bottom}},
             {.colour = colour_at(level), .width = width, .flat_ends = true}});
    }
}

}  // namespace

void draw_large_map(Canvas& canvas, const Box& box, const Matrix& values, double limit) {
    require_drawable(box, values, limit);
    canvas.add(Rectangle{box, colour_at(0)});
    Runs runs;
    for (std::size_t j = 0; j < values.cols(); ++j) add_column(runs, box, values, j, limit);
    for (const auto& group : runs) {
        for (const Path& run : group.second) canvas.add(run);
    }
}

void draw_large_map_bar(Canvas& canvas, const Box& bar, double limit) {
    for (int step = 0; step < large_map_steps; ++step) {
        const double left = edge(bar.left, bar.width, static_cast<std::size_t>(step),
                                 static_cast<std::size_t>(large_map_steps));
        canvas.add(Rectangle{{left, bar.top, bar.right() - left, bar.height},
                             colour_at(step - highest_level)});
    }
    const TextStyle style{.colour = muted, .size = bar_tick_size, .align = Align::centre};
    const double y = bar.bottom() + 16;
    canvas.text({bar.left + 6, y}, short_label(-limit), style);
    canvas.text({bar.centre().x, y}, "0", style);
    canvas.text({bar.right() - 6, y}, short_label(limit), style);
}

}  // namespace attn::plots

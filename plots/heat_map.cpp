#include "plots/heat_map.hpp"

#include <algorithm>
#include <stdexcept>

#include "attn/shape_error.hpp"
#include "attn/utf8.hpp"

namespace attn::plots {
namespace {

constexpr double pitch = 96;  // from one cell to the next
constexpr double gap = 4;
constexpr double map_left = 176;
constexpr double bar_width = 18;
constexpr std::size_t longest_token = 10;

void require_fit(const HeatMap& map) {
    if (map.row_labels.size() != map.values.rows() ||
        map.column_labels.size() != map.values.cols()) {
        throw ShapeError("heat_map_figure: the matrix is " + shape_text(map.values) +
                         ", with " + std::to_string(map.row_labels.size()) +
                         " row labels and " + std::to_string(map.column_labels.size()) +
                         " column labels; give one for each row and column");
    }
    const std::size_t largest = std::max(map.values.rows(), map.values.cols());
    const std::size_t smallest = std::min(map.values.rows(), map.values.cols());
    if (smallest < 1 || largest > 6) {
        throw std::domain_error("heat_map_figure: the matrix is " + shape_text(map.values) +
                                "; its cells have room for 1x1 to 6x6");
    }
    if (!(map.limit > 0)) {
        throw std::domain_error(
            "heat_map_figure: the limit of the colours must be above 0");
    }
}

Box cell_box(Point corner, std::size_t row, std::size_t column) {
    return {corner.x + pitch * static_cast<double>(column) + gap / 2,
            corner.y + pitch * static_cast<double>(row) + gap / 2, pitch - gap,
            pitch - gap};
}

void draw_cells(Canvas& canvas, Point corner, const HeatMap& map) {
    for (std::size_t i = 0; i < map.values.rows(); ++i) {
        for (std::size_t j = 0; j < map.values.cols(); ++j) {
            const Box box = cell_box(corner, i, j);
            const Colour fill = signed_colour(map.values(i, j) / map.limit);
            canvas.add(Rectangle{box, fill});
            canvas.text(box.centre(), label_text(map.values(i, j), map.decimals),
                        {.colour = readable_on(fill), .size = 22, .align = Align::centre});
        }
    }
}

void draw_evidence(Canvas& canvas, const Box& box) {
    canvas.add(Outline{box, card, 8});  // a halo, so that it shows on dark and light alike
    canvas.add(Outline{box, ink, 3});
}

void draw_labels(Canvas& canvas, Point corner, const HeatMap& map) {
    for (std::size_t i = 0; i < map.row_labels.size(); ++i) {
        canvas.text({corner.x - 14, cell_box(corner, i, 0).centre().y},
                    cut_to_width(map.row_labels[i], longest_token),
                    {.size = token_size, .align = Align::right});
    }
    for (std::size_t j = 0; j < map.column_labels.size(); ++j) {
        canvas.text({cell_box(corner, 0, j).centre().x, corner.y - 23},
                    cut_to_width(map.column_labels[j], longest_token),
                    {.size = token_size, .align = Align::centre});
    }
    canvas.text({corner.x - 14, corner.y - 23}, map.row_axis,
                {.colour = blue, .align = Align::right});
    canvas.text({corner.x + 2, corner.y - 51}, map.column_axis, {.colour = rust});
}

/// The colours from -limit (bottom) to limit (top). Each slice reaches to the bottom and
/// the next one covers it, so that no program that shows the file can show a seam.
void draw_colour_bar(Canvas& canvas, const Box& bar, double limit, int decimals) {
    constexpr int slices = 64;
    for (int i = 0; i < slices; ++i) {
        const double share = static_cast<double>(i) / slices;
        const double middle = 1.0 - 2.0 * (share + 0.5 / slices);
        const double top = bar.top + bar.height * share;
        canvas.add(Rectangle{{bar.left, top, bar.width, bar.bottom() - top},
                             signed_colour(middle)});
    }
    const TextStyle style{.colour = muted, .size = bar_tick_size};
    const double x = bar.right() + 10;
    canvas.text({x, bar.top + 8}, label_text(limit, decimals), style);
    canvas.text({x, bar.centre().y}, "0", style);
    canvas.text({x, bar.bottom() - 8}, label_text(-limit, decimals), style);
}

}  // namespace

Figure heat_map_figure(Figure figure, const HeatMap& map) {
    require_fit(map);
    const Point corner{map_left, content_top(figure) + 47};
    const double height = pitch * static_cast<double>(map.values.rows());
    const double width = pitch * static_cast<double>(map.values.cols());
    draw_cells(figure.canvas, corner, map);
    if (map.evidence) {
        draw_evidence(figure.canvas,
                      cell_box(corner, map.evidence->row, map.evidence->column));
    }
    draw_labels(figure.canvas, corner, map);
    draw_colour_bar(figure.canvas,
                    {corner.x + width + 30, corner.y + gap / 2, bar_width, height - gap},
                    map.limit, map.decimals);
    figure.height = corner.y + height + margin;
    figure.table = matrix_table("row", map.row_labels, map.column_labels, map.values);
    return figure;
}

}  // namespace attn::plots

#include "plots/heat_map.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string_view>

#include "attn/shape_error.hpp"
#include "attn/text/utf8.hpp"

namespace attn::plots {
namespace {

constexpr std::size_t longest_token = 10;

void require_fit(const HeatMap& map) {
    const auto fits = [](const std::vector<std::string>& labels, std::size_t count) {
        return labels.empty() || labels.size() == count;
    };
    if (!fits(map.row_labels, map.values.rows()) ||
        !fits(map.column_labels, map.values.cols())) {
        throw ShapeError("heat map: the matrix is " + shape_text(map.values) + ", with " +
                         std::to_string(map.row_labels.size()) + " row labels and " +
                         std::to_string(map.column_labels.size()) +
                         " column labels; give one for each row and column, or none");
    }
    if (map.values.rows() == 0 || map.values.cols() == 0) {
        throw std::domain_error("heat map: the matrix is " + shape_text(map.values) +
                                "; there is nothing to draw");
    }
    if (!(map.limit > 0) || !std::isfinite(map.limit)) {
        throw std::domain_error(
            "heat map: the limit of the colours must be finite and above 0");
    }
    const bool framed = map.evidence.has_value();
    if (framed && (map.evidence->row >= map.values.rows() ||
                   map.evidence->column >= map.values.cols())) {
        throw std::out_of_range("heat map: the cell to be framed is not in the matrix of " +
                                shape_text(map.values));
    }
}

Colour colour_of(const HeatMap& map, double value) {
    return map.palette == Palette::shares ? viridis(value)
                                          : signed_colour(value / map.limit);
}

double gap_at(double pitch) {
    return pitch >= 70 ? 4 : 2;
}

double number_size_at(double pitch) {
    return pitch >= 90 ? 22 : pitch >= 66 ? 18 : pitch >= 44 ? 15 : 14;
}

double token_size_at(double pitch) {
    return pitch >= 66 ? token_size : pitch >= 44 ? text_size : 14;
}

Box cell_box(Point corner, double pitch, std::size_t row, std::size_t column) {
    const double gap = gap_at(pitch);
    return {corner.x + pitch * static_cast<double>(column) + gap / 2,
            corner.y + pitch * static_cast<double>(row) + gap / 2, pitch - gap,
            pitch - gap};
}

/// The number in a cell: a narrow cell has no room for the zero of a share, a very narrow one
/// only for a short minus.
std::string cell_text(const HeatMap& map, double value, double pitch) {
    std::string text = label_text(value, map.decimals);
    constexpr std::string_view minus = "−", short_minus = "–";
    if (pitch < 40 && text.starts_with(minus)) text.replace(0, minus.size(), short_minus);
    const bool is_share = map.palette == Palette::shares && value >= 0 && value <= 1;
    if (pitch >= 50 || !is_share) return text;
    return text.front() == '1' ? "1" : text.substr(1);
}

void draw_cell(Canvas& canvas, const Box& box, const HeatMap& map, double value,
               double pitch) {
    if (std::isnan(value)) {
        canvas.add(Hatch{box});
        canvas.add(Outline{box, hatch_border, 1});
        return;
    }
    const Colour fill = colour_of(map, value);
    canvas.add(Rectangle{box, fill});
    canvas.text(box.centre(), cell_text(map, value, pitch),
                {.colour = readable_on(fill),
                 .size = number_size_at(pitch),
                 .align = Align::centre});
}

void draw_evidence(Canvas& canvas, const Box& box) {
    canvas.add(Outline{box, card, 8});  // a halo, so that it shows on dark and light alike
    canvas.add(Outline{box, ink, 3});
}

void draw_row_labels(Canvas& canvas, Point corner, double pitch, const HeatMap& map) {
    const TextStyle style{.size = token_size_at(pitch), .align = Align::right};
    for (std::size_t i = 0; i < map.row_labels.size(); ++i) {
        canvas.text({corner.x - 14, cell_box(corner, pitch, i, 0).centre().y},
                    cut_to_width(map.row_labels[i], longest_token), style);
    }
}

void draw_column_labels(Canvas& canvas, Point corner, double pitch, const HeatMap& map) {
    const bool upright = column_labels_stand_upright(map, pitch);
    const TextStyle style{.size = token_size_at(pitch),
                          .align = upright ? Align::left : Align::centre,
                          .upright = upright};
    for (std::size_t j = 0; j < map.column_labels.size(); ++j) {
        canvas.text(
            {cell_box(corner, pitch, 0, j).centre().x, corner.y - (upright ? 8 : 23)},
            cut_to_width(map.column_labels[j], longest_token), style);
    }
}

void draw_axis_names(Canvas& canvas, Point corner, double pitch, const HeatMap& map) {
    const double above = column_labels_stand_upright(map, pitch) ? 100 : 51;
    canvas.text({corner.x - 14, corner.y - 23}, map.row_axis,
                {.colour = blue, .align = Align::right});
    canvas.text({corner.x + 2, corner.y - above}, map.column_axis, {.colour = rust});
}

double widest_pitch_for(const HeatMap& map) {
    for (const double pitch : {96.0, 72.0, 60.0}) {
        const bool wide_enough = pitch * static_cast<double>(map.values.cols()) <= 440;
        const bool high_enough = pitch * static_cast<double>(map.values.rows()) <= 500;
        if (wide_enough && high_enough) return pitch;
    }
    return 46;
}

}  // namespace

// No font is so wide that a column of text takes more than 0.62 of its size.
bool column_labels_stand_upright(const HeatMap& map, double pitch) {
    return std::any_of(
        map.column_labels.begin(), map.column_labels.end(), [&](const std::string& label) {
            const std::size_t columns = std::min(display_width(label), longest_token);
            return static_cast<double>(columns) * 0.62 * token_size_at(pitch) > pitch;
        });
}

void draw_heat_map(Canvas& canvas, Point corner, double pitch, const HeatMap& map) {
    require_fit(map);
    for (std::size_t i = 0; i < map.values.rows(); ++i) {
        for (std::size_t j = 0; j < map.values.cols(); ++j) {
            draw_cell(canvas, cell_box(corner, pitch, i, j), map, map.values(i, j), pitch);
        }
    }
    if (map.evidence) {
        draw_evidence(canvas,
                      cell_box(corner, pitch, map.evidence->row, map.evidence->column));
    }
    draw_row_labels(canvas, corner, pitch, map);
    draw_column_labels(canvas, corner, pitch, map);
    draw_axis_names(canvas, corner, pitch, map);
}

void draw_colour_bar(Canvas& canvas, const Box& bar, const HeatMap& map) {
    constexpr int slices = 64;
    const bool is_signed = map.palette == Palette::diverging;
    const double high = is_signed ? map.limit : 1;
    const double low = is_signed ? -map.limit : 0;
    for (int i = 0; i < slices; ++i) {
        const double share = static_cast<double>(i) / slices;
        const double middle = high + (low - high) * (share + 0.5 / slices);
        const double top = bar.top + bar.height * share;
        // Each slice reaches to the bottom and the next one covers it: then no program that
        // shows the file can show a seam.
        canvas.add(Rectangle{{bar.left, top, bar.width, bar.bottom() - top},
                             colour_of(map, middle)});
    }
    const TextStyle style{.colour = muted, .size = bar_tick_size};
    const double x = bar.right() + 10;
    canvas.text({x, bar.top + 8}, label_text(high, is_signed ? map.decimals : 0), style);
    canvas.text({x, bar.centre().y}, is_signed ? "0" : "0.50", style);
    canvas.text({x, bar.bottom() - 8}, label_text(low, is_signed ? map.decimals : 0),
                style);
}

Figure heat_map_figure(Figure figure, const HeatMap& map) {
    require_fit(map);
    if (std::max(map.values.rows(), map.values.cols()) > 12) {
        throw std::domain_error("heat_map_figure: the matrix is " + shape_text(map.values) +
                                "; there is room for up to 12x12 cells with their numbers");
    }
    const double pitch = widest_pitch_for(map);
    const double labels_height = column_labels_stand_upright(map, pitch) ? 96 : 47;
    const Point corner{pitch > 46 ? 176.0 : 132.0, content_top(figure) + labels_height};
    const double height = pitch * static_cast<double>(map.values.rows());
    const double width = pitch * static_cast<double>(map.values.cols());
    draw_heat_map(figure.canvas, corner, pitch, map);
    if (pitch > 46) {
        draw_colour_bar(figure.canvas,
                        {corner.x + width + 30, corner.y + gap_at(pitch) / 2, 18,
                         height - gap_at(pitch)},
                        map);
    }
    figure.height = corner.y + height + margin;
    figure.table = matrix_table("row", map.row_labels, map.column_labels, map.values);
    return figure;
}

}  // namespace attn::plots

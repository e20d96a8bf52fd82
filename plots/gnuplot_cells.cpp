#include "plots/gnuplot_cells.hpp"

#include <algorithm>
#include <cmath>

#include "plots/labels.hpp"

namespace attn::plots {
namespace {

Texts place_of_cell(std::size_t row, std::size_t column) {
    return {std::to_string(column), std::to_string(row)};
}

/// Calls use(row, column) for each cell.
template <class Use>
void for_each_cell(const Matrix& m, Use use) {
    for (std::size_t i = 0; i < m.rows(); ++i) {
        for (std::size_t j = 0; j < m.cols(); ++j) use(i, j);
    }
}

/// The cells of a table by what they are.
struct SortedCells {
    DataRows coloured, closed, empty, texts;
};

SortedCells sorted(const Placed& in, const Cells& cells) {
    SortedCells all;
    for_each_cell(cells.values, [&](std::size_t i, std::size_t j) {
        const double value = cells.values(i, j);
        const Texts at = place_of_cell(i, j);
        Colour colour = value_of(Paint::muted);
        if (is_closed(cells, i, j)) {
            all.closed.push_back(at);
        } else if (std::isnan(value)) {
            if (cell_text(cells, i, j, false) == "NaN") all.empty.push_back(at);
        } else {
            const double shown = std::clamp(value, -1e300, 1e300);  // an infinity's colour
            all.coloured.push_back({at[0], at[1], gnuplot_number(shown)});
            colour = readable_on(
                colour_at(place_of(value, cells.palette, cells.limit), cells.palette));
            if (!cells.texts) return;  // gnuplot writes the number
        }
        const std::string text = cell_text(cells, i, j, in.cell_width < 50);
        if (text.empty()) return;
        all.texts.push_back({at[0], at[1], colour_number(colour), gnuplot_string(text)});
    });
    return all;
}

DataRows matrix_rows(const Matrix& m, int digits = 0) {
    DataRows rows(m.rows());
    for_each_cell(m, [&](std::size_t i, std::size_t j) {
        rows[i].push_back(gnuplot_number(m(i, j), digits));
    });
    return rows;
}

std::string numbers_of(const GnuplotPen& pen, const Placed& in, const Cells& cells) {
    const bool is_share = cells.palette == Palette::shares;
    const bool is_short = is_share && in.cell_width < 50 && cells.decimals > 0;
    const std::string on =
        is_share ? "on_share($3)" : "on_signed($3 / " + place_number(cells.limit) + ")";
    return std::string("using 1:2:(") + (is_short ? "short" : "number") + "($3, " +
           std::to_string(cells.decimals) + ")):(" + on + ") with labels tc rgb variable " +
           pen.font(cell_font(in.cell_height));
}

void draw_frame(GnuplotPen& pen, const Box& box) {
    for (const bool is_halo : {true, false}) {
        pen.say("set object rectangle from ", pen.screen({box.left, box.top}), " to ",
                pen.screen({box.right(), box.bottom()}), " front fs empty border ",
                line_colour(is_halo ? Paint::card : Paint::ink),
                is_halo ? " lw 8" : " lw 3");
    }
}

/// After where boxes are: each has the colour of its number.
const std::string in_palette = ":3 with boxxyerror fc palette fs solid 1 noborder";

/// Boxes around the places of a block, in several looks one above the other.
void draw_boxes(GnuplotPen& pen, const std::string& name, const DataRows& rows,
                const std::string& boxes, const Texts& looks) {
    if (rows.empty()) return;
    std::string data = pen.block(name, rows);
    for (const std::string& look : looks) {
        pen.element(data + boxes + " with boxxyerror " + look);
        data = "''";
    }
}

/// Where all cells have a colour and a number, the matrix as it is; else the cells that have.
void draw_table(GnuplotPen& pen, const Placed& in, const Cells& cells) {
    const double gap = gap_between_cells(in.cell_height) / 2;
    const std::string boxes = " using 1:2:(" + look_number(0.5 - gap / in.cell_width) +
                              "):(" + look_number(0.5 - gap / in.cell_height) + ")";
    const SortedCells all = sorted(in, cells);
    const bool is_whole = all.coloured.size() == cells.values.rows() * cells.values.cols();
    const std::string how = is_whole ? " matrix" : "", name = in.plot.name;
    if (!all.coloured.empty()) {
        pen.element(pen.block(name, is_whole ? matrix_rows(cells.values) : all.coloured) +
                    how + boxes + in_palette);
        if (!cells.texts) pen.element("''" + how + " " + numbers_of(pen, in, cells));
    }
    draw_boxes(pen, "closed", all.closed, boxes,
               {"lc rgb '" + hex(hatch_line()) + "' fs transparent pattern 4 noborder",
                "lc rgb '" + hex(hatch_border()) + "' lw 1 fs empty"});
    draw_boxes(pen, "not_a_number", all.empty, boxes,
               {line_colour(Paint::axis) + " lw 1 dt (3,3) fs empty"});
    if (!all.texts.empty()) {
        pen.element(pen.block("texts", all.texts) +
                    " using 1:2:4:3 with labels tc rgb variable " +
                    pen.font(cell_font(in.cell_height)));
    }
    if (cells.frame) draw_frame(pen, in.cells(*cells.frame));
}

}  // namespace

std::string colour_number(Colour colour) {
    return "0x" + hex(colour).substr(1);
}

void use_palette(GnuplotPen& pen, Palette palette, double limit, bool has_steps) {
    const bool is_signed = palette == Palette::diverging;
    const std::string range = place_number(-limit) + ":" + place_number(limit);
    pen.say("set palette @", is_signed ? "diverging" : "viridis", "; set cbrange [",
            is_signed ? range : "0:1", has_steps ? "]; set palette maxcolors 13" : "]");
}

void plot_cells(GnuplotPen& pen, const Placed& in, const Cells& cells) {
    use_palette(pen, cells.palette, cells.limit, !cells.numbers);
    if (cells.numbers) {
        draw_table(pen, in, cells);
    } else {
        // An image of one row or one column stays empty.
        const bool is_strip = cells.values.rows() == 1 || cells.values.cols() == 1;
        pen.element(
            pen.block(in.plot.name, matrix_rows(cells.values, 4)) + " matrix " +
            (is_strip ? "using 1:2:(0.5):(0.5)" + in_palette : "with image pixels"));
    }
}

}  // namespace attn::plots

/// A matrix as a picture: one coloured cell for each number.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "attn/matrix.hpp"
#include "plots/figure.hpp"

namespace attn::plots {

struct Cell {
    std::size_t row, column;
};

/// What a colour means.
enum class Palette {
    shares,     // from 0 (dark violet) to 1 (yellow): shares, such as attention weights
    diverging,  // from -limit (blue) over 0 (pale) to limit (rust)
};

struct HeatMap {
    Matrix values;
    std::vector<std::string> row_labels = {};       // one for each row, or none
    std::vector<std::string> column_labels = {};    // one for each column, or none
    std::string row_axis = "query (looking) ↓";     // said at the head of the row labels
    std::string column_axis = "key (looked at) →";  // said above the column labels
    Palette palette = Palette::shares;
    double limit = 1;  // of the signed palette
    int decimals = 2;
    std::optional<Cell> evidence = {};  // the cell that proves the title gets a frame
};

/// Whether the column labels are wider than their cells, so that they stand upright and take
/// some 96 pixels above the cells instead of 40.
bool column_labels_stand_upright(const HeatMap& map, double pitch);

/// Draws the cells with their numbers, the labels, the axes' names and the frame. corner is
/// the cells' top left, pitch the distance from cell to cell: 96, 66, 46 or 35 are usual.
/// NaN is drawn as a hatched cell. Cells below 50 pixels write a share of 0.47 as ".47".
/// Cells below 40 have a short minus.
///
/// throws  ShapeError         when there are labels, but not one for each row or column
///         std::domain_error  when limit is not above 0 and finite, or the matrix is
///                            empty
///         std::out_of_range  when evidence is no cell of the matrix
void draw_heat_map(Canvas& canvas, Point corner, double pitch, const HeatMap& map);

/// The colours of a map's palette as a bar with its values, upright.
void draw_colour_bar(Canvas& canvas, const Box& bar, const HeatMap& map);

/// A figure of one heat map of up to 12 x 12, as large as fits, with a colour bar up to 6
/// x 6. Sets the figure's height and table; labels wider than 10 columns are cut.
///
/// throws  as draw_heat_map, and std::domain_error when the matrix is larger
Figure heat_map_figure(Figure figure, const HeatMap& map);

}  // namespace attn::plots

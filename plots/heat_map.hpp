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

/// Signed values on the palette from blue over pale to rust, from -limit to limit.
struct HeatMap {
    Matrix values;
    std::vector<std::string> row_labels;
    std::vector<std::string> column_labels;
    std::string row_axis;     // said at the head of the row labels
    std::string column_axis;  // said above the column labels
    double limit = 1;
    int decimals = 2;
    std::optional<Cell> evidence = {};  // the cell that proves the title gets a frame
};

/// A figure of one heat map of up to 6 x 6 with its numbers in the cells and a colour bar.
/// Sets the figure's height and table; labels wider than 10 columns are cut.
///
/// throws  ShapeError         when there is not one label for each row and column
///         std::domain_error  when limit is not above 0, or the matrix is empty or larger
Figure heat_map_figure(Figure figure, const HeatMap& map);

}  // namespace attn::plots

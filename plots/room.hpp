/// How much room a plot takes, inside its axes and around them.
#pragma once

#include "plots/plot.hpp"

namespace attn::plots {

struct Size {
    double width = 0, height = 0;
};

/// What stands around the inside of a plot, in pixels.
struct Room {
    double left = 0, above = 0, right = 0, below = 0;
    double name = 0;       // from the inside's top up to the middle of the plot's name
    double words = 0;      // how high the words above the columns are
    bool upright = false;  // these words
    double opposite = 0;   // how wide the second words of the rows are
};

/// pitch  how high a cell of a table is
Room room_of(const Plot& plot, double pitch);

/// The size of the words of a table's rows and columns: a little smaller where the words of the
/// columns then fit side by side.
double word_size(const Plot& plot, double pitch);

/// A table's cell: as wide as its widest number needs.
Size cell_size(const Plot& plot, double pitch);

/// How wide the inside is; nothing for a plot that takes what is left.
std::optional<double> fixed_width(const Plot& plot, double pitch);

/// What a plot without a fixed width needs at least.
double least_width(const Plot& plot);

/// How wide a plot's name and remark are.
double words_width(const Plot& plot);

/// How high the inside is.
double inner_height(const Plot& plot, double pitch, double width);

/// The inside of a large map: square cells where that does not make it too high, low or narrow.
Size map_size(const Plot& plot, double width);

}  // namespace attn::plots

/// The rows of a figure, side by side: which blocks line up, and how wide each is.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "plots/layout.hpp"
#include "plots/room.hpp"

namespace attn::plots {

/// A block of a row. A stack has several plots, words and bars have none.
struct Slot {
    const Block* block = nullptr;
    std::vector<Plot> plots = {};  // with ends; words that a neighbour says are gone
    const Step* before = nullptr;  // the arrow that leads to it
};

struct GridRow {
    std::vector<Slot> slots;
    bool is_steps = false;
    bool is_words = false;  // words alone: they begin at the margin

    /// Whether it lines up with rows of as many blocks.
    bool has_columns() const { return !is_steps && !is_words; }
};

/// What the slots of one column share, from left to right.
struct Column {
    double gap = 0, left = 0, width = 0, right = 0;
    double words = 0;             // how wide names and remarks are
    bool takes_the_rest = false;  // has a chart
    double x = 0;                 // where the insides begin

    double total() const { return gap + left + width + right; }
    double centre() const { return x + width / 2; }
};

struct Grid {
    std::vector<GridRow> rows;
    std::map<std::size_t, std::vector<Column>> columns;  // by how many blocks a row has
    double pitch = 0;                                    // how high a table's cell is

    const std::vector<Column>& columns_of(const GridRow& row) const {
        return columns.at(row.slots.size());
    }
};

/// The figure's rows, their columns fitted between left and right.
///
/// All tables have cells of one height, the largest at which they fit. Spare width goes to the
/// charts, or between the tables.
///
/// throws  std::invalid_argument  when a row does not fit even with the smallest cells
Grid grid_of(const Figure& figure, double left, double right);

/// The figure's rows alone.
std::vector<GridRow> rows_of(const Figure& figure);

}  // namespace attn::plots

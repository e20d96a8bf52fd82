#include "plots/grid.hpp"

#include <algorithm>
#include <array>
#include <stdexcept>

#include "plots/axes.hpp"
#include "plots/text_width.hpp"

namespace attn::plots {
namespace {

constexpr std::array pitches{96.0, 72.0, 66.0, 60.0, 56.0, 52.0, 48.0, 46.0, 44.0, 42.0,
                             40.0, 38.0, 36.0, 35.0, 34.0, 32.0, 30.0, 28.0, 27.0, 26.0};
constexpr double largest_of_several = 66;  // pitch of a table that is not alone
constexpr double highest_table = 500, highest_rows = 900;
constexpr double small_pitch = 36;  // from here down, rows may be as high as they are
constexpr double table_gap = 16, chart_gap = 40, widest_gap = 100, shortest_arrow = 34,
                 bare_arrow = 20;

Slot slot_of(const Block& block, const Step* before) {
    Slot slot{&block, {}, before};
    if (const Plot* plot = std::get_if<Plot>(&block)) {
        slot.plots.push_back(with_ends(*plot));
    } else if (const Stack* stack = std::get_if<Stack>(&block)) {
        for (const Plot& one : stack->plots) slot.plots.push_back(with_ends(one));
    }
    return slot;
}

GridRow grid_row(const Row& row) {
    GridRow result{{}, is_row_of_steps(row), false};
    result.is_words = row.size() == 1 && std::holds_alternative<Words>(row[0]);
    const Step* before = nullptr;
    for (const Block& block : row) {
        if (!result.is_steps && std::holds_alternative<Step>(block)) {
            before = &std::get<Step>(block);
            continue;
        }
        result.slots.push_back(slot_of(block, before));
        before = nullptr;
    }
    return result;
}

bool says_the_same(const Axis& a, const Axis& b) {
    return !a.words.empty() && a.words == b.words;
}

/// Words that the plot at the left says are not said again.
void share_row_words(GridRow& row) {
    for (std::size_t c = row.slots.size(); c-- > 1;) {
        for (Plot& plot : row.slots[c].plots) {
            const std::vector<Plot>& before = row.slots[c - 1].plots;
            if (before.size() != 1 || !says_the_same(before[0].y, plot.y)) continue;
            plot.y.ticks.clear();
            plot.y.name.clear();
        }
    }
}

/// Words that the plots above say are not said again, unless a neighbour's are: a row's names
/// stay at one height.
void share_column_words(std::vector<GridRow>& rows) {
    GridRow* above = nullptr;
    for (GridRow& row : rows) {
        if (!row.has_columns()) continue;
        bool same = above != nullptr && above->slots.size() == row.slots.size();
        for (std::size_t c = 0; same && c < row.slots.size(); ++c) {
            const std::vector<Plot>&before = above->slots[c].plots,
                  &here = row.slots[c].plots;
            if (here.empty()) continue;
            same = before.size() == 1 && here.size() == 1 &&
                   (here[0].x.words.empty() || says_the_same(before[0].x, here[0].x));
        }
        for (Slot& slot : row.slots) {
            if (same && !slot.plots.empty() && !slot.plots[0].x.words.empty())
                slot.plots[0].x.ticks.clear();
        }
        above = &row;
    }
}

double wanted_gap(const Slot& slot, const Column& column) {
    if (slot.before != nullptr) {
        const double words = text_width(slot.before->text, small_size);
        return words == 0 ? bare_arrow : std::max(shortest_arrow, words + 18);
    }
    return column.takes_the_rest ? chart_gap : table_gap;
}

void measure_plot(Column& column, const Plot& plot, double pitch) {
    const Room room = room_of(plot, pitch);
    column.left = std::max(column.left, room.left);
    column.right = std::max(column.right, room.right);
    const std::optional<double> fixed = fixed_width(plot, pitch);
    const double width = fixed ? *fixed : least_width(plot);
    column.width = std::max(column.width, width);
    column.takes_the_rest = column.takes_the_rest || !fixed;
    column.words = std::max(column.words, words_width(plot));
}

void measure_slot(Column& column, const Slot& slot, double pitch) {
    for (const Plot& plot : slot.plots) measure_plot(column, plot, pitch);
    if (const Words* words = std::get_if<Words>(slot.block)) {
        for (const std::string& line : lines_of(words->text)) {
            column.width =
                std::max(column.width, text_width(line, text_size, words->heading));
        }
    } else if (const ColourBars* bars = std::get_if<ColourBars>(slot.block)) {
        column.width = std::max(column.width, 72 * static_cast<double>(bars->bars.size()));
    }
}

/// The columns of the rows with so many blocks.
std::vector<Column> measured(const std::vector<GridRow>& rows, std::size_t blocks,
                             double pitch) {
    std::vector<Column> columns(blocks);
    for (const GridRow& row : rows) {
        if (!row.has_columns() || row.slots.size() != blocks) continue;
        for (std::size_t c = 0; c < blocks; ++c)
            measure_slot(columns[c], row.slots[c], pitch);
        for (Column& column : columns) {  // a name that is wider than its plot
            double& room = column.takes_the_rest ? column.width : column.right;
            const double other = column.takes_the_rest ? column.right : column.width;
            room = std::max(room, column.words - other);
        }
        for (std::size_t c = 1; c < blocks; ++c) {
            columns[c].gap = std::max(columns[c].gap, wanted_gap(row.slots[c], columns[c]));
        }
    }
    return columns;
}

double total_of(const std::vector<Column>& columns) {
    double total = 0;
    for (const Column& column : columns) total += column.total();
    return total;
}

/// All charts get one width, but none less than it needs.
void share_among_charts(std::vector<Column>& columns, double spare) {
    std::vector<Column*> charts;
    for (Column& column : columns) {
        if (column.takes_the_rest) charts.push_back(&column);
    }
    std::sort(charts.begin(), charts.end(),
              [](const Column* a, const Column* b) { return a->width > b->width; });
    double insides = spare;
    for (const Column* chart : charts) insides += chart->width;
    for (std::size_t i = 0; i < charts.size(); ++i) {
        const double equal = insides / static_cast<double>(charts.size() - i);
        charts[i]->width = std::max(charts[i]->width, equal);
        insides -= charts[i]->width;
    }
}

/// Gives what is left of the width away, and says where each column begins. Tables stand in the
/// middle, unless other rows are to begin where they do.
void spread(std::vector<Column>& columns, double left, double right, bool is_only_group) {
    const double spare = std::max(0.0, right - left - total_of(columns));
    const double gaps = static_cast<double>(columns.size()) - 1;
    double x = left;
    if (std::any_of(columns.begin(), columns.end(),
                    [](const Column& c) { return c.takes_the_rest; })) {
        share_among_charts(columns, spare);
    } else {
        double used = 0;
        for (std::size_t c = 1; c < columns.size(); ++c) {
            const double more = std::clamp(widest_gap - columns[c].gap, 0.0, spare / gaps);
            columns[c].gap += more;
            used += more;
        }
        if (is_only_group) x += (spare - used) / 2;
    }
    for (Column& column : columns) {
        column.x = x + column.gap + column.left;
        x += column.total();
    }
}

/// The heights of all tables, one row of them above the other, and the highest.
struct Heights {
    double highest = 0, sum = 0;
    std::size_t plots = 0;  // tables or not
};

Heights heights_at(const std::vector<GridRow>& rows, double pitch) {
    Heights heights;
    for (const GridRow& row : rows) {
        double of_row = 0;
        for (const Slot& slot : row.slots) {
            for (const Plot& plot : slot.plots) {
                ++heights.plots;
                if (!fixed_width(plot, pitch)) continue;
                of_row = std::max(of_row, inner_height(plot, pitch, 0));
            }
        }
        heights.highest = std::max(heights.highest, of_row);
        heights.sum += of_row;
    }
    return heights;
}

bool is_low_enough(const std::vector<GridRow>& rows, double pitch) {
    const Heights heights = heights_at(rows, pitch);
    if (heights.plots > 1 && pitch > largest_of_several) return false;
    return pitch <= small_pitch ||
           (heights.highest <= highest_table && heights.sum <= highest_rows);
}

/// Rows below one another have their words in one column.
void share_first_left(std::map<std::size_t, std::vector<Column>>& groups) {
    double most = 0;
    for (const auto& [blocks, columns] : groups) most = std::max(most, columns[0].left);
    for (auto& [blocks, columns] : groups) {
        if (columns[0].left > 0) columns[0].left = most;
    }
}

std::map<std::size_t, std::vector<Column>> columns_at(const std::vector<GridRow>& rows,
                                                      double pitch) {
    std::map<std::size_t, std::vector<Column>> groups;
    for (const GridRow& row : rows) {
        if (!row.has_columns() || groups.count(row.slots.size()) > 0) continue;
        groups[row.slots.size()] = measured(rows, row.slots.size(), pitch);
    }
    share_first_left(groups);
    return groups;
}

double widest_of(const std::map<std::size_t, std::vector<Column>>& groups) {
    double widest = 0;
    for (const auto& [blocks, columns] : groups) {
        widest = std::max(widest, total_of(columns));
    }
    return widest;
}

}  // namespace

std::vector<GridRow> rows_of(const Figure& figure) {
    std::vector<GridRow> rows;
    for (const Row& row : figure.rows) rows.push_back(grid_row(row));
    return rows;
}

Grid grid_of(const Figure& figure, double left, double right) {
    Grid grid{rows_of(figure), {}, 0};
    share_column_words(grid.rows);
    for (GridRow& row : grid.rows) share_row_words(row);
    for (const double pitch : pitches) {
        grid.pitch = pitch;
        grid.columns = columns_at(grid.rows, pitch);
        const bool fits = widest_of(grid.columns) <= right - left;
        if (!fits || !is_low_enough(grid.rows, pitch)) continue;
        const bool is_only_group = grid.columns.size() == 1;
        for (auto& [blocks, columns] : grid.columns) {
            spread(columns, left, right, is_only_group);
        }
        return grid;
    }
    throw std::invalid_argument("figure " + figure.name + ": a row needs " +
                                std::to_string(static_cast<int>(widest_of(grid.columns))) +
                                " pixels, and the page has " +
                                std::to_string(static_cast<int>(right - left)) +
                                "; put less side by side");
}

}  // namespace attn::plots

#include "plots/narrow.hpp"

#include <algorithm>
#include <stdexcept>

#include "plots/grid.hpp"
#include "plots/layout.hpp"

namespace attn::plots {
namespace {

constexpr double least_pitch = 30;  // of a table that stays beside another

/// The row's arrows and empty places aside: does it fit, and no chart share its width?
bool fits(const Row& row) {
    const auto is_empty = [](const Block& block) {
        return std::holds_alternative<Nothing>(block);
    };
    if (row.empty() || std::ranges::any_of(row, is_empty)) return false;
    try {
        const Grid grid = grid_of({"row", "", "", {row}}, margin, narrow_width - margin);
        const std::vector<Column>& columns = grid.columns_of(grid.rows[0]);
        const bool has_chart = std::ranges::any_of(columns, &Column::takes_the_rest);
        return grid.pitch >= least_pitch && (!has_chart || columns.size() == 1);
    } catch (const std::invalid_argument&) {
        return false;
    }
}

/// The row in as few rows as it takes. What stood between two blocks comes between two rows.
std::vector<Row> stacked(const Row& row) {
    std::vector<Row> rows;
    Row open;
    const auto close = [&] {
        if (!open.empty()) rows.push_back(open);
        open.clear();
    };
    for (const Block& block : row) {
        if (std::holds_alternative<Nothing>(block)) continue;
        if (std::holds_alternative<Step>(block)) {
            close();
            rows.push_back({block});
            continue;
        }
        Row longer = open;
        longer.push_back(block);
        if (!open.empty() && !fits(longer)) close();
        open.push_back(block);
    }
    close();
    return rows;
}

/// Arrows that pointed from each block above to one below: what they say, as a heading.
std::vector<Row> in_words(const Row& steps) {
    std::vector<Row> rows;
    for (const Block& block : steps) {
        const Step* step = std::get_if<Step>(&block);
        if (step == nullptr || step->text.empty()) continue;
        const bool is_said = std::ranges::any_of(rows, [&](const Row& row) {
            return std::get<Words>(row[0]).text == step->text;
        });
        if (!is_said) rows.push_back({Words{step->text, true}});
    }
    return rows;
}

}  // namespace

Figure narrowed(const Figure& figure) {
    Figure narrow{figure.name, figure.title, figure.subtitle, {}};
    bool is_whole = true;  // the row above
    for (const Row& row : figure.rows) {
        const bool is_steps = is_row_of_steps(row);
        if (!is_steps) is_whole = row.size() == 1 || fits(row);
        const std::vector<Row> rows = is_whole   ? std::vector<Row>{row}
                                      : is_steps ? in_words(row)
                                                 : stacked(row);
        narrow.rows.insert(narrow.rows.end(), rows.begin(), rows.end());
    }
    return narrow;
}

FigureOnPage narrow_page(const Figure& figure) {
    const Figure narrow = narrowed(figure);
    for (double width = narrow_width; width < page_width; width += 40) {
        try {
            laid_out(narrow, width);
            return {narrow, width};
        } catch (const std::invalid_argument&) {  // it does not fit
        }
    }
    return {figure};
}

}  // namespace attn::plots

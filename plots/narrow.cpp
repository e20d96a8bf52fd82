#include "plots/narrow.hpp"

#include <algorithm>
#include <stdexcept>

#include "plots/clearance.hpp"
#include "plots/grid.hpp"
#include "plots/handles.hpp"
#include "plots/layout.hpp"

namespace attn::plots {
namespace {

constexpr double least_pitch = 30;  // of a table that stays beside another

bool has_overlap(const std::vector<Box>& boxes) {
    for (std::size_t i = 0; i < boxes.size(); ++i) {
        for (std::size_t j = 0; j < i; ++j) {
            if (overlap(boxes[i], boxes[j]) > 0) return true;
        }
    }
    return false;
}

/// Does any word lie on another or leave the page, or any box on another?
bool is_crowded(const Page& page) {
    std::vector<Box> words, parts;
    const auto take = [&](const std::vector<Text>& texts) {
        for (const Text& text : texts) words.push_back(box_of(text));
    };
    take(page.texts);
    for (const PlacedBar& bar : page.bars) take(bar.texts);
    for (const Placed& placed : page.plots) {
        take(placed.ticks);
        take(placed.texts);
        for (const Mark& mark : placed.plot.marks) {
            const Part* part = std::get_if<Part>(&mark);
            if (part != nullptr) parts.push_back(part_box(placed.at(part->at), *part));
        }
    }
    const bool leaves = std::ranges::any_of(
        words, [&](const Box& box) { return box.left < 0 || box.right() > page.width; });
    return leaves || has_overlap(words) || has_overlap(parts);
}

bool is_plane(const Block& block) {
    const Plot* plot = std::get_if<Plot>(&block);
    return plot != nullptr && plot->plane;
}

/// The row's arrows and empty places aside: does it fit, and no chart share its width? Two planes
/// may, where something is drawn and nothing read off.
bool fits(const Row& row) {
    const auto is_empty = [](const Block& block) {
        return std::holds_alternative<Nothing>(block);
    };
    if (row.empty() || std::ranges::any_of(row, is_empty)) return false;
    try {
        if (row.size() == 2 && std::ranges::all_of(row, is_plane)) {
            return !is_crowded(laid_out({"row", "", "", {row}}, narrow_width));
        }
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
    const bool in_pairs =
        std::ranges::count_if(row, is_plane) % 2 == 0;  // else one is left over
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
        const bool is_alone =
            std::holds_alternative<Words>(block) || (is_plane(block) && !in_pairs);
        if (!open.empty() && (is_alone || !fits(longer))) close();
        open.push_back(block);
        if (is_alone) close();
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
    const auto take_narrow = [](Plot& plot) {
        if (!plot.narrow.empty()) plot = Plot(plot.narrow[0]);
    };
    bool is_whole = true;  // the row above
    for (Row row : figure.rows) {
        for (Block& block : row) {
            if (Plot* plot = std::get_if<Plot>(&block)) take_narrow(*plot);
            if (Stack* stack = std::get_if<Stack>(&block)) {
                for (Plot& plot : stack->plots) take_narrow(plot);
            }
        }
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
            const bool is_moved =
                !handles_of(narrow, width).empty();  // it stays on one scale
            if (is_moved || !is_crowded(laid_out(narrow, width))) return {narrow, width};
        } catch (const std::invalid_argument&) {  // it does not fit
        }
    }
    return {figure};
}

}  // namespace attn::plots

#include "plots/layout.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <stdexcept>

#include "plots/axes.hpp"
#include "plots/checks.hpp"
#include "plots/colour_bars.hpp"
#include "plots/grid.hpp"
#include "plots/labels.hpp"
#include "plots/links.hpp"
#include "plots/text_width.hpp"
#include "plots/words.hpp"

namespace attn::plots {
namespace {

constexpr double first_line = 36, title_line = 28;  // the middles of the title's lines
constexpr double below_title = 30, below_subtitle = 38;
constexpr double row_gap = 30, words_line = 24;
constexpr double step_height = 46;  // of a row of steps
constexpr double widest_without_bar =
    56;  // pitch of a table that shows its colours in its cells

/// One line of the title or the subtitle: where the page is too narrow for it in the widest font,
/// its letters are somewhat smaller, and then it is cut.
Text heading(const std::string& line, double y, double width, double size, bool bold) {
    const double needed = text_width(line, size, bold);
    const double fitting =
        needed <= width ? size : size * std::max(0.75, 0.999 * width / needed);
    return {.at = {margin, y},
            .text = cut_to_fit(line, width, fitting, bold),
            .paint = bold ? Paint::ink : Paint::muted,
            .size = fitting,
            .bold = bold};
}

/// Title and subtitle; returns where plots may begin.
double add_headings(Page& page, const Figure& figure) {
    const double width = page.width - 2 * margin;
    double y = first_line;
    for (const std::string& line : lines_of(figure.title)) {
        page.headings.push_back(heading(line, y, width, title_size, true));
        y += title_line;
    }
    y += below_title - title_line;
    page.headings.push_back(heading(figure.subtitle, y, width, text_size, false));
    return y + below_subtitle;
}

/// Bars beside a table of as many rows stand beside these rows.
double height_beside(const Plot& plot, const GridRow& row, double pitch, double width) {
    const Bars* bars = bars_of(plot);
    for (const Slot& slot : row.slots) {
        for (const Plot& other : slot.plots) {
            const Cells* cells = cells_of(other);
            if (bars != nullptr && cells != nullptr && cells->numbers &&
                cells->values.rows() == bars->values.size()) {
                return inner_height(other, pitch, width);
            }
        }
    }
    return inner_height(plot, pitch, width);
}

/// Plots of a stack move together where no words stand between them.
double gap_above(const Room& room) {
    return room.above > 0 ? 24 : 10;
}

/// How high a row is: above the insides, the insides (of a stack, all with what lies between),
/// and below.
struct RowHeights {
    double above = 0, inside = 0, below = 0;
};

/// What happens once for each figure: blocks get places from the top down.
class Layout {
public:
    Layout(const Figure& figure, double width)
        : figure_(with_short_labels(figure, width)), ways_(ways_of(figure)) {
        page_.width = width;
        for (std::size_t i = 0; i < ways_.size(); ++i) ways_[i].link = figure_.links[i];
        grid_ = grid_of(figure_, margin + width_of_lanes(ways_, -1),
                        width - margin - width_of_lanes(ways_, 1) - bar_room());
    }

    Page page() {
        top_ = add_headings(page_, figure_);
        page_.top = top_ - below_subtitle + 14;
        for (std::size_t r = 0; r < grid_.rows.size(); ++r) {
            gap_tops_.push_back(r == 0 ? top_ : top_ - row_gap + 6);
            top_ += height_of_lanes(ways_, r);
            if (grid_.rows[r].is_steps) {
                place_steps(grid_.rows[r]);
            } else if (grid_.rows[r].is_words) {
                place_heading(std::get<Words>(*grid_.rows[r].slots[0].block));
            } else {
                place_row(grid_.rows[r]);
            }
        }
        add_links(page_, ways_, gap_tops_);
        add_lone_bar();
        page_.height = std::round(top_ - row_gap + margin);
        return std::move(page_);
    }

private:
    /// What the colours beside a table that stands alone take.
    double bar_room() const {
        if (figure_.rows.size() != 1 || figure_.rows[0].size() != 1) return 0;
        const Plot* plot = std::get_if<Plot>(&figure_.rows[0][0]);
        const Cells* cells = plot == nullptr ? nullptr : cells_of(*plot);
        const bool has_bar =
            cells != nullptr && cells->numbers && !cells->texts &&
            static_cast<double>(cells->values.cols()) * widest_without_bar <
                page_.width - 2 * margin;
        return has_bar && plot->y.opposite.empty() ? 96 : 0;
    }

    /// A row of steps points from the blocks above to those below.
    void place_steps(const GridRow& row) {
        const double first = top_ - row_gap + 8;
        for (std::size_t c = 0; c < row.slots.size() && c < centres_.size(); ++c) {
            const Step* step = std::get_if<Step>(row.slots[c].block);
            if (step == nullptr) continue;
            page_.routes.push_back({{{centres_[c], first}, {centres_[c], first + 30}},
                                    Paint::muted,
                                    1.6,
                                    true});
            page_.texts.push_back({.at = {centres_[c] + 12, first + 14},
                                   .text = step->text,
                                   .size = small_size});
        }
        top_ += step_height - row_gap;
    }

    RowHeights heights_of(const GridRow& row) const {
        const std::vector<Column>& columns = grid_.columns_of(row);
        RowHeights heights;
        for (std::size_t c = 0; c < row.slots.size(); ++c) {
            double sum = 0;
            const std::vector<Plot>& plots = row.slots[c].plots;
            for (std::size_t i = 0; i < plots.size(); ++i) {
                const Room room = room_of(plots[i], grid_.pitch);
                if (i == 0) heights.above = std::max(heights.above, room.above);
                if (i > 0) sum += room.above + gap_above(room);
                sum += height_beside(plots[i], row, grid_.pitch, columns[c].width);
                if (i + 1 == plots.size())
                    heights.below = std::max(heights.below, room.below);
                if (i + 1 < plots.size()) sum += room.below;
            }
            heights.inside = std::max(heights.inside, sum);
        }
        return heights;
    }

    void place_row(const GridRow& row) {
        const RowHeights heights = heights_of(row);
        const std::vector<Column>& columns = grid_.columns_of(row);
        centres_.clear();
        const double unit = unit_of_planes(row);
        const std::size_t first = page_.plots.size();
        for (std::size_t c = 0; c < row.slots.size(); ++c) {
            const Slot& slot = row.slots[c];
            centres_.push_back(columns[c].centre());
            if (!slot.plots.empty()) {
                place_plots(row, slot, columns[c], heights, unit);
            } else if (const Words* words = std::get_if<Words>(slot.block)) {
                place_words(*words, columns[c].x,
                            top_ + heights.above + heights.inside / 2);
            } else if (const ColourBars* bars = std::get_if<ColourBars>(slot.block)) {
                if (heights.inside > 0) {
                    place_bars(*bars, columns[c].x, top_ + heights.above, heights.inside);
                } else {
                    place_flat_bars(*bars, columns[c].x);
                }
            }
        }
        place_arrows(row, first);
        top_ += heights.above + heights.inside + heights.below + row_gap;
    }

    /// Planes side by side have units of one length.
    double unit_of_planes(const GridRow& row) const {
        const std::vector<Column>& columns = grid_.columns_of(row);
        double unit = page_.width;
        for (std::size_t c = 0; c < row.slots.size(); ++c) {
            for (const Plot& plot : row.slots[c].plots) {
                if (!plot.plane) continue;
                const double wide = *plot.x.last - *plot.x.first;
                const double high = *plot.y.last - *plot.y.first;
                unit = std::min({unit, columns[c].width / wide,
                                 inner_height(plot, 0, columns[c].width) / high});
            }
        }
        return unit;
    }

    Box box_of(const Plot& plot, const GridRow& row, const Column& column, double top,
               double unit) const {
        Box box{column.x, top, column.width,
                height_beside(plot, row, grid_.pitch, column.width)};
        if (const auto fixed = fixed_width(plot, grid_.pitch)) {
            box.width = *fixed;
        } else if (cells_of(plot) != nullptr) {
            box.width = std::round(map_size(plot, column.width).width);
            box.left = std::round(box.left);
            box.top = std::round(box.top);
            box.height = std::round(box.height);
        } else if (plot.plane) {
            box.width = unit * (*plot.x.last - *plot.x.first);
            const double height = unit * (*plot.y.last - *plot.y.first);
            box.left += (column.width - box.width) / 2;
            box.top += (box.height - height) / 2;
            box.height = height;
        }
        return box;
    }

    void place_plots(const GridRow& row, const Slot& slot, const Column& column,
                     const RowHeights& heights, double unit) {
        double y = top_ + heights.above;
        for (std::size_t i = 0; i < slot.plots.size(); ++i) {
            Placed placed{slot.plots[i], {}};
            placed.on_page = page_.width;
            const Room room = room_of(placed.plot, grid_.pitch);
            if (i > 0) y += room.above + gap_above(room);
            placed.box = box_of(placed.plot, row, column, y, unit);
            placed.plot.x.ticks = x_ticks_for(placed.plot, placed.box.width);
            if (const Cells* cells = cells_of(placed.plot)) {
                placed.cell_width =
                    placed.box.width / static_cast<double>(cells->values.cols());
                placed.cell_height =
                    placed.box.height / static_cast<double>(cells->values.rows());
            }
            const double name_line = (i == 0 ? heights.above : room.above) - 12;
            add_words(placed, room, name_line, column.x - column.left);
            y += height_beside(placed.plot, row, grid_.pitch, column.width) + room.below;
            page_.plots.push_back(std::move(placed));
        }
    }

    /// Words alone; a heading is close to what it is of.
    void place_heading(const Words& words) {
        const auto lines = static_cast<double>(lines_of(words.text).size());
        place_words(words, margin, top_ + words_line * lines / 2);
        top_ += words_line * lines + (words.heading ? 8 : row_gap);
    }

    void place_words(const Words& words, double x, double middle) {
        const std::vector<std::string> lines = lines_of(words.text);
        double y = middle - words_line * static_cast<double>(lines.size() - 1) / 2;
        for (const std::string& line : lines) {
            if (!line.empty()) {
                page_.texts.push_back({.at = {x, y},
                                       .text = line,
                                       .paint = words.heading ? Paint::ink : Paint::muted,
                                       .bold = words.heading});
            }
            y += words_line;
        }
    }

    void place_bars(const ColourBars& bars, double x, double top, double height) {
        for (const ColourBar& bar : bars.bars) {
            page_.texts.push_back(
                {.at = {x, top - 20}, .text = bar.name, .paint = Paint::muted});
            page_.bars.push_back(upright_bar(bar, {x, top + 1, 16, height - 2}));
            x += 72;
        }
    }

    /// Where nothing stands beside them.
    void place_flat_bars(const ColourBars& bars, double x) {
        for (const ColourBar& bar : bars.bars) {
            if (!bar.name.empty()) {
                page_.texts.push_back(
                    {.at = {x, top_ + 8}, .text = bar.name, .paint = Paint::muted});
                top_ += 24;
            }
            page_.bars.push_back(flat_bar(bar, {x, top_}));
            top_ += 40;
        }
    }

    /// The arrows between the blocks of a row.
    void place_arrows(const GridRow& row, std::size_t first) {
        const std::vector<Column>& columns = grid_.columns_of(row);
        std::vector<double> rights;
        std::size_t plot = first;
        for (std::size_t c = 0; c < row.slots.size(); ++c) {
            const Slot& slot = row.slots[c];
            double left = columns[c].x, right = columns[c].x + columns[c].width,
                   middle = top_;
            if (!slot.plots.empty()) {
                const Placed& placed = page_.plots[plot];
                const Room room = room_of(placed.plot, grid_.pitch);
                left = placed.box.left - (placed.is_table() ? room.left : columns[c].left);
                right = placed.box.right() + room.right;
                middle = placed.box.centre().y;
            }
            if (slot.before != nullptr && c > 0) {
                add_arrow(*slot.before, rights.back() + 6, left - 6, middle);
            }
            rights.push_back(right);
            plot += slot.plots.size();
        }
    }

    void add_arrow(const Step& step, double from, double to, double y) {
        page_.routes.push_back({{{from, y}, {to, y}}, Paint::muted, 1.6, true});
        page_.texts.push_back({.at = {(from + to) / 2, y - 15},
                               .text = step.text,
                               .size = small_size,
                               .align = Align::centre});
    }

    /// A table that stands alone, and maps, have their colours beside or below them.
    void add_lone_bar() {
        if (page_.plots.size() != 1 || !page_.bars.empty()) return;
        const Placed& only = page_.plots[0];
        const Cells* cells = cells_of(only.plot);
        if (cells == nullptr || cells->texts || !only.plot.y.opposite.empty()) return;
        const ColourBar bar{"", cells->palette, cells->limit};
        if (!only.is_table()) {
            page_.bars.push_back(flat_bar(bar, {only.box.left, only.box.bottom() + 16}));
            top_ += 56;
        } else if (only.cell_height > widest_without_bar) {
            const double gap = gap_between_cells(only.cell_height);
            page_.bars.push_back(
                upright_bar(bar, {only.box.right() + 30, only.box.top + gap / 2, 18,
                                  only.box.height - gap}));
        }
    }

    Figure figure_;
    std::vector<Way> ways_;
    Grid grid_;
    Page page_;
    double top_ = 0;
    std::vector<double> centres_;   // of the columns of the row before
    std::vector<double> gap_tops_;  // by row
};

}  // namespace

Page laid_out(const Figure& figure, double width) {
    require_drawable(figure);
    if (!(width > 0)) throw std::invalid_argument("laid_out: the width must be above 0");
    const double most = width < page_width ? width : widest_page;
    for (double wide = width;; wide += 8) {
        try {
            return Layout(figure, wide).page();
        } catch (const std::invalid_argument&) {
            if (wide + 8 > most) throw;  // not for want of room, or there is no more
        }
    }
}

Point Placed::at(const Point& value) const {
    return {box.left + box.width * share_of(plot.x, value.x),
            box.bottom() - box.height * share_of(plot.y, value.y)};
}

Box Placed::cells(const Frame& f) const {
    const double gap = is_table() ? gap_between_cells(cell_height) : 0;
    return {box.left + cell_width * static_cast<double>(f.column) + gap / 2,
            box.top + cell_height * static_cast<double>(f.row) + gap / 2,
            cell_width * static_cast<double>(f.columns) - gap,
            cell_height * static_cast<double>(f.rows) - gap};
}

bool Placed::is_table() const {
    const Cells* cells = cells_of(plot);
    return cells != nullptr && cells->numbers;
}

double cell_font(double cell_height) {
    return cell_height >= 90 ? 22 : cell_height >= 66 ? 18 : cell_height >= 44 ? 15 : 14;
}

double word_font(double cell_height) {
    return cell_height >= 66 ? 18 : cell_height >= 44 ? 16 : 14;
}

double gap_between_cells(double cell_height) {
    return cell_height >= 70 ? 4 : 2;
}

Box part_box(const Point& at, const Part& part) {
    const double width = text_width(part.text, text_size) + (part.is_slim ? 16 : 32),
                 height = 38;
    return {at.x - width / 2, at.y - height / 2, width, height};
}

double width_of(Weight weight) {
    constexpr std::array widths{1.2, 2.0, 3.0, 6.0};
    return widths[static_cast<std::size_t>(weight)];
}

double width_of(const Line& line) {
    constexpr double ribbon = 30;
    return line.share ? ribbon * *line.share : width_of(line.weight);
}

double bar_width(const Placed& placed) {
    const std::size_t bars = bars_of(placed.plot)->values.size();
    return std::min(0.75 * placed.box.height / static_cast<double>(bars), 44.0);
}

}  // namespace attn::plots

// How large what is placed is.
#include <algorithm>
#include <array>

#include "plots/axes.hpp"
#include "plots/layout.hpp"
#include "plots/text_width.hpp"

namespace attn::plots {

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

#include "plots/labels.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstddef>

#include "plots/layout.hpp"
#include "plots/text_width.hpp"
#include "support/text/print.hpp"

namespace attn::plots {
namespace {

std::string with_real_minus(const std::string& text) {
    return text.starts_with('-') ? "−" + text.substr(1) : text;
}

/// "1e+06" as "1e6", "1e-09" as "1e-9": to_chars writes at least two digits and a sign.
std::string with_short_power(std::string text) {
    const std::size_t power = text.find('e');
    if (power == std::string::npos) return text;
    const std::size_t digits = power + 2;
    const std::size_t first = text.find_first_not_of('0', digits);
    text.erase(digits, std::min(first, text.size() - 1) - digits);
    if (text[power + 1] == '+') text.erase(power + 1, 1);
    return text;
}

// In pixels, at the usual size.
constexpr double row_word = 190, column_word = 110, name_of_cells = 200, note = 300;
constexpr double curve = 180, number = 110, step = 130, verdict = 280, cell = 150,
                 part = 150;
constexpr double remark = 300, names_of_row = 520, least_name = 225;

void cut(std::string& text, double width, bool bold = false) {
    text = cut_to_fit(text, width, text_size, bold);
}

void cut(Texts& texts, double width) {
    for (std::string& text : texts) cut(text, width);
}

/// Each line by itself.
void cut_lines(std::string& text, double width) {
    std::string all;
    for (std::string& line : lines_of(text)) {
        cut(line, width);
        all += (all.empty() ? "" : "\n") + line;
    }
    text = all;
}

void cut(Axis& axis, double axis_name, double word) {
    cut(axis.name, axis_name);
    cut(axis.words, word);
    cut(axis.opposite_name, verdict);
    for (Tick& tick : axis.ticks) cut(tick.label, number);
    for (Label& label : axis.opposite) cut(label.text, verdict);
}

void cut(Mark& mark) {
    if (auto* line = std::get_if<Line>(&mark)) cut(line->name, curve);
    if (auto* dots = std::get_if<Dots>(&mark)) cut(dots->name, curve);
    if (auto* bars = std::get_if<Bars>(&mark)) cut(bars->numbers, number);
    if (auto* cells = std::get_if<Cells>(&mark); cells != nullptr && cells->texts) {
        cut(*cells->texts, cell);
    }
    if (auto* arrow = std::get_if<Arrow>(&mark)) cut(arrow->name, curve);
    if (auto* box = std::get_if<Part>(&mark)) cut(box->text, part);
    if (auto* rule = std::get_if<Rule>(&mark)) cut(rule->text, note);
    if (auto* gap = std::get_if<Gap>(&mark)) cut_lines(gap->text, curve);
    if (auto* text = std::get_if<Note>(&mark)) cut_lines(text->text, note);
}

void cut(Plot& plot, double name) {
    cut(plot.name, name, true);
    cut_lines(plot.below, name);
    const double axis_name = cells_of(plot) != nullptr ? name_of_cells : name;
    cut(plot.x, axis_name, column_word);
    cut(plot.y, axis_name, row_word);
    for (Mark& mark : plot.marks) cut(mark);
}

void cut(Block& block, double name, double words_width) {
    if (auto* plot = std::get_if<Plot>(&block)) cut(*plot, name);
    if (auto* words = std::get_if<Words>(&block)) {
        cut_lines(words->text, words_width);
    }
    if (auto* arrow = std::get_if<Step>(&block)) cut(arrow->text, step);
    if (auto* stack = std::get_if<Stack>(&block)) {
        for (Plot& plot : stack->plots) cut(plot, name);
    }
    if (auto* bars = std::get_if<ColourBars>(&block)) {
        for (ColourBar& bar : bars->bars) cut(bar.name, number);
    }
}

}  // namespace

std::string number_label(double value, int decimals) {
    if (std::isinf(value)) return value < 0 ? "−∞" : "∞";
    return with_real_minus(number_text(value, decimals));
}

std::string short_label(double value) {
    if (!std::isfinite(value)) return number_label(value, 0);
    const bool is_whole = value == std::round(value) && std::abs(value) < 1e6;
    if (is_whole) return number_label(value, 0);
    std::array<char, 32> buffer;
    const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value,
                                   std::chars_format::general, 4);
    return with_real_minus(with_short_power({buffer.data(), end.ptr}));
}

bool is_closed(const Cells& cells, std::size_t row, std::size_t column) {
    return cells.open.rows() > 0 && cells.open(row, column) == 0.0;
}

std::string cell_text(const Cells& cells, std::size_t row, std::size_t column,
                      bool is_narrow) {
    if (cells.texts) return (*cells.texts)[row * cells.values.cols() + column];
    const double value = cells.values(row, column);
    if (is_closed(cells, row, column)) {
        return std::isinf(value) ? number_label(value, 0) : "";
    }
    if (std::isnan(value)) return "NaN";
    const std::string text = number_label(value, cells.decimals);
    const bool is_share = cells.palette == Palette::shares && value >= 0 && value <= 1;
    if (!is_narrow || !is_share) return text;
    return text.front() == '1' ? "1" : cells.decimals == 0 ? text : text.substr(1);
}

Figure with_short_labels(Figure figure, double width) {
    for (Row& row : figure.rows) {
        const auto steps = std::count_if(row.begin(), row.end(), [](const Block& block) {
            return std::holds_alternative<Step>(block);
        });
        const auto blocks =
            std::max<std::ptrdiff_t>(1, static_cast<std::ptrdiff_t>(row.size()) - steps);
        const double name =
            std::max(least_name, names_of_row / static_cast<double>(blocks));
        for (Block& block : row) {
            const auto* words = std::get_if<Words>(&block);
            const bool has_the_page =
                row.size() == 1 || (words != nullptr && words->heading);
            cut(block, name, has_the_page ? width - 2 * margin : remark);
        }
    }
    for (Link& link : figure.links) cut(link.text, step);
    return figure;
}

}  // namespace attn::plots

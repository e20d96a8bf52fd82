#include "plots/labels.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

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

}  // namespace attn::plots

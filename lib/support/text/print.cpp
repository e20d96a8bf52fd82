#include "support/text/print.hpp"

#include <algorithm>

#include "attn/shape_error.hpp"
#include "support/text/utf8.hpp"

namespace attn {
namespace {

void require_labels(const char* what, const std::vector<std::string>& labels,
                    std::size_t count) {
    if (labels.empty() || labels.size() == count) return;
    throw ShapeError("matrix_text: " + std::to_string(labels.size()) + " " + what +
                     " labels for " + std::to_string(count) + " " + what +
                     "s; give one for each, or none");
}

std::string flush_right(const std::string& text, std::size_t width) {
    const std::size_t used = display_width(text);
    return std::string(width > used ? width - used : 0, ' ') + text;
}

std::string flush_left(const std::string& text, std::size_t width) {
    const std::size_t used = display_width(text);
    return text + std::string(width > used ? width - used : 0, ' ');
}

std::size_t widest(const std::vector<std::string>& texts) {
    std::size_t width = 0;
    for (const std::string& text : texts) width = std::max(width, display_width(text));
    return width;
}

}  // namespace

std::string matrix_text(std::string_view name, const Matrix& m, const PrintStyle& style) {
    require_labels("row", style.row_labels, m.rows());
    require_labels("column", style.column_labels, m.cols());
    std::string text = clean_utf8(name) + "  [" + std::to_string(m.rows()) + " x " +
                       std::to_string(m.cols()) + "]\n";

    const std::size_t margin = widest(style.row_labels);
    std::size_t width = widest(style.column_labels);
    for (std::size_t i = 0; i < m.rows(); ++i) {
        for (const double value : m.row(i)) {
            width = std::max(width, number_text(value, style.decimals).size());
        }
    }
    if (!style.column_labels.empty()) {
        text += std::string(margin, ' ');
        for (const std::string& label : style.column_labels) {
            text += "  " + flush_right(clean_utf8(label), width);
        }
        text += '\n';
    }
    for (std::size_t i = 0; i < m.rows(); ++i) {
        if (margin > 0) text += flush_left(clean_utf8(style.row_labels[i]), margin);
        for (const double value : m.row(i)) {
            text += "  " + flush_right(number_text(value, style.decimals), width);
        }
        text += '\n';
    }
    return text;
}

}  // namespace attn

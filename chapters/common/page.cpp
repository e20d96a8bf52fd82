#include "chapters/common/page.hpp"

#include <algorithm>
#include <cmath>

#include "attn/text/print.hpp"
#include "attn/text/utf8.hpp"

namespace attn::chapters {
namespace {

constexpr int most_decimals = 4;

/// The fewest decimals that lose nothing, or most_decimals.
int fewest_decimals(const Matrix& m) {
    for (int decimals = 0; decimals < most_decimals; ++decimals) {
        bool is_exact = true;
        for (std::size_t i = 0; i < m.rows(); ++i) {
            for (const double x : m.row(i)) {
                const bool loses =
                    std::isfinite(x) && std::stod(number_text(x, decimals)) != x;
                is_exact = is_exact && !loses;
            }
        }
        if (is_exact) return decimals;
    }
    return most_decimals;
}

}  // namespace

void Page::line(const std::string& text) {
    if (last_ == Last::table) gap();
    out_ << text << "\n";
    last_ = text.empty() ? Last::blank : Last::line;
}

void Page::gap() {
    if (last_ == Last::line || last_ == Last::table) out_ << "\n";
    last_ = Last::blank;
}

void Page::show(const std::string& name, const Matrix& m, const Labels& rows,
                const Labels& columns, std::optional<int> decimals) {
    const std::string text =
        matrix_text(name, m,
                    {.row_labels = rows,
                     .column_labels = columns,
                     .decimals = decimals.value_or(fewest_decimals(m))});
    gap();
    out_ << text;
    last_ = Last::table;
}

void Page::show_words(const std::vector<Labels>& lines) {
    std::vector<std::size_t> widths;
    for (const Labels& words : lines) {
        widths.resize(std::max(widths.size(), words.size()));
        for (std::size_t i = 0; i < words.size(); ++i) {
            widths[i] = std::max(widths[i], display_width(words[i]));
        }
    }
    gap();
    for (const Labels& words : lines) {
        std::string text;
        for (std::size_t i = 0; i < words.size(); ++i) {
            const std::string padding(widths[i] - display_width(words[i]), ' ');
            text += i == 0 ? words[i] + padding : "  " + padding + words[i];
        }
        out_ << text.substr(0, text.find_last_not_of(' ') + 1) << "\n";
    }
    last_ = Last::table;
}

std::ostream& Page::out() {
    last_ = Last::line;
    return out_;
}

void Page::keep(const std::string& name, const Matrix& m) {
    kept_.push_back({name, m});
}

void Page::keep(const std::string& name, const Numbers& row) {
    Matrix m(1, row.size());
    std::copy(row.begin(), row.end(), m.row(0).begin());
    keep(name, m);
}

void Page::draw(const fig::Figure& figure) {
    figures_.push_back(figure);
}

void Page::leave_out(const std::string& figure, const std::string& reason) {
    left_out_.push_back({figure, reason});
}

}  // namespace attn::chapters

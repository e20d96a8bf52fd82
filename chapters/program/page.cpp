#include "chapters/program/page.hpp"

#include <algorithm>
#include <cmath>

#include "chapters/printing/rows.hpp"
#include "support/text/print.hpp"
#include "support/text/utf8.hpp"

namespace attn::chapters {
namespace {

constexpr int most_decimals = 4;
constexpr std::size_t most_columns = 80;  // of a line; a terminal shows no more

/// The fewest decimals that lose nothing, or most_decimals.
int fewest_decimals(const Matrix& m) {
    for (int decimals = 0; decimals < most_decimals; ++decimals) {
        const double power = std::pow(10.0, decimals);
        const auto loses = [&](double x) {
            return std::isfinite(x) && std::round(x * power) / power != x;
        };
        if (!std::ranges::any_of(m.values(), loses)) return decimals;
    }
    return most_decimals;
}

/// A line that is too wide, broken at blanks: each piece takes as many words as fit, at least
/// one. All pieces but the first begin two columns further in.
std::string broken_where_too_wide(std::string line) {
    const std::size_t indent = line.find_first_not_of(' ');
    std::string pieces;
    while (display_width(line) > most_columns) {
        std::size_t end = line.find(' ', line.find_first_not_of(' ')), next_end = end;
        while (display_width(line.substr(0, next_end)) <= most_columns) {
            end = next_end;
            next_end = line.find(' ', line.find_first_not_of(' ', end));
        }
        const std::size_t rest = line.find_first_not_of(' ', end);
        if (rest == std::string::npos) break;
        pieces += line.substr(0, end) + "\n";
        line = std::string(indent + 2, ' ') + line.substr(rest);
    }
    return pieces + line;
}

}  // namespace

void Page::line(const std::string& text) {
    if (last_ == Last::table) gap();
    out_ << broken_where_too_wide(text) << "\n";
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

void Page::keep(const std::string& name, const Matrix& m) {
    kept_.push_back({name, m});
}

void Page::keep(const std::string& name, const Numbers& row) {
    keep(name, one_row(row));
}

void Page::give(const std::string& what, const Path& to,
                const std::function<void(const Path& to)>& write) {
    if (!to.empty()) given_.push_back({what, to, write});
}

void Page::draw(const plots::Figure& figure) {
    figures_.push_back(figure);
}

void Page::leave_out(const std::string& figure, const std::string& reason) {
    left_out_.push_back({figure, reason});
}

}  // namespace attn::chapters

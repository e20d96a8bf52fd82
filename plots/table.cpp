#include "plots/table.hpp"
#include "attn/text/print.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

namespace attn::plots {
namespace {

std::string csv_cell(const std::string& text) {
    if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
    std::string quoted = "\"";
    for (const char c : text) {
        if (c == '"') quoted += '"';
        quoted += c;
    }
    return quoted + '"';
}

std::string csv_line(const std::vector<std::string>& cells) {
    std::string line;
    for (const std::string& cell : cells) {
        if (!line.empty() || &cell != &cells.front()) line += ',';
        line += csv_cell(cell);
    }
    return line + '\n';
}

}  // namespace

Table matrix_table(const std::string& corner, const std::vector<std::string>& row_labels,
                   const std::vector<std::string>& column_labels, const Matrix& m) {
    const auto label = [](const std::vector<std::string>& labels, std::size_t i) {
        return labels.empty() ? std::to_string(i) : labels.at(i);
    };
    Table table{{corner}, {}};
    for (std::size_t j = 0; j < m.cols(); ++j) {
        table.columns.push_back(label(column_labels, j));
    }
    for (std::size_t i = 0; i < m.rows(); ++i) {
        std::vector<std::string> row{label(row_labels, i)};
        for (const double value : m.row(i)) row.push_back(exact_text(value));
        table.rows.push_back(std::move(row));
    }
    return table;
}

void add_rows(Table& table, const std::string& name,
              const std::vector<std::string>& row_labels, const Matrix& m) {
    for (std::size_t i = 0; i < m.rows(); ++i) {
        std::vector<std::string> cells{name, row_labels.at(i)};
        for (const double value : m.row(i)) cells.push_back(exact_text(value));
        cells.resize(std::max(cells.size(), table.columns.size()));
        table.rows.push_back(std::move(cells));
    }
}

std::string csv_text(const Table& table) {
    std::string text = csv_line(table.columns);
    for (const auto& row : table.rows) text += csv_line(row);
    return text;
}

}  // namespace attn::plots

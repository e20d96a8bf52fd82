/// The numbers that a figure shows, as a table for other programs (CSV).
#pragma once

#include <string>
#include <vector>

#include "attn/matrix.hpp"

namespace attn::plots {

/// Rows of cells under named columns, all as text.
struct Table {
    std::vector<std::string> columns;
    std::vector<std::vector<std::string>> rows;
};

/// One row for each row of m: its label, then its numbers under the column labels.
/// corner names the first column. Where there are no labels, the indices stand.
Table matrix_table(const std::string& corner, const std::vector<std::string>& row_labels,
                   const std::vector<std::string>& column_labels, const Matrix& m);

/// Adds the rows of m to a table: what they all belong to, each one's label, its numbers, and
/// empty cells up to the table's width.
void add_rows(Table& table, const std::string& name,
              const std::vector<std::string>& row_labels, const Matrix& m);

/// table as RFC 4180 has it, with plain line breaks: a cell with a comma, a quote or a line
/// break stands in quotes.
std::string csv_text(const Table& table);

}  // namespace attn::plots

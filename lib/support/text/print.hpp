/// Matrices as text, the same on every machine. Introduced in chapter 1.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "attn/matrix.hpp"
#include "attn/number_text.hpp"

namespace attn {

/// How a matrix is printed. Empty labels are omitted.
struct PrintStyle {
    std::vector<std::string> row_labels = {};
    std::vector<std::string> column_labels = {};
    int decimals = 2;
};

/// m as a table: its name and shape, then its rows with their labels, numbers flush right.
///
///     X  [2 x 3]
///         person    verb    noun
///     I        2      -1       0
///     am       1       2       0
///
/// returns  lines that end in a line break; Hangul counts as two columns
/// throws   ShapeError         when labels are given, but not one per row or per column
///          std::domain_error  when style.decimals is not 0 to 100, as number_text
std::string matrix_text(std::string_view name, const Matrix& m,
                        const PrintStyle& style = {});

}  // namespace attn

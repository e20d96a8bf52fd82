/// What chapters say about two matrices, or about the rows of one.
#pragma once

#include <string>
#include <vector>

#include "attn/matrix.hpp"

namespace attn::chapters {

/// The largest distance of two entries: "0.0123", or "below 1e-12" for mere rounding.
std::string distance_text(const Matrix& a, const Matrix& b);

/// The names of the rows that differ by more than rounding: "I, all", or "no row".
std::string changed_rows(const Matrix& a, const Matrix& b,
                         const std::vector<std::string>& names);

/// For each row, the name of the column with its largest number; of equal ones, the first.
std::vector<std::string> largest_of_each_row(const Matrix& m,
                                             const std::vector<std::string>& names);

}  // namespace attn::chapters

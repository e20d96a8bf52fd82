/// What chapters make of words and of counts of things, and what they say in words of two matrices
/// or of the rows of one.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "attn/matrix.hpp"

namespace attn::chapters {

/// "yes" or "no"
std::string yes_or_no(bool answer);

/// The words in another order: first the one with the number order[0].
std::vector<std::string> in_order(const std::vector<std::string>& words,
                                  const std::vector<std::size_t>& order);

/// "1 number", "2 numbers"
std::string counted(std::size_t count, const std::string& noun);

/// "I, love, you"
std::string joined(const std::vector<std::string>& words,
                   const std::string& between = ", ");

/// The largest distance of two entries: "0.0123", or "below 1e-12" for mere rounding.
std::string distance_text(const Matrix& a, const Matrix& b);

/// The names of the rows that differ by more than rounding: "I, all", or "no row".
std::string changed_rows(const Matrix& a, const Matrix& b,
                         const std::vector<std::string>& names);

/// The names of the rows with a NaN in them: "I, all", or "no row".
std::string rows_of_nan(const Matrix& m, const std::vector<std::string>& names);

/// For each row, the name of the column with its largest number; of equal ones, the first.
std::vector<std::string> largest_of_each_row(const Matrix& m,
                                             const std::vector<std::string>& names);

}  // namespace attn::chapters

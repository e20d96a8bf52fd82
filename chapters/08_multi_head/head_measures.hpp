/// What chapter 8 asks of heads: which words reach which, which keys win a row, and how far
/// numbers spread.
#pragma once

#include <cstddef>
#include <functional>
#include <utility>
#include <vector>

#include "attn/matrix.hpp"

namespace attn::chapters::ch08 {

/// Row i of each table, one below the other.
///
/// tables   at least one, all of the same width
Matrix row_of_each(const std::vector<Matrix>& tables, std::size_t i);

/// Which words can reach which: row j of x is changed, and row i of the output changes, or not.
///
/// output   from [n x d] to a matrix of n rows
/// returns  [n x n]  1 at (i, j) where row i changes by more than rounding, else 0
Matrix reach(const std::function<Matrix(const Matrix&)>& output, const Matrix& x);

/// The keys with the largest and the second largest weight of a row.
std::pair<std::size_t, std::size_t> two_largest(const Matrix& weights, std::size_t row);

/// The standard deviation of numbers within a row, and in a column from row to row; both
/// averaged.
struct Spread {
    double within, between;
};
Spread spread_of(const Matrix& m);

}  // namespace attn::chapters::ch08

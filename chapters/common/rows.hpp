/// What the chapters ask of a matrix's rows: a token's numbers, its favourite, how evenly it
/// looks around.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "attn/matrix.hpp"

namespace attn::chapters {

/// The chosen rows of m, in that order, as a matrix.
Matrix rows_of(const Matrix& m, const std::vector<std::size_t>& chosen);

/// Row i of m as a matrix of one row.
Matrix row_of(const Matrix& m, std::size_t i);

/// The column of the largest weight in a row; of several equal ones, the first.
std::size_t favourite_of(const Matrix& weights, std::size_t row);

/// How evenly shares are spread: 0 when one has everything, ln n when all n are equal.
///
/// source  Shannon (1948), with the natural logarithm
double entropy(std::span<const double> shares);

/// The entropy of each row.
std::vector<double> row_entropies(const Matrix& weights);

}  // namespace attn::chapters

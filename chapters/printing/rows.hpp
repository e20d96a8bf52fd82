/// What the chapters ask of rows of numbers: one of them alone, their mean, its sum, how large its
/// numbers are, and how even its weights.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "attn/matrix.hpp"

namespace attn::chapters {

/// Row i of m as a matrix of one row.
Matrix row_of(const Matrix& m, std::size_t i);

/// Numbers as a matrix of one row.
Matrix one_row(std::span<const double> numbers);

/// Tables of equal width below one another.
Matrix below(const std::vector<Matrix>& parts);

/// [n x n], 1 on its diagonal and else 0: as values or as a map it changes nothing.
Matrix identity(std::size_t n);

/// The mean of m's rows as a matrix of one row.
/// throws  ShapeError  when m has no rows
Matrix mean_of_rows(const Matrix& m);

/// Its way back: each row gets an equal part of the slope.
Matrix mean_of_rows_backward(const Matrix& d_mean, std::size_t n_rows);

double sum_of(std::span<const double> numbers);

/// The middle one of the sorted numbers; of an even count the upper of the two.
double median(std::vector<double> numbers);

/// The root of the mean square of a matrix's numbers, or of some: 1 for a row that is normed, but
/// for epsilon's share.
double size_of(std::span<const double> numbers);
double size_of(const Matrix& m);

/// The entropy of weights: 0 when one weight is 1, ln n when all n are equal.
///
/// source  Shannon (1948), with the natural logarithm
double entropy(std::span<const double> weights);

/// The entropy of each row.
std::vector<double> row_entropies(const Matrix& weights);

}  // namespace attn::chapters

/// What chapter 1 asks you to build. Write the functions in chapters/01_dot_product/exercises.cpp
/// and try them with ./test exercise 1.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "attn/matrix.hpp"

namespace attn::exercises {

/// The cosine of every row with every row.
///
/// x        [n x d]
/// returns  [n x n]            entry (i, j) is the cosine of row i and row j
/// throws   std::domain_error  where a row is all zeros, as attn::cosine does
/// hint     divide each row by its norm; then one matmul_transpose_b is enough. Or take
///          attn::cosine n times n times.
Matrix cosines(const Matrix& x);

/// The row that has the largest cosine with row i, row i itself left out.
///
/// x        [n x d]
/// returns  the first such row where there are several
/// throws   std::out_of_range   where there is no row i
///          std::domain_error   where there is no other row: then there is no right answer
/// hint     start with a cosine that is smaller than any, -2
std::size_t most_similar(const Matrix& x, std::size_t i);

/// The rows of x, each times a weight of its own, added up.
///
/// weights  [n]
/// x        [n x d]
/// returns  [d]
/// throws   ShapeError  when there are not as many weights as rows
/// hint     two loops: over the rows, and over the entries of a row. The error is declared in
///          attn/shape_error.hpp.
std::vector<double> mixture(std::span<const double> weights, const Matrix& x);

}  // namespace attn::exercises

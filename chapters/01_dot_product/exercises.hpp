/// What chapter 1 asks you to build. Write the functions in chapters/01_dot_product/exercises.cpp
/// and try them with ./test exercise 1.
#pragma once

#include <cstddef>

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

/// The matrix product: entry (i, j) is the dot product of row i of a and column j of b.
///
/// a        [n x d]
/// b        [d x m]
/// returns  [n x m]
/// throws   ShapeError  when a has not as many columns as b has rows
/// hint     the numbers of column j are b(0, j), b(1, j) and so on. The error is declared in
///          attn/shape_error.hpp.
Matrix product(const Matrix& a, const Matrix& b);

}  // namespace attn::exercises

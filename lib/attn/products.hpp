/// Matrix products in a quicker loop order: what the traces, and with them training, spend
/// their time on. Introduced in chapter 14; the order is chapter 13's.
///
/// Chapter 1's loops run over row, column, depth; these over row, depth, column, so that the
/// innermost loop walks along rows in memory. Each entry is still summed in the same order, so
/// the results are equal to the last bit.
#pragma once

#include "attn/matrix.hpp"

namespace attn {

/// The product a b.
///
/// a        [n x d]
/// b        [d x m]
/// returns  [n x m]  equal to matmul(a, b) to the last bit
/// throws   ShapeError  when a.cols() != b.rows()
Matrix matmul_by_rows(const Matrix& a, const Matrix& b);

/// The product a^T b without transposing a: a weight's slopes are such sums over the tokens.
///
/// a        [d x n]
/// b        [d x m]
/// returns  [n x m]  equal to matmul(transpose(a), b) to the last bit
/// throws   ShapeError  when a.rows() != b.rows()
Matrix matmul_transpose_a_by_rows(const Matrix& a, const Matrix& b);

/// Adds the product a^T b to a sum, as a weight's slopes are added up over the sentences of a
/// batch: sum += matmul_transpose_a_by_rows(a, b) to the last bit, without a matrix between.
///
/// sum     [n x m]  is changed
/// throws  ShapeError  when a.rows() != b.rows(), or sum has another shape
void add_matmul_transpose_a(Matrix& sum, const Matrix& a, const Matrix& b);

/// The product a b^T: b is transposed first, which costs less than walking down its columns.
///
/// a        [n x d]
/// b        [m x d]
/// returns  [n x m]  equal to matmul_transpose_b(a, b) to the last bit
/// throws   ShapeError  when a.cols() != b.cols()
Matrix matmul_transpose_b_by_rows(const Matrix& a, const Matrix& b);

}  // namespace attn

/// The matrix product in plain loops, the first rungs of chapter 21's ladder. plain_loops.cpp is
/// compiled twice: for any processor, and for this one.
#pragma once

#include "attn/matrix.hpp"

// For all of them:
// a        [n x d]
// b        [d x m]
// returns  [n x m]     equal to matmul(a, b) to the last bit, unless multiplication and addition
//                      are one instruction
// throws   ShapeError  when a's columns are not as many as b's rows

/// As everything else here is compiled.
namespace attn::speed::any_processor {

/// Chapter 1's three loops, row, column, depth: the innermost is a dot product, and walks down a
/// column of b.
Matrix matmul_three_loops(const Matrix& a, const Matrix& b);

/// The same in another order: row, depth, column. The innermost now walks along a row of b and a
/// row of the result, in the order in which they lie in memory.
Matrix matmul_loop_order(const Matrix& a, const Matrix& b);

/// The same without bounds checks: whether a row exists is asked once per row.
Matrix matmul_unchecked(const Matrix& a, const Matrix& b);

}  // namespace attn::speed::any_processor

/// As lib/fast is compiled: for this processor's vectors, and with multiplication and addition in
/// one instruction (the CMake option ATTN_NATIVE).
namespace attn::speed::this_processor {

Matrix matmul_three_loops(const Matrix& a, const Matrix& b);
Matrix matmul_loop_order(const Matrix& a, const Matrix& b);
Matrix matmul_unchecked(const Matrix& a, const Matrix& b);

}  // namespace attn::speed::this_processor

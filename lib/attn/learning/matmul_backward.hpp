/// The backward pass of a matrix product. Introduced in chapter 14.
#pragma once

#include "attn/matrix.hpp"

namespace attn {

/// The slopes of the loss in both factors of a product.
struct MatmulGradient {
    Matrix a;  // [n x d]
    Matrix b;  // [d x m]
};

/// Backward of c = a b: the slopes in a and b from the slope in c.
///
///     d_a = d_c b^T        d_b = a^T d_c
///
/// An entry a(i, k) is used once for each column of c's row i, and gets from each of them that
/// column's slope times the b(k, j) it was multiplied with.
///
/// a        [n x d]
/// b        [d x m]
/// d_c      [n x m]  the slope of the loss in each entry of c
/// throws   ShapeError  when a and b do not fit, or d_c is not n x m
/// source   Giles (2008)
MatmulGradient matmul_backward(const Matrix& a, const Matrix& b, const Matrix& d_c);

}  // namespace attn

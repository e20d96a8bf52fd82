#include "attn/learning/matmul_backward.hpp"

#include "attn/learning/slope_shapes.hpp"
#include "attn/shape_error.hpp"

namespace attn {

MatmulGradient matmul_backward(const Matrix& a, const Matrix& b, const Matrix& d_c) {
    if (a.cols() != b.rows()) {
        throw ShapeError("matmul_backward: a is " + shape_text(a) + ", b is " +
                         shape_text(b) + "; a's columns must equal b's rows");
    }
    require_slope_of_output("matmul_backward", d_c, a.rows(), b.cols());
    return {matmul_transpose_b(d_c, b),   // d_c b^T
            matmul_transpose_a(a, d_c)};  // a^T d_c
}

}  // namespace attn

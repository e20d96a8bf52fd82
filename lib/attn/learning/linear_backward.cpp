#include "attn/learning/linear_backward.hpp"

#include "attn/learning/slope_shapes.hpp"
#include "attn/shape_error.hpp"

namespace attn {
namespace {

const char* const name = "backward of Linear";

}  // namespace

Matrix backward(const Linear& layer, const Matrix& x, const Matrix& d_output,
                Linear& gradient) {
    require_slope_of_output(name, d_output, x.rows(), layer.weight.cols());
    require(x.cols() == layer.weight.rows(), name, ": x is ", x, ", weight is ",
            layer.weight, "; give x as the forward pass got it");
    require_gradient_of(name, "weight", layer.weight, gradient.weight);
    require_gradient_of(name, "bias", layer.bias, gradient.bias);
    gradient.weight += matmul_transpose_a(x, d_output);  // x^T d_y
    for (std::size_t i = 0; i < d_output.rows(); ++i) {
        const std::span<const double> row = d_output.row(i);
        for (std::size_t j = 0; j < gradient.bias.size(); ++j) gradient.bias[j] += row[j];
    }
    return matmul_transpose_b(d_output, layer.weight);  // d_y W^T
}

}  // namespace attn

#include "attn/linear.hpp"

#include <cmath>
#include <span>

#include "attn/shape_error.hpp"

namespace attn {

Matrix Linear::forward(const Matrix& x) const {
    require(x.cols() == weight.rows() && (bias.empty() || bias.size() == weight.cols()),
            "Linear: x is ", x, ", weight is ", weight, ", bias has ", bias.size(),
            "; x's columns must equal weight's rows, and a bias has one number for each of "
            "weight's columns");
    Matrix y = matmul(x, weight);  // [n x d_out]
    if (bias.empty()) return y;
    for (std::size_t i = 0; i < y.rows(); ++i) {
        const std::span<double> row = y.row(i);
        for (std::size_t j = 0; j < row.size(); ++j) row[j] += bias[j];
    }
    return y;
}

Linear random_linear(std::size_t d_in, std::size_t d_out, Random& generator) {
    require(d_in > 0, "random_linear: d_in is 0; a linear map needs an input");
    const double largest = 1.0 / std::sqrt(static_cast<double>(d_in));
    Linear linear{Matrix(d_in, d_out), std::vector<double>(d_out)};
    for (double& weight : linear.weight.values()) {
        weight = generator.uniform(-largest, largest);
    }
    for (double& bias : linear.bias) bias = generator.uniform(-largest, largest);
    return linear;
}

}  // namespace attn

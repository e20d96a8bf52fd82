#include "chapters/10_sublayers/exercises.hpp"

#include <cmath>
#include <string>

#include "attn/shape_error.hpp"
#include "attn/vector.hpp"

namespace attn::exercises {

Matrix rms_norm(const Matrix& x, const std::vector<double>& gamma, double epsilon) {
    if (gamma.size() != x.cols()) {
        throw ShapeError("rms_norm: x is " + shape_text(x) + ", gamma has " +
                         std::to_string(gamma.size()) + "; it needs one for each column");
    }
    Matrix y(x.rows(), x.cols());
    for (std::size_t i = 0; i < x.rows(); ++i) {
        const double mean_square = dot(x.row(i), x.row(i)) / static_cast<double>(x.cols());
        const double size = std::sqrt(mean_square + epsilon);
        for (std::size_t j = 0; j < x.cols(); ++j) y(i, j) = x(i, j) / size * gamma[j];
    }
    return y;
}

MeanAndVariance mean_and_variance(std::span<const float> row) {
    float mean = 0, squares = 0, count = 0;
    for (const float x : row) {
        ++count;
        const float from_old = x - mean;
        mean += from_old / count;
        squares += from_old * (x - mean);
    }
    return {mean, squares / count};
}

Linear folded(const LayerNorm& norm, const Linear& linear) {
    Linear map = linear;
    map.bias.resize(linear.weight.cols(), 0.0);
    for (std::size_t i = 0; i < linear.weight.rows(); ++i) {
        for (std::size_t j = 0; j < linear.weight.cols(); ++j) {
            map.weight(i, j) = norm.gamma[i] * linear.weight(i, j);
            map.bias[j] += norm.beta[i] * linear.weight(i, j);
        }
    }
    return map;
}

}  // namespace attn::exercises

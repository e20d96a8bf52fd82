#include "chapters/10_sublayers/exercises.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "attn/shape_error.hpp"
#include "attn/vector.hpp"

namespace attn::exercises {

Matrix layer_norm(const Matrix& x, const std::vector<double>& gamma,
                  const std::vector<double>& beta, double epsilon) {
    const auto d = static_cast<double>(x.cols());
    Matrix y(x.rows(), x.cols());
    for (std::size_t i = 0; i < x.rows(); ++i) {
        double mean = 0, variance = 0;
        for (const double number : x.row(i)) mean += number / d;
        for (const double number : x.row(i))
            variance += (number - mean) * (number - mean) / d;
        const double divisor = std::sqrt(variance + epsilon);
        for (std::size_t j = 0; j < x.cols(); ++j)
            y(i, j) = (x(i, j) - mean) / divisor * gamma[j] + beta[j];
    }
    return y;
}

Matrix feed_forward(const Matrix& x, const Linear& first, const Linear& second) {
    Matrix units = first.forward(x);
    for (double& unit : units.values()) unit = std::max(unit, 0.0);
    return second.forward(units);
}

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

}  // namespace attn::exercises

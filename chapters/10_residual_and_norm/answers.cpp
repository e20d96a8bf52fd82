#include "chapters/10_residual_and_norm/exercises.hpp"

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

Matrix again_and_again(Matrix x, const MultiHeadAttention& attention, std::size_t n_rounds,
                       double epsilon) {
    const std::vector<double> ones(x.cols(), 1), zeros(x.cols(), 0);
    for (std::size_t round = 0; round < n_rounds; ++round)
        x = layer_norm(x + attention.forward(x, x, x), ones, zeros, epsilon);
    return x;
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

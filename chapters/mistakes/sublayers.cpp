#include "chapters/mistakes/sublayers.hpp"

#include <cmath>
#include <span>

#include "attn/activation.hpp"

namespace attn::mistakes {
namespace {

double mean_of(std::span<const double> row) {
    double sum = 0;
    for (const double entry : row) sum += entry;
    return sum / static_cast<double>(row.size());
}

/// The sum of the squared distances from the mean.
double squares_of(std::span<const double> row) {
    const double mean = mean_of(row);
    double sum = 0;
    for (const double entry : row) sum += (entry - mean) * (entry - mean);
    return sum;
}

void shift_and_divide(std::span<double> row, double divisor) {
    const double mean = mean_of(row);
    for (double& entry : row) entry = (entry - mean) / divisor;
}

}  // namespace

Matrix norm_with_unbiased_variance(const Matrix& x, double epsilon) {
    Matrix y = x;
    for (std::size_t i = 0; i < x.rows(); ++i) {
        const double variance = squares_of(x.row(i)) / static_cast<double>(x.cols() - 1);
        shift_and_divide(y.row(i), std::sqrt(variance + epsilon));
    }
    return y;
}

Matrix norm_with_epsilon_outside(const Matrix& x, double epsilon) {
    Matrix y = x;
    for (std::size_t i = 0; i < x.rows(); ++i) {
        const double variance = squares_of(x.row(i)) / static_cast<double>(x.cols());
        shift_and_divide(y.row(i), std::sqrt(variance) + epsilon);
    }
    return y;
}

double gelu_of_the_wrong_kind(double x) {
    return gelu_tanh(x);
}

Matrix dropout_left_on(const Matrix& x, double p, Mode, Random& generator) {
    return dropout(x, p, Mode::training, generator);
}

Matrix norm_before(const EncoderLayer& layer, const Matrix& x) {
    EncoderLayer other = layer;
    other.placement = NormPlacement::pre;
    return other.forward(x);
}

Matrix residual_from_the_input(const EncoderLayer& layer, const Matrix& x) {
    const Matrix attention_output = layer.attention.forward(x, x, x);
    const Matrix normed = layer.norm1.forward(x + attention_output);
    const Matrix feed_forward_output = layer.feed_forward.forward(normed);
    return layer.norm2.forward(x + feed_forward_output);  // should be normed + ...
}

}  // namespace attn::mistakes

#include "fast/layer_norm.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "attn/shape_error.hpp"
#include "fast/lanes.hpp"

namespace attn::fast {
namespace {

/// Refuses a norm in the library's words: with no row, it checks and computes nothing.
const attn::LayerNorm& checked(const attn::LayerNorm& norm, std::size_t d_model) {
    norm.forward(Matrix(0, d_model));
    return norm;
}

AlignedFloats rounded(const std::vector<double>& numbers, std::size_t n, float if_empty) {
    AlignedFloats floats(n, if_empty);
    for (std::size_t j = 0; j < numbers.size(); ++j) {
        floats[j] = static_cast<float>(numbers[j]);
    }
    return floats;
}

void norm_row(std::span<const float> x, const AlignedFloats& gamma,
              const AlignedFloats& beta, float epsilon, std::span<float> y) {
    const float d = static_cast<float>(x.size());
    // The mean is a rounded one and what is left. Their sum would be rounded again, by as much as
    // the numbers' distances from it where these are small; so each is subtracted by itself.
    const float rounded = sum(x) / d;
    const float left = sum_of_distances(x, rounded) / d;
    for (std::size_t j = 0; j < x.size(); ++j) y[j] = (x[j] - rounded) - left;
    const float variance = sum_of_squares(y, 0.0f) / d;
    const float factor = 1.0f / std::sqrt(variance + epsilon);
    for (std::size_t j = 0; j < x.size(); ++j) y[j] = y[j] * factor * gamma[j] + beta[j];
}

}  // namespace

LayerNorm::LayerNorm(const attn::LayerNorm& norm, std::size_t d_model)
    : gamma_(rounded(checked(norm, d_model).gamma, d_model, 1.0f)),
      beta_(rounded(norm.beta, d_model, 0.0f)),
      epsilon_(static_cast<float>(norm.epsilon)) {}

void LayerNorm::forward(const FloatMatrix& x, FloatMatrix& y, Threads& threads) const {
    if (x.cols() != gamma_.size()) {
        throw ShapeError("fast::LayerNorm: x is " + shape_text(x) + ", the norm is of " +
                         std::to_string(gamma_.size()) +
                         " numbers; x needs as many columns");
    }
    y.resize(x.rows(), x.cols());
    constexpr std::size_t rows_at_once = 8;
    threads.for_each((x.rows() + rows_at_once - 1) / rows_at_once, [&](std::size_t task) {
        const std::size_t first = task * rows_at_once;
        const std::size_t last = std::min(first + rows_at_once, x.rows());
        for (std::size_t i = first; i < last; ++i) {
            norm_row(x.row(i), gamma_, beta_, epsilon_, y.row(i));
        }
    });
}

}  // namespace attn::fast

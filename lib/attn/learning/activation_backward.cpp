#include "attn/learning/activation_backward.hpp"

#include <cmath>
#include <numbers>

#include "attn/learning/slope_shapes.hpp"

namespace attn {
namespace {

double logistic(double x) {
    return 1.0 / (1.0 + std::exp(-x));
}

}  // namespace

double relu_slope(double x) {
    if (std::isnan(x)) return x;
    return x > 0 ? 1.0 : 0.0;
}

double gelu_exact_slope(double x) {
    const double density = std::exp(-x * x / 2) / std::sqrt(2 * std::numbers::pi);
    const double below = std::erfc(-x / std::numbers::sqrt2) / 2;
    return density == 0 ? below : below + x * density;  // infinity times 0 would be NaN
}

double gelu_tanh_slope(double x) {
    const double root = std::sqrt(2.0 / std::numbers::pi);
    const double u = root * (x + 0.044715 * x * x * x);
    const double u_slope = root * (1 + 3 * 0.044715 * x * x);
    const double s = logistic(2 * u);
    const double s_slope =
        s * logistic(-2 * u);  // s (1 - s), with all digits where s is near 1
    return s_slope == 0 ? s : s + x * s_slope * 2 * u_slope;
}

double slope_of(Activation activation, double x) {
    switch (activation) {
        case Activation::relu:
            return relu_slope(x);
        case Activation::gelu_exact:
            return gelu_exact_slope(x);
        case Activation::gelu_tanh:
            return gelu_tanh_slope(x);
    }
    return 1.0;
}

Matrix activate_backward(Activation activation, const Matrix& x, const Matrix& d_output) {
    require_slope_of_output("activate_backward", d_output, x.rows(), x.cols());
    Matrix d_x = d_output;
    const std::span<double> slopes = d_x.values();
    for (std::size_t i = 0; i < slopes.size(); ++i) {
        slopes[i] *= slope_of(activation, x.values()[i]);
    }
    return d_x;
}

}  // namespace attn

#include "doctor/library/layers.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace attn::doctor {
namespace {

double gelu_by_tanh(double x, double factor) {
    const double root = std::sqrt(2 / std::numbers::pi);
    return 0.5 * x * (1 + std::tanh(root * (x + factor * x * x * x)));
}

}  // namespace

Curve curve_for(const std::string& asked, const Switches& on) {
    if (asked == "silu") return on.for_silu == Curve::as_asked ? Curve::silu : on.for_silu;
    const bool is_relu = asked == "relu", is_gelu = asked == "gelu";
    const Curve given = is_relu ? on.for_relu : is_gelu ? on.for_gelu : on.for_gelu_tanh;
    if (given != Curve::as_asked) return given;
    return is_relu ? Curve::relu : is_gelu ? Curve::gelu : Curve::gelu_tanh;
}

double bent(Curve curve, double x) {
    switch (curve) {
        case Curve::relu:
            return std::max(x, 0.0);
        case Curve::gelu:
            return 0.5 * x * std::erfc(-x / std::numbers::sqrt2);
        case Curve::gelu_tanh:
            return gelu_by_tanh(x, 0.044715);
        case Curve::gelu_0_44715:
            return gelu_by_tanh(x, 0.44715);
        case Curve::gelu_doubled:
            return x * std::erfc(-x / std::numbers::sqrt2);
        case Curve::gelu_without_root:
            return 0.5 * x * std::erfc(-x);
        case Curve::gelu_by_sigmoid:
            return x / (1 + std::exp(-1.702 * x));
        case Curve::silu:
            return x / (1 + std::exp(-x));
        case Curve::sigmoid:
            return 1 / (1 + std::exp(-x));
        case Curve::leaky_relu:
            return x > 0 ? x : 0.01 * x;
        case Curve::none:
        case Curve::as_asked:
            return x;
    }
    return x;
}

double slope_of(Curve curve, double x) {
    const double density = std::exp(-x * x / 2) / std::sqrt(2 * std::numbers::pi);
    if (curve == Curve::relu) return x > 0 ? 1 : 0;
    if (curve == Curve::gelu) {
        return 0.5 * std::erfc(-x / std::numbers::sqrt2) + x * density;
    }
    if (curve == Curve::gelu_tanh) {
        const double root = std::sqrt(2 / std::numbers::pi);
        const double t = std::tanh(root * (x + 0.044715 * x * x * x));
        return 0.5 * (1 + t) + 0.5 * x * (1 - t * t) * root * (1 + 3 * 0.044715 * x * x);
    }
    const double step = 1e-6;
    return (bent(curve, x + step) - bent(curve, x - step)) / (2 * step);
}

}  // namespace attn::doctor

#include "attn/activation.hpp"

#include <cmath>
#include <limits>
#include <numbers>

namespace attn {
namespace {

/// There the formulas multiply infinity by 0, or divide it by itself.
bool is_minus_infinity(double x) {
    return x == -std::numeric_limits<double>::infinity();
}

}  // namespace

double relu(double x) {
    return x < 0 ? 0.0 : x;
}

double gelu_exact(double x) {
    if (is_minus_infinity(x)) return 0.0;
    // 1 + erf(z) is erfc(-z), which keeps its digits where erf(z) is nearly -1.
    return 0.5 * x * std::erfc(-x / std::numbers::sqrt2);
}

double gelu_tanh(double x) {
    if (is_minus_infinity(x)) return 0.0;
    const double root = std::sqrt(2.0 / std::numbers::pi);
    return 0.5 * x * (1.0 + std::tanh(root * (x + 0.044715 * x * x * x)));
}

double silu(double x) {
    if (is_minus_infinity(x)) return 0.0;
    return x / (1.0 + std::exp(-x));
}

std::string name_of(Activation activation) {
    switch (activation) {
        case Activation::relu:
            return "relu";
        case Activation::gelu_exact:
            return "gelu_exact";
        case Activation::gelu_tanh:
            return "gelu_tanh";
    }
    return "";
}

double activate(Activation activation, double x) {
    switch (activation) {
        case Activation::relu:
            return relu(x);
        case Activation::gelu_exact:
            return gelu_exact(x);
        case Activation::gelu_tanh:
            return gelu_tanh(x);
    }
    return x;
}

Matrix activate(Activation activation, const Matrix& x) {
    Matrix y = x;
    for (double& entry : y.values()) entry = activate(activation, entry);
    return y;
}

}  // namespace attn

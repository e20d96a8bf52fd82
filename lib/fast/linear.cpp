#include "fast/linear.hpp"

#include <string>

#include "attn/shape_error.hpp"

namespace attn::fast {
namespace {

PackedCols packed(const Matrix& weight) {
    const FloatMatrix rounded(weight);
    PackedCols panels;
    Threads one(1);
    pack_cols(rounded.view(), panels, one);
    return panels;
}

}  // namespace

Linear::Linear(const attn::Linear& linear, std::optional<Activation> activation)
    : weight_(packed(linear.weight)), activation_(activation) {
    if (!linear.bias.empty() && linear.bias.size() != linear.weight.cols()) {
        throw ShapeError("fast::Linear: weight is " + attn::shape_text(linear.weight) +
                         ", bias has " + std::to_string(linear.bias.size()) +
                         "; a bias has one number for each of weight's columns");
    }
    for (const double b : linear.bias) bias_.push_back(static_cast<float>(b));
}

void Linear::forward(const FloatMatrix& x, FloatMatrix& y, Threads& threads) const {
    if (x.cols() != d_in()) {
        throw ShapeError("fast::Linear: x is " + shape_text(x) + ", weight is " +
                         std::to_string(d_in()) + "x" + std::to_string(d_out()) +
                         "; x's columns must equal weight's rows");
    }
    y.resize(x.rows(), d_out());
    const Epilogue epilogue{bias_.empty() ? nullptr : bias_.data(), activation_};
    multiply(x.view(), weight_, epilogue, y.view(), threads);
}

}  // namespace attn::fast

#include "attn/gated_feed_forward.hpp"

#include "attn/activation.hpp"
#include "attn/shape_error.hpp"

namespace attn {
namespace {

/// What goes through the gate: silu(gate) times up, number by number.
Matrix gated(const Matrix& gate, const Matrix& up) {
    Matrix y = up;
    for (std::size_t i = 0; i < y.rows(); ++i) {
        for (std::size_t j = 0; j < y.cols(); ++j) y(i, j) *= silu(gate(i, j));
    }
    return y;
}

}  // namespace

Matrix GatedFeedForward::forward(const Matrix& x) const {
    return trace(x).output;
}

GatedFeedForwardTrace GatedFeedForward::trace(const Matrix& x) const {
    GatedFeedForwardTrace t;
    t.gate = gate.forward(x);
    t.up = up.forward(x);
    require(t.gate.cols() == t.up.cols(), "GatedFeedForward: gate is ", gate.weight,
            ", up is ", up.weight, "; both must have the same number of columns");
    t.gated = gated(t.gate, t.up);
    t.output = down.forward(t.gated);
    return t;
}

}  // namespace attn

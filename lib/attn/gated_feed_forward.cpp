#include "attn/gated_feed_forward.hpp"

#include "attn/activation.hpp"
#include "attn/shape_error.hpp"

namespace attn {

Matrix GatedFeedForward::forward(const Matrix& x) const {
    return trace(x).output;
}

GatedFeedForwardTrace GatedFeedForward::trace(const Matrix& x) const {
    GatedFeedForwardTrace t;
    t.gate = gate.forward(x);
    for (double& entry : t.gate.values()) entry = silu(entry);
    t.up = up.forward(x);
    require(t.gate.cols() == t.up.cols(), "GatedFeedForward: gate is ", gate.weight,
            ", up is ", up.weight, "; both must have the same number of columns");
    t.gated = t.gate;
    for (std::size_t i = 0; i < t.up.rows(); ++i) {
        for (std::size_t j = 0; j < t.up.cols(); ++j) t.gated(i, j) *= t.up(i, j);
    }
    t.output = down.forward(t.gated);
    return t;
}

}  // namespace attn

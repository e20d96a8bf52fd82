/// The gated feed-forward network (SwiGLU): one map opens and closes another, number by number.
/// Introduced in chapter 19.
#pragma once

#include "attn/linear.hpp"
#include "attn/matrix.hpp"

namespace attn {

/// Every intermediate value of one gated feed-forward network, in order of computation.
struct GatedFeedForwardTrace {
    Matrix gate;    // [n x d_ff]     x W_gate
    Matrix up;      // [n x d_ff]     x W_up
    Matrix gated;   // [n x d_ff]     silu(gate) times up, entry by entry
    Matrix output;  // [n x d_model]  gated W_down
};

/// SwiGLU(x) = (silu(x W_gate) * (x W_up)) W_down, for each row of x separately; the star is
/// entry by entry. Only the gate goes through the activation. Meta's files call the maps w1, w3
/// and w2.
///
/// source  Shazeer (2020)
struct GatedFeedForward {
    Linear gate = {};  // [d_model x d_ff]
    Linear up = {};    // [d_model x d_ff]
    Linear down = {};  // [d_ff x d_model]

    /// x        [n x d_model]
    /// returns  [n x d_model]
    /// throws   ShapeError  when x does not fit gate or up, these two have different columns, or
    ///                      they do not fit down
    Matrix forward(const Matrix& x) const;

    /// The same computation, every intermediate value kept; output equals forward's.
    GatedFeedForwardTrace trace(const Matrix& x) const;
};

}  // namespace attn

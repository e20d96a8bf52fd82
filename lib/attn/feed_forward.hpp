/// The feed-forward network of a layer: widen, apply the activation, narrow again. It sees
/// one token at a time; only attention moves information between tokens. Introduced in
/// chapter 11.
#pragma once

#include <cstddef>

#include "attn/activation.hpp"
#include "attn/linear.hpp"
#include "attn/matrix.hpp"
#include "attn/random.hpp"

namespace attn {

/// Every intermediate value of one feed-forward network, in order of computation.
struct FeedForwardTrace {
    Matrix hidden;     // [n x d_ff]     x W_1 + b_1
    Matrix activated;  // [n x d_ff]     activation(hidden)
    Matrix output;     // [n x d_model]  activated W_2 + b_2
};

/// FFN(x) = activation(x W_1 + b_1) W_2 + b_2, for each row of x separately.
///
/// source  Vaswani et al. (2017), eq. 2, where the activation is ReLU
struct FeedForward {
    Linear first = {};   // [d_model x d_ff]
    Linear second = {};  // [d_ff x d_model]
    Activation activation = Activation::relu;

    /// x        [n x d_model]
    /// returns  [n x d_model]
    /// throws   ShapeError  when x does not fit first, or first does not fit second
    Matrix forward(const Matrix& x) const;

    /// The same computation, every intermediate value kept; output equals forward's.
    FeedForwardTrace trace(const Matrix& x) const;
};

/// A feed-forward network before any training: random_linear for first, then for second.
///
/// throws  ShapeError  when d_model or d_ff is 0
FeedForward random_feed_forward(std::size_t d_model, std::size_t d_ff, Random& generator,
                                Activation activation = Activation::relu);

}  // namespace attn

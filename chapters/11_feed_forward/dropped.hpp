/// A sublayer while it learns: dropout, the sum with its input (a residual connection), the norm.
#pragma once

#include <functional>

#include "attn/dropout.hpp"
#include "attn/feed_forward.hpp"
#include "attn/layer_norm.hpp"
#include "attn/matrix.hpp"
#include "attn/random.hpp"

namespace attn::chapters::ch11 {

/// Attention or the feed-forward network, by itself. Its output has its input's shape.
using Sublayer = std::function<Matrix(const Matrix&)>;

/// dropout's arguments: the probability of dropping an entry, when, and with which draws.
struct DropoutOptions {
    double p;
    Mode mode;
    Random& generator;
};

/// norm(x + dropout(sublayer(x))): the paper's order.
///
/// x        [n x d_model]
/// returns  [n x d_model]
/// throws   as sublayer, norm and dropout do; ShapeError when sublayer changes the shape
/// source   Vaswani et al. (2017), sections 3.1 and 5.4
Matrix post_norm(const Matrix& x, const Sublayer& sublayer, const LayerNorm& norm,
                 const DropoutOptions& options);

/// A study note's feed-forward network: dropout stands inside, after the activation, so that
/// it draws once for each hidden unit and the residual sum draws nothing.
///
/// x        [n x d_model]
/// returns  [n x d_model]  in evaluation what layer.forward(x) is
Matrix feed_forward_dropped_inside(const FeedForward& layer, const Matrix& x,
                                   const DropoutOptions& options);

}  // namespace attn::chapters::ch11

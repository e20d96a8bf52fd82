/// How a part of a layer is wired in: what went into it is added to what comes out, the sum
/// is normed, and some numbers are left out while the model learns. Introduced in chapter 10.
#pragma once

#include <functional>

#include "attn/dropout.hpp"
#include "attn/feed_forward.hpp"
#include "attn/layer_norm.hpp"
#include "attn/matrix.hpp"
#include "attn/random.hpp"

namespace attn::chapters {

/// What a layer does between two sums: attention or feed-forward. Its result has its input's
/// shape.
using Part = std::function<Matrix(const Matrix&)>;

/// How dropout is done: which share is left out, when, and by whose draws.
struct Dropping {
    double p;
    Mode mode;
    Random& generator;
};

/// norm(x + dropout(part(x))): the paper's order.
///
/// x        [n x d_model]
/// returns  [n x d_model]
/// throws   as part, norm and dropout do; ShapeError when part changes the shape
/// source   Vaswani et al. (2017), sections 3.1 and 5.4
Matrix post_norm(const Matrix& x, const Part& part, const LayerNorm& norm,
                 const Dropping& dropping);

/// x + dropout(part(norm(x))): the same parts, normed before.
Matrix pre_norm(const Matrix& x, const Part& part, const LayerNorm& norm,
                const Dropping& dropping);

/// A study note's feed-forward layer: dropout stands inside, after the bend, so that it
/// draws once for each unit and the residual sum draws nothing.
///
/// x        [n x d_model]
/// returns  [n x d_model]  in evaluation what layer.forward(x) is
Matrix feed_forward_dropped_inside(const FeedForward& layer, const Matrix& x,
                                   const Dropping& dropping);

}  // namespace attn::chapters

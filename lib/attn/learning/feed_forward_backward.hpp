/// The backward pass of the feed-forward network. Introduced in chapter 14.
#pragma once

#include "attn/feed_forward.hpp"
#include "attn/matrix.hpp"

namespace attn {

/// Backward of activation(x W_1 + b_1) W_2 + b_2: the second linear layer's rule, the
/// activation's, the first one's.
///
/// x         [n x d_model]  what forward got
/// trace     what trace returned
/// d_output  [n x d_model]
/// gradient  gets the slopes in first and second
/// returns   [n x d_model]
/// throws    ShapeError  when x, d_output or gradient does not fit
/// source    Rumelhart, Hinton and Williams (1986)
Matrix backward(const FeedForward& layer, const Matrix& x, const FeedForwardTrace& trace,
                const Matrix& d_output, FeedForward& gradient);

}  // namespace attn

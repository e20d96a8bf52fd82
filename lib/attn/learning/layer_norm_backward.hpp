/// The backward pass of layer norm. Introduced in chapter 14.
#pragma once

#include "attn/layer_norm.hpp"
#include "attn/matrix.hpp"

namespace attn {

/// Backward of y = n gamma + beta, where n = (x - mean) / sigma and sigma is the root of
/// variance + epsilon. With g = d_y gamma, for each row:
///
///     d_x = (g - mean(g) - n mean(g n)) / sigma
///     d_gamma += sum of d_y n over the rows        d_beta += sum of d_y over the rows
///
/// The two means are what a row's own mean and spread take back: d_x sums to 0, because a
/// number added to a whole row changes nothing. Without them a model still learns, only by
/// wrong slopes.
///
/// trace     what trace returned; x itself is not needed
/// d_output  [n x d]
/// gradient  gets the slopes in gamma and beta, if the layer has them
/// returns   [n x d]
/// throws    ShapeError  when d_output, gradient or layer does not fit the trace
/// source    Ba, Kiros and Hinton (2016); Ioffe and Szegedy (2015), section 3, have the same
///           three terms for a batch
Matrix backward(const LayerNorm& layer, const LayerNormTrace& trace, const Matrix& d_output,
                LayerNorm& gradient);

}  // namespace attn

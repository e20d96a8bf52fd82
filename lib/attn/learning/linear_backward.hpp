/// The backward pass of a linear layer. Introduced in chapter 14.
#pragma once

#include "attn/linear.hpp"
#include "attn/matrix.hpp"

namespace attn {

// Every backward function of a layer gets what forward got, what its trace kept, and d_output,
// the slope of the loss in each entry of the output. It returns the slope in each entry of the
// input, and adds (+=) the slopes in the weights to gradient, a layer of the same type: one
// gradient collects a whole batch, and every place in which a weight is used. It starts as
// zeros_like(layer), all zeros.

/// Backward of y = x W + b.
///
///     d_x = d_y W^T        d_W += x^T d_y        d_b += sum of d_y's rows
///
/// x         [n x d_in]   what forward got
/// d_output  [n x d_out]
/// gradient  gets the slopes in weight and bias
/// returns   [n x d_in]
/// throws    ShapeError  when x, d_output or gradient does not fit the layer
/// source    Rumelhart, Hinton and Williams (1986)
Matrix backward(const Linear& layer, const Matrix& x, const Matrix& d_output,
                Linear& gradient);

}  // namespace attn

/// The backward pass of softmax. Introduced in chapter 14.
#pragma once

#include <span>
#include <vector>

#include "attn/matrix.hpp"

namespace attn {

/// Backward of p = softmax(scores): each score's slope is its weight times how far the
/// weight's slope lies above the weighted average of all of them.
///
///     d_s = p (d_p - p . d_p)      entry by entry; p . d_p is one dot product
///
/// This is d_p times chapter 4's Jacobian, p_i (1 if i = j, else 0) - p_i p_j, without that
/// matrix. The slopes sum to 0, because a number added to all scores changes no weight.
///
/// weights    [n]  what softmax returned: a weight of 0, as a closed key's, gets the slope 0
/// d_weights  [n]  the slope of the loss in each weight
/// returns    [n]
/// throws     ShapeError  when the two differ in length
/// source     Bridle (1990)
std::vector<double> softmax_backward(std::span<const double> weights,
                                     std::span<const double> d_weights);

/// The same for every row, as softmax_rows.
///
/// weights    [n_query x n_key]
/// d_weights  [n_query x n_key]
/// returns    [n_query x n_key]  the slope of the loss in each score
/// throws     ShapeError  when the shapes differ
Matrix softmax_rows_backward(const Matrix& weights, const Matrix& d_weights);

}  // namespace attn

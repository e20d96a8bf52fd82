/// The backward pass of multi-head attention. Introduced in chapter 14.
#pragma once

#include <cstddef>
#include <vector>

#include "attn/learning/attention_backward.hpp"
#include "attn/matrix.hpp"
#include "attn/multi_head_attention.hpp"

namespace attn {

/// Backward of split_heads: the heads' slopes side by side. Splitting copies each number once,
/// so its slope goes back to where it came from, and that is merge_heads.
///
/// d_heads  n_heads matrices, each [n x d / n_heads]
/// returns  [n x d]
Matrix split_heads_backward(const std::vector<Matrix>& d_heads);

/// Backward of merge_heads: split_heads.
///
/// d_merged  [n x n_heads d_head]
/// returns   n_heads matrices, each [n x d_head]
std::vector<Matrix> merge_heads_backward(const Matrix& d_merged, std::size_t n_heads);

/// The slopes of the loss in the values of one multi-head attention call, in the order in
/// which they are computed.
struct MultiHeadGradient {
    Matrix concat;                         // [n_query x n_heads d_v]
    std::vector<AttentionGradient> heads;  // head by head; masked is the slope in its bias
    Matrix q_in;                           // [n_query x d_model]
    Matrix k_in;                           // [n_key x d_model]
    Matrix v_in;                           // [n_key x d_model]
};

/// Backward of Concat(head_1, ..., head_h) W_o: W_o's rule, each head's attention by itself,
/// then the rules of W_q, W_k and W_v.
///
/// q_in, k_in, v_in  what forward got
/// trace             what trace returned, masks included: a closed key has the weight 0
/// d_output          [n_query x d_model]
/// gradient          gets the slopes in the four projections
/// returns           the inputs' slopes apart, as cross-attention needs them. In
///                   self-attention the three inputs are one, and its slope is their sum.
/// throws            ShapeError  when an input, d_output or gradient does not fit
/// source            Vaswani et al. (2017), section 3.2.2
MultiHeadGradient backward(const MultiHeadAttention& layer, const Matrix& q_in,
                           const Matrix& k_in, const Matrix& v_in,
                           const MultiHeadTrace& trace, const Matrix& d_output,
                           MultiHeadAttention& gradient);

/// The slope in x of self-attention, where x is q_in, k_in and v_in: the sum of the three.
///
/// x        [n x d_model]
/// returns  [n x d_model]
Matrix self_attention_backward(const MultiHeadAttention& layer, const Matrix& x,
                               const MultiHeadTrace& trace, const Matrix& d_output,
                               MultiHeadAttention& gradient);

}  // namespace attn

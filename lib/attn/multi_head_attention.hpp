/// Attention several times at once. Introduced in chapter 8.
#pragma once

#include <cstddef>
#include <vector>

#include "attn/attention.hpp"
#include "attn/linear.hpp"
#include "attn/mask.hpp"
#include "attn/matrix.hpp"

namespace attn {

/// Cuts the columns into equal parts: the first head gets the first d / n_heads columns,
/// the second the next, and so on. Every head keeps all rows, that is all tokens.
///
/// m        [n x d]
/// returns  n_heads matrices, each [n x d / n_heads]
/// throws   ShapeError  when n_heads is 0 or d cannot be divided by it
std::vector<Matrix> split_heads(const Matrix& m, std::size_t n_heads);

/// Puts the heads' columns side by side again: merge_heads(split_heads(m, n)) is m.
///
/// heads    each [n x d_head]
/// returns  [n x d_head times as many as there are]
/// throws   ShapeError  when there are no heads, or when their shapes differ
Matrix merge_heads(const std::vector<Matrix>& heads);

/// Every intermediate value of one multi-head attention, in the order of computation.
struct MultiHeadTrace {
    Matrix q, k, v;                     // [n_query or n_key x width]  the projected inputs
    std::vector<AttentionTrace> heads;  // what happens in each head
    Matrix concat;                      // [n_query x d_v of all heads]  side by side
    Matrix output;                      // [n_query x d_model]  concat W_o
};

/// MultiHead(Q, K, V) = Concat(head_1, ..., head_h) W_o, where head_i is the attention of
/// Q W_q, K W_k and V W_v in their i-th part of the columns.
///
/// One weight matrix holds all heads side by side ("fused"): columns 0 to d_k - 1 of W_q
/// are the first head's, and so on. Each head divides its scores by the root of its own
/// d_k.
///
/// In self-attention all three inputs are the same sentence. In cross-attention the queries
/// come from one sentence, the keys and values from another; n_query and n_key may differ.
///
/// source  Vaswani et al. (2017), section 3.2.2
struct MultiHeadAttention {
    Linear w_q = {};  // [d_model x n_heads d_k]
    Linear w_k = {};  // [d_model x n_heads d_k]
    Linear w_v = {};  // [d_model x n_heads d_v]
    Linear w_o = {};  // [n_heads d_v x d_model]
    std::size_t n_heads = 1;

    /// The output alone; at any time only one head's intermediate values are kept.
    ///
    /// q_in        [n_query x d_model]
    /// k_in, v_in  [n_key x d_model]
    /// mask, bias  [n_query x n_key]    the same for every head, as in attention
    /// returns     [n_query x d_model]
    /// throws      ShapeError  when n_heads is 0 or does not divide the columns of w_q, w_k
    ///                         or w_v; or when an input, mask or bias does not fit
    Matrix forward(const Matrix& q_in, const Matrix& k_in, const Matrix& v_in) const;
    Matrix forward(const Matrix& q_in, const Matrix& k_in, const Matrix& v_in,
                   const Mask& mask) const;
    Matrix forward(const Matrix& q_in, const Matrix& k_in, const Matrix& v_in,
                   const Matrix& bias) const;

    /// The same computation, with everything kept.
    MultiHeadTrace trace(const Matrix& q_in, const Matrix& k_in, const Matrix& v_in) const;
    MultiHeadTrace trace(const Matrix& q_in, const Matrix& k_in, const Matrix& v_in,
                         const Mask& mask) const;
    MultiHeadTrace trace(const Matrix& q_in, const Matrix& k_in, const Matrix& v_in,
                         const Matrix& bias) const;

    /// How many numbers there are to learn: 4 (512 512 + 512) = 1,050,624 for d_model 512
    /// with biases, whatever the number of heads.
    std::size_t parameter_count() const noexcept;
};

/// Multi-head attention as it is before any training: random_linear for w_q, w_k, w_v and
/// w_o in this order, each d_model x d_model with a bias.
///
/// throws  ShapeError  when n_heads is 0 or does not divide d_model, or when d_model is 0
MultiHeadAttention random_multi_head_attention(std::size_t d_model, std::size_t n_heads,
                                               Random& generator);

}  // namespace attn

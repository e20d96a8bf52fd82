/// The backward pass of attention. Introduced in chapter 14.
#pragma once

#include "attn/attention.hpp"
#include "attn/matrix.hpp"

namespace attn {

/// The slopes of the loss in every value of one attention call, in the order in which they are
/// computed: that of the trace, backwards.
struct AttentionGradient {
    Matrix v;        // [n_key x d_v]      weights^T d_output
    Matrix weights;  // [n_query x n_key]  d_output v^T
    /// Softmax's rule; 0 where a key is closed. It is also the slope in the scaled scores, and in a
    /// learned bias.
    Matrix masked;  // [n_query x n_key]
    Matrix scores;  // [n_query x n_key]  masked / sqrt(d_k), or a copy of masked
    Matrix q;       // [n_query x d_k]    scores k
    Matrix k;       // [n_key x d_k]      scores^T q
};

/// Backward of softmax(q k^T / sqrt(d_k) + mask) v.
///
///     d_v = P^T d_output                d_P = d_output v^T
///     d_S = P (d_P - sum of each row of P d_P)     entry by entry; P: weights, S: masked
///     d_q = d_S k / sqrt(d_k)           d_k = d_S^T q / sqrt(d_k)
///
/// The mask is not needed: a closed key's weight is exactly 0, so are all weights of a query
/// with no open key, and every slope that passes through a weight is multiplied by it. So
/// they get exactly 0, if q, k, v and d_output are finite.
///
/// q, k, v   what scaled_dot_product_attention got
/// trace     what it returned
/// d_output  [n_query x d_v]
/// throws    ShapeError  when they do not fit each other
/// source    Vaswani et al. (2017), eq. 1; the formulas as in Dao et al. (2022), appendix B.2
AttentionGradient scaled_dot_product_attention_backward(const Matrix& q, const Matrix& k,
                                                        const Matrix& v,
                                                        const AttentionTrace& trace,
                                                        const Matrix& d_output);

/// Backward of softmax(q k^T) v, chapter 3's attention: the same without sqrt(d_k).
AttentionGradient dot_product_attention_backward(const Matrix& q, const Matrix& k,
                                                 const Matrix& v,
                                                 const AttentionTrace& trace,
                                                 const Matrix& d_output);

}  // namespace attn

/// Attention: compare a query with every key, and mix the values by the shares that result.
/// Introduced in chapter 4; chapters 5 and 6 add scaling and masks.
#pragma once

#include "attn/mask.hpp"
#include "attn/matrix.hpp"

namespace attn {

/// Every intermediate value of one attention, in the order in which they are computed.
struct AttentionTrace {
    Matrix scores;   // [n_query x n_key]  each query's dot product with each key
    Matrix scaled;   // [n_query x n_key]  the scores as softmax gets them, before any mask
    Matrix masked;   // [n_query x n_key]  the same, -infinity where a key may not be seen
    Matrix weights;  // [n_query x n_key]  each row's shares: softmax of masked
    Matrix output;   // [n_query x d_v]    each row the values, mixed by that row's weights
};

/// Attention by dot products, without scaling: output = softmax(q k^T) v.
///
/// q        [n_query x d_k]  what each token looks for
/// k        [n_key x d_k]    what each token can be found as
/// v        [n_key x d_v]    what each token hands over
/// returns  every intermediate value; scaled and masked equal scores
/// throws   ShapeError       when q and k differ in columns, k and v in rows, or n_key is 0
/// source   Luong et al. (2015), the score called dot; Vaswani et al. (2017), section 3.2.1
AttentionTrace dot_product_attention(const Matrix& q, const Matrix& k, const Matrix& v);

/// Scaled dot-product attention: output = softmax(q k^T / sqrt(d_k)) v.
///
/// q        [n_query x d_k]
/// k        [n_key x d_k]
/// v        [n_key x d_v]
/// returns  every intermediate value; masked equals scaled
/// throws   ShapeError  as dot_product_attention, and when d_k is 0
/// source   Vaswani et al. (2017), eq. 1. The divisor comes from the width of these keys, in
///          chapter 8 a head's, never from the model's.
AttentionTrace scaled_dot_product_attention(const Matrix& q, const Matrix& k,
                                            const Matrix& v);

/// The same, where each query looks only at the keys that mask allows.
///
/// mask     [n_query x n_key]
/// returns  masked is -infinity and the weight exactly 0 where mask forbids. A query that may
///          look at nothing gets weights and an output of 0, and never NaN. For all others
///          the weighted sum is what the formula says: a NaN or an infinity in a forbidden
///          row of v reaches the output, as 0 times NaN is NaN.
/// throws   ShapeError  as above, and when mask is not n_query x n_key
AttentionTrace scaled_dot_product_attention(const Matrix& q, const Matrix& k,
                                            const Matrix& v, const Mask& mask);

/// The same, where bias is added to the scaled scores before softmax.
///
/// bias     [n_query x n_key]  -infinity blocks a key; any finite number only shifts. The
///                             same number in a whole row changes nothing, be it -1e9.
/// returns  masked is scaled + bias. A query with a bias of -infinity for every key gets
///          weights and an output of 0, and never NaN. A NaN in a score or in v goes on as
///          the formula says: NaN plus -infinity is NaN.
/// throws   ShapeError  as above, and when bias is not n_query x n_key
AttentionTrace scaled_dot_product_attention(const Matrix& q, const Matrix& k,
                                            const Matrix& v, const Matrix& bias);

}  // namespace attn

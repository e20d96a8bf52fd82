/// Attention: compare a query with every key, and mix the values by the shares that result.
/// Introduced in chapter 4; chapters 5 and 6 add scaling and masks.
#pragma once

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

}  // namespace attn

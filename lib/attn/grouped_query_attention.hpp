/// Grouped-query attention: several heads of queries share one head of keys and values.
/// Introduced in chapter 19.
#pragma once

#include <cstddef>
#include <vector>

#include "attn/attention.hpp"
#include "attn/linear.hpp"
#include "attn/matrix.hpp"
#include "attn/rotary.hpp"

namespace attn {

/// What one layer keeps of the words that it has read: their keys, turned, and their values.
struct GroupedKvCache {
    Matrix keys = {};    // [n x n_kv_heads d_k]
    Matrix values = {};  // [n x n_kv_heads d_v]
};

/// Every intermediate value of one call, in order of computation; keys and values are those of
/// all words, kept ones too.
struct GroupedQueryTrace {
    Matrix q;                           // [n_query x n_heads d_k]   x W_q, turned
    Matrix k;                           // [n_key x n_kv_heads d_k]  x W_k, turned
    Matrix v;                           // [n_key x n_kv_heads d_v]  x W_v
    std::vector<AttentionTrace> heads;  // n_heads
    Matrix concat;                      // [n_query x n_heads d_v]
    Matrix output;                      // [n_query x d_model]       concat W_o
};

/// Multi-head attention with a causal mask, rotary positions and a cache, in which the queries
/// have n_heads heads, the keys and values only n_kv_heads. Neighbours share: head h attends
/// with the keys and values of head h / (n_heads / n_kv_heads).
///
/// With n_kv_heads = n_heads it is multi-head attention, with 1 multi-query attention.
///
/// source  Ainslie et al. (2023); Shazeer (2019)
struct GroupedQueryAttention {
    Linear w_q = {};  // [d_model x n_heads d_k]
    Linear w_k = {};  // [d_model x n_kv_heads d_k]
    Linear w_v = {};  // [d_model x n_kv_heads d_v]
    Linear w_o = {};  // [n_heads d_v x d_model]
    std::size_t n_heads = 1;
    std::size_t n_kv_heads = 1;
    double base = 10000.0;
    RotaryLayout layout = RotaryLayout::interleaved;

    /// x        [n x d_model]  the next n words of a text: all at once, or one by one, with the
    ///                         same result to the last bit, if all numbers are finite
    /// cache                   empty before the first word; gets their keys and values
    /// returns  [n x d_model]
    /// throws   ShapeError         when n_kv_heads is 0 or does not divide n_heads, a head has
    ///                             an odd number of columns, or x, a map or the cache does not
    ///                             fit
    ///          std::domain_error  when base is not positive and finite
    Matrix forward(const Matrix& x, GroupedKvCache& cache) const;

    /// The same computation, every intermediate value kept; output equals forward's.
    GroupedQueryTrace trace(const Matrix& x, GroupedKvCache& cache) const;
};

}  // namespace attn

/// Attention in float32, over blocks of keys. Introduced in chapter 21.
#pragma once

#include <cstddef>

#include "fast/float_matrix.hpp"
#include "fast/mask.hpp"
#include "fast/threads.hpp"

namespace attn::fast {

// For all of them:
// q        [n_query x d_k]
// k        [n_key x d_k]
// v        [n_key x d_v]
// mask     [n_query x n_key]  as in attn. Biases are rounded to float and added in float: a
//                             bias of -1e9 leaves no digits of the score beside it; beyond
//                             about 2.36e38 all are alike.
// returns  [n_query x d_v]    softmax(q k^T / sqrt(d_k) + mask) v. As in attn, a query with no
//                             open key gets zeros, and the score of a closed key counts for
//                             nothing, be it NaN or infinite.
// throws   ShapeError         when the shapes do not fit, n_key is 0 or d_k is 0

/// Attention with online softmax, a block of keys at a time. Softmax needs the largest score
/// and the sum of a whole row. Here both are kept as they are so far, and when a block brings
/// a larger score, sum and output so far are multiplied by e^(old largest - new largest).
/// In each thread only one block of scores exists at a time, so the memory does not grow with
/// n_key.
///
/// Keys that are closed to a whole panel of queries are skipped: a causal mask halves the
/// work. So a NaN in a closed row of v reaches only some outputs, or none. An infinity in v
/// may become NaN. Equal to the last bit for any number of threads.
///
/// source  Milakov and Gimelshein (2018); Rabe and Staats (2021); Dao et al. (2022)
FloatMatrix online_attention(const FloatMatrix& q, const FloatMatrix& k,
                             const FloatMatrix& v, Threads& threads, const Mask& mask = {});

/// Several heads at once, side by side in the columns: head h has the h-th of n_heads equal
/// parts of the columns of q, k, v and output.
///
/// mask     [n_query x n_key]           of every head
/// output   [n_query x n_heads d_v]     is written
/// throws   ShapeError  as above, and when n_heads does not divide the columns
void online_attention(const ConstFloatView& q, const ConstFloatView& k,
                      const ConstFloatView& v, std::size_t n_heads, const Mask& mask,
                      const FloatView& output, Threads& threads);

}  // namespace attn::fast

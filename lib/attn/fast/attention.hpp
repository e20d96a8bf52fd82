/// Attention in float32: in full, and over blocks of keys. Introduced in chapter 13.
#pragma once

#include <cstddef>

#include "attn/fast/float_matrix.hpp"
#include "attn/fast/packed.hpp"
#include "attn/fast/threads.hpp"
#include "attn/mask.hpp"

namespace attn::fast {

// For all of them:
// q        [n_query x d_k]
// k        [n_key x d_k]
// v        [n_key x d_v]
// mask     [n_query x n_key]
// bias     [n_query x n_key]  is added to the scaled scores; -infinity blocks a key
// returns  [n_query x d_v]    softmax(q k^T / sqrt(d_k)) v. As in attn: a query that may look at
//                             nothing gets zeros, a NaN goes on as the formula says, and one
//                             in a forbidden row of v reaches the output.
// throws   ShapeError         when the shapes do not fit, n_key is 0 or d_k is 0

/// Attention as the formula has it: all n_query x n_key scores are written down, shared out by
/// softmax, and multiplied by v.
FloatMatrix attention_in_full(const FloatMatrix& q, const FloatMatrix& k,
                              const FloatMatrix& v, Workspace& workspace);
FloatMatrix attention_in_full(const FloatMatrix& q, const FloatMatrix& k,
                              const FloatMatrix& v, const Mask& mask, Workspace& workspace);
FloatMatrix attention_in_full(const FloatMatrix& q, const FloatMatrix& k,
                              const FloatMatrix& v, const FloatMatrix& bias,
                              Workspace& workspace);

/// The same, a block of keys at a time. Softmax needs the largest score and the sum of a whole
/// row; here both are kept as they are so far, and when a block brings a larger score, sum
/// and output so far are multiplied by e^(old largest - new largest). No more than a block of
/// scores is ever there, so the memory does not grow with the square of the length.
///
/// (A mask becomes a bias of n_query x n_key floats first.)
///
/// The same to the bit for any number of threads. An infinity in v may become NaN.
/// source  Milakov and Gimelshein (2018); Rabe and Staats (2021); Dao et al. (2022)
FloatMatrix online_attention(const FloatMatrix& q, const FloatMatrix& k,
                             const FloatMatrix& v, Threads& threads);
FloatMatrix online_attention(const FloatMatrix& q, const FloatMatrix& k,
                             const FloatMatrix& v, const Mask& mask, Threads& threads);
FloatMatrix online_attention(const FloatMatrix& q, const FloatMatrix& k,
                             const FloatMatrix& v, const FloatMatrix& bias,
                             Threads& threads);

/// Several heads at once, side by side in the columns: head h has the h-th of n_heads equal
/// parts of the columns of q, k, v and output.
///
/// bias     null: none
/// output   [n_query x n_heads d_v]  is written
/// throws   ShapeError  as above, and when n_heads does not divide the columns
void online_attention(const ConstFloatView& q, const ConstFloatView& k,
                      const ConstFloatView& v, std::size_t n_heads, const FloatMatrix* bias,
                      const FloatView& output, Threads& threads);

/// The mask as a bias: 0 where allowed, -infinity elsewhere.
FloatMatrix float_bias(const Mask& mask);

}  // namespace attn::fast

/// What chapter 7 asks you to build. Write the functions in
/// chapters/07_self_attention/exercises.cpp and try them with ./test exercise 7.
#pragma once

#include "attn/matrix.hpp"

namespace attn::exercises {

/// Self-attention of one sentence: queries, keys and values are its words through three maps.
///
/// x              [n x d_model]
/// w_q, w_k       [d_model x d_k]
/// w_v            [d_model x d_v]
/// returns        [n x d_v]
/// throws         ShapeError  when a map does not fit x, or w_q and w_k differ in columns
/// hint           matmul and scaled_dot_product_attention check all of that
Matrix self_attention(const Matrix& x, const Matrix& w_q, const Matrix& w_k,
                      const Matrix& w_v);

/// Vectors for "The animal didn't cross the street because it was too wide." in which it is
/// the street: in the attention of chapter 3 (queries, keys and values are the words
/// themselves) "it" looks at "street" most, by far.
///
/// returns  [11 x 3]  animal_sentence::vectors with other numbers for "it" and the last word
///                    only; the last word has more of place than of anything else
/// hint     chapters/examples/sentences.hpp has the vectors, and the number of "it"
Matrix wide_vectors();

/// The one matrix that does the work of two: with it in the middle, x times it times x transposed are
/// the scores of w_q and w_k, for any x.
///
/// w_q, w_k  [d_model x d_k]
/// returns   [d_model x d_model]
/// throws    ShapeError  when w_q and w_k differ in shape
/// hint      write Q K^T with X W_q in place of Q
Matrix one_map(const Matrix& w_q, const Matrix& w_k);

}  // namespace attn::exercises

/// What chapter 4 asks you to build. Write the functions in chapters/04_scaling/exercises.cpp
/// and try them with ./test exercise 4.
#pragma once

#include "attn/matrix.hpp"

namespace attn::exercises {

/// Scaled dot-product attention, with the book closed. Loops of your own, std::exp and std::sqrt
/// are enough.
///
/// q        [n_query x d_k]
/// k        [n_key x d_k]
/// v        [n_key x d_v]
/// returns  [n_query x d_v]
/// hint     for each query: scores, weights, and then the values' average
Matrix attention(const Matrix& q, const Matrix& k, const Matrix& v);

/// Attention by angles alone: the scores are cosines, nothing is divided.
///
/// q        [n_query x d_k]
/// k        [n_key x d_k]
/// v        [n_key x d_v]
/// returns  [n_query x d_v]    each row is the values' average, by the weights of the cosines
/// throws   std::domain_error  where a query or key is all zeros, as cosine does
/// hint     attn::cosine, softmax_rows and matmul are there
Matrix cosine_attention(const Matrix& q, const Matrix& k, const Matrix& v);

/// Queries for an attention that divides nothing: dot_product_attention(scaled_queries(q), k, v)
/// has the output of scaled_dot_product_attention(q, k, v).
///
/// q        [n_query x d_k]
/// returns  [n_query x d_k]
Matrix scaled_queries(const Matrix& q);

}  // namespace attn::exercises

/// What chapter 6 asks you to build. Write the functions in chapters/06_masking/exercises.cpp
/// and try them with ./test exercise 6.
#pragma once

#include <cstddef>
#include <vector>

#include "attn/attention_mask.hpp"
#include "attn/matrix.hpp"

namespace attn::exercises {

/// Attention with a mask: each query's average of the values that it may see.
///
/// q        [n_query x d_k]
/// k        [n_key x d_k]
/// v        [n_key x d_v]
/// mask     [n_query x n_key]
/// returns  [n_query x d_v]  zeros for a query that may see no key
/// hint     mask.allows(i, j) and mask.allows_any(i); matmul_transpose_b and matmul are in
///          attn/matrix.hpp, softmax_rows is in attn/softmax.hpp, std::sqrt in <cmath>, and
///          std::numeric_limits<double>::infinity() in <limits>
Matrix masked_attention(const Matrix& q, const Matrix& k, const Matrix& v,
                        const AttentionMask& mask);

/// A causal mask with a short memory: a token sees itself and at most `most` before it.
///
/// returns  [n x n]  looking_back(n, n) is causal_mask(n), looking_back(n, 0) the diagonal
/// hint     the difference of two std::size_t is never below 0: ask first whether the key is later
AttentionMask looking_back(std::size_t n, std::size_t most);

/// Several sentences in one row of tokens, none of which may look into another.
///
/// sentence_of  [n]  the number of the sentence that each token belongs to
/// returns      [n x n]
/// hint         & with a causal mask then gives what a language model is trained with
AttentionMask separate_sentences(const std::vector<std::size_t>& sentence_of);

}  // namespace attn::exercises

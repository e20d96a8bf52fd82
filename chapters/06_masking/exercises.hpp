/// What chapter 6 asks you to build. Write the functions in chapters/06_masking/exercises.cpp
/// and try them with ./test exercise 6.
#pragma once

#include <cstddef>
#include <vector>

#include "attn/attention_mask.hpp"
#include "chapters/properties/attention_properties.hpp"

namespace attn::exercises {

/// A causal mask with a short memory: a token sees itself and at most `most` before it.
///
/// returns  [n x n]  looking_back(n, n) is causal_mask(n), looking_back(n, 0) the diagonal
/// hint     the difference of two std::size_t is never below 0: compare sums
AttentionMask looking_back(std::size_t n, std::size_t most);

/// Several sentences in one row of tokens, none of which may look into another.
///
/// sentence_of  [n]  the number of the sentence that each token belongs to
/// returns      [n x n]
/// hint         & with a causal mask then gives what a language model is trained with
AttentionMask separate_sentences(const std::vector<std::size_t>& sentence_of);

/// A property of any attention: a mask that allows everything changes nothing. The weights
/// and the output are those of scaled_dot_product_attention without a mask, to rounding.
///
/// returns  nothing when it held, else in words what was wrong
/// hint     draw q, k and v with random_normal_matrix and compare with max_abs_difference;
///          n_query, n_key, d_k and d_v should all differ
Counterexample open_mask_changes_nothing(const AttentionFunction& attention);

}  // namespace attn::exercises

/// What chapter 8 asks you to build. Write the functions in chapters/08_multi_head/exercises.cpp
/// and try them with ./test exercise 8.
#pragma once

#include <cstddef>
#include <functional>
#include <vector>

#include "attn/attention_mask.hpp"
#include "attn/matrix.hpp"
#include "attn/multi_head_attention.hpp"

namespace attn::exercises {

/// Multi-head self-attention: each head attends with columns of its own, and what the heads return
/// goes side by side through W_o.
///
/// x        [n x d_model]
/// layer    four maps, w_q, w_k, w_v and w_o, and n_heads, which divides the width of each. Call
///          the maps' forward, and not layer.forward, which does it all
/// mask     [n x n]        the same for every head
/// returns  [n x d_model]
/// hint     split_heads and merge_heads are in attn/multi_head_attention.hpp, and
///          scaled_dot_product_attention(q, k, v, mask) is in attn/attention.hpp; or write the
///          two loops yourself
Matrix multi_head_attention(const Matrix& x, const MultiHeadAttention& layer,
                            const AttentionMask& mask);

/// The same layer with one head silenced: what it returns does not reach the output.
///
/// head     counted from 0
/// returns  layer with zeros in those rows of w_o that this head's columns meet; a bias stays
/// throws   std::out_of_range  when there is no such head; it is in <stdexcept>
/// hint     each head has w_v.weight.cols() / n_heads columns of the concatenation
MultiHeadAttention without_head(MultiHeadAttention layer, std::size_t head);

/// Any function that claims to cut a matrix into heads.
using SplitFunction =
    std::function<std::vector<Matrix>(const Matrix& m, std::size_t n_heads)>;

/// Whether split does what split_heads does: head h has, for every token, its h-th part of the
/// columns. A split by reshaping, which takes the numbers in the order of the rows, does not.
///
/// hint  "split, then merge gives m again" is no such test: a wrong merge undoes a wrong split.
///       Numbers that are all different, in a matrix of unequal sides, show which went where.
bool splits_columns(const SplitFunction& split);

}  // namespace attn::exercises

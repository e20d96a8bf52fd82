/// What chapter 3 asks you to build. Write the functions in
/// chapters/03_query_key_value/exercises.cpp and try them with ./test exercise 3.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "attn/matrix.hpp"

namespace attn::exercises {

/// A hard lookup: each query gets the value of the key with its largest score, and no average.
///
/// q        [n_query x d_k]
/// k        [n_key x d_k]
/// v        [n_key x d_v]
/// returns  [n_query x d_v]  rows of v; of several best keys the first counts
/// throws   ShapeError       when q and k differ in columns, k and v in rows, or n_key is 0
/// hint     matmul_transpose_b checks the first of these for you
Matrix hard_attention(const Matrix& q, const Matrix& k, const Matrix& v);

/// Attention for one query, as loops: a dot product for each key, their softmax, and the sum
/// of the values, each times its weight.
///
/// query    [d_k]
/// k        [n_key x d_k]
/// v        [n_key x d_v]
/// returns  [d_v]
/// throws   ShapeError  when a key is not as long as the query, k and v differ in rows, or
///                      n_key is 0
/// hint     attn::dot and attn::softmax
std::vector<double> look_up(std::span<const double> query, const Matrix& k,
                            const Matrix& v);

/// Whether every output lies between the smallest and the largest value of its column, give or
/// take 1e-12.
///
/// output   [n_query x d_v]
/// v        [n_key x d_v]
/// throws   ShapeError  when they differ in columns, or n_key is 0
/// hint     transpose(v).row(c) is a column; std::ranges::minmax_element finds both its ends
bool is_between(const Matrix& output, const Matrix& v);

}  // namespace attn::exercises

/// What chapter 19 asks you to build. Write the functions in
/// chapters/19_since_2017/exercises.cpp and try them with ./test exercise 19.
#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "attn/attention_mask.hpp"
#include "attn/matrix.hpp"

namespace attn::exercises {

/// The score of a query at one place with a key at another, for one pair of columns: both arrows
/// are turned by their place times the pace, then comes the dot product. The places enter as a
/// difference and in no other way.
///
/// query, key  the two columns, as arrows
/// pace        radians a place
///
/// hint  (x, y) turned by an angle a is (x cos a - y sin a, x sin a + y cos a)
double turned_score(std::array<double, 2> query, std::size_t query_at,
                    std::array<double, 2> key, std::size_t key_at, double pace);

/// A causal mask that looks back a few words only: each query sees window keys, its own among
/// them. With a cache there are more keys than queries, and the last query is at the last key.
///
/// returns  [n_query x n_key]
/// throws   std::domain_error  when window is 0, or there are more queries than keys
///
/// hint  AttentionMask::where asks a rule for each query and key
AttentionMask window_mask(std::size_t n_query, std::size_t n_key, std::size_t window);

/// Fewer heads of keys: each new head is the mean of neighbours, as many as there are for one.
///
/// heads    each of the same shape, from split_heads(w_k.weight, heads.size())
/// returns  n_fewer heads
/// throws   std::domain_error  when n_fewer is 0 or does not divide the number of heads
std::vector<Matrix> fewer_heads(const std::vector<Matrix>& heads, std::size_t n_fewer);

}  // namespace attn::exercises

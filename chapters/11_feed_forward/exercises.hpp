/// What chapter 11 asks you to build. Write the functions in
/// chapters/11_feed_forward/exercises.cpp and try them with ./test exercise 11.
#pragma once

#include "attn/feed_forward.hpp"
#include "attn/linear.hpp"
#include "attn/matrix.hpp"

namespace attn::exercises {

/// The feed-forward network with ReLU: widen, cut off below 0, narrow.
///
/// x        [n x d_model]
/// first    [d_model x d_ff], with a bias: a column is a unit's key, its bias the threshold
/// second   [d_ff x d_model], with a bias: a row is a unit's value
/// returns  [n x d_model]
/// source   Vaswani et al. (2017), eq. 2
/// hint     first.forward(x) gives all units of all words; std::max is in <algorithm>
Matrix feed_forward(const Matrix& x, const Linear& first, const Linear& second);

/// The one map that two linear maps, one after the other, amount to.
///
/// first    [d x d_ff], with a bias
/// second   [d_ff x d], with a bias
/// returns  [d x d], with a bias: its forward(x) is second.forward(first.forward(x)) for every x
/// hint     matmul multiplies tables. A bias of first goes through second's map, too
Linear as_one_map(const Linear& first, const Linear& second);

/// A network of one unit, for a word that has two numbers, each 0 or 1: is the first 1 and the second
/// 0?
///
/// returns  a FeedForward that makes one number of two: 1 for (1, 0), and 0 for the three others
/// hint     its first map has a weight [2 x 1] and a bias [1], its second a weight [1 x 1]. The
///          cut, ReLU, is there already
FeedForward but_not();

}  // namespace attn::exercises

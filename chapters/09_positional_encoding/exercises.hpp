/// What chapter 9 asks you to build. Write the functions in
/// chapters/09_positional_encoding/exercises.cpp and try them with ./test exercise 9.
#pragma once

#include <cstddef>

#include "attn/matrix.hpp"

namespace attn::exercises {

/// The positional encoding of n places that begin at first: for a text that is read in pieces. With
/// first 0 it is the chapter's table.
///
/// d_model  even
/// returns  [n x d_model]  row i marks place first + i: sin and cos of each pair's angle
/// hint     position_angle(place, pair, d_model) is in attn/positional_encoding.hpp; or write it
///          too, place / 10000^(2 pair / d_model). std::sin and std::pow are in <cmath>
Matrix positions_from(std::size_t first, std::size_t n, std::size_t d_model);

/// The dot product of two positions that are this far apart, without making either.
///
/// d_model  even
/// returns  PE(p) . PE(p + distance), for any p; d_model / 2 at distance 0
/// hint     sin a sin b + cos a cos b = cos(a - b): a sum over the pairs
double closeness(std::size_t distance, std::size_t d_model);

/// Each row turned by its position: what later models do with queries and keys, instead of
/// adding anything.
///
/// x        [n x d]  row p is at position p; columns 2 i and 2 i + 1 are a pair (a, b); d is even
/// returns  [n x d]  (a cos t - b sin t, a sin t + b cos t), where t is position p's angle
///                   for pair i
/// source   Su et al. (2021), RoFormer
/// hint     after it, the dot product of a query and a key depends on how far apart they
///          stand, and not on where
Matrix turn_rows(const Matrix& x);

}  // namespace attn::exercises

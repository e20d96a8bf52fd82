/// What chapter 9 asks you to build. Write the functions in
/// chapters/09_positional_encoding/exercises.cpp and try them with ./test exercise 9.
#pragma once

#include <cstddef>

#include "attn/matrix.hpp"

namespace attn::exercises {

/// The encoding of n positions that begin at first: for a text that is read in pieces.
///
/// returns  [n x d_model]  row i is what positional_encoding has in row first + i
/// throws   ShapeError     when d_model is odd or 0
/// hint     attn::position_angle does the hard part, and throws
Matrix positions_from(std::size_t first, std::size_t n, std::size_t d_model);

/// The dot product of two positions that are this far apart, without making either.
///
/// returns  PE(p) . PE(p + distance), for any p; d_model / 2 at distance 0
/// throws   ShapeError  when d_model is odd or 0
/// hint     sin a sin b + cos a cos b = cos(a - b): a sum over the pairs
double closeness(std::size_t distance, std::size_t d_model);

/// Each row turned by its position: what later models do with queries and keys, instead of
/// adding anything.
///
/// x        [n x d]  row p is at position p; columns 2 i and 2 i + 1 are a pair (a, b)
/// returns  [n x d]  (a cos t - b sin t, a sin t + b cos t), where t is position p's angle
///                   for pair i
/// throws   ShapeError  when d is odd or 0
/// source   Su et al. (2021), RoFormer
/// hint     after it, the dot product of a query and a key depends on how far apart they
///          stand, and not on where
Matrix turn_rows(const Matrix& x);

}  // namespace attn::exercises

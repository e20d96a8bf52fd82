/// What chapter 18 asks you to build. Write the functions in
/// chapters/18_bug_gallery/exercises.cpp and try them with ./test exercise 18.
#pragma once

#include <cstddef>
#include <functional>

#include "attn/attention_mask.hpp"
#include "attn/matrix.hpp"
#include "chapters/properties/attention_properties.hpp"

namespace attn::exercises {

/// A property: with the same vector added to every row of v, every row of the output has that
/// vector added too, to within 1e-9, since its weights sum to 1.
///
/// returns  nothing when it holds for random q [3 x 2], k [5 x 2] and v [5 x 7] without a
///          mask, else what was found, in words. A NaN breaks it.
/// hint     attn/random.hpp has random_normal_matrix; !(gap <= 1e-9) is true for NaN
Counterexample moves_with_the_values(const AttentionFunction& attention);

/// The largest fill with which a masked key never gets more than a given weight.
///
/// least, most  between which every scaled score lies
/// n_key        at least 2; one key is masked, the others are not
/// leak         above 0 and below 1: the weight that may be leaked
/// returns      the number to add to the masked score
/// hint         the worst row: the masked key's score is most, all others are least. Solve
///              its weight for the fill
double fill_for(double least, double most, std::size_t n_key, double leak);

/// The mask of a self-attention, seen from outside: which words can change which rows.
///
/// attention  from words to rows; whatever mask it has is inside
/// x          [n x d]  words to try it on
/// returns    [n x n]  allows(i, j) where row i of the result changes when word j does. A
///                     word always changes its own row, as it is the query there.
/// hint       add 1 to every entry of row j, run again, compare row by row with the first run
AttentionMask mask_seen_from_outside(
    const std::function<Matrix(const Matrix& x)>& attention, const Matrix& x);

}  // namespace attn::exercises

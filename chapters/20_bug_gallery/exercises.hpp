/// What chapter 20 asks you to build. Write the functions in
/// chapters/20_bug_gallery/exercises.cpp and try them with ./test exercise 20.
#pragma once

#include <cstddef>
#include <functional>

#include "attn/attention_mask.hpp"
#include "attn/matrix.hpp"
#include "chapters/mistakes/mutants.hpp"

namespace attn::exercises {

/// A property of your own: something that must hold of any right attention, softmax, mask,
/// norm ... whatever part you like. ./test exercise 20 puts it to the right parts, where it
/// has to hold, and then to each of the gallery's 24 mutants, and lists those that it catches.
///
/// parts    a model's parts as functions (chapters/mistakes/mutants.hpp). In each mutant one
///          of them is wrong
/// returns  nothing when the property holds, else in words what was found. NaN has to break it
/// hint     begin with parts.attention(q, k, v, mask).output for random q [3 x 2], k [5 x 2],
///          v [5 x 7]. With the same vector added to every row of v, what must happen to it?
///          attn/random.hpp has random_normal_matrix, length_mask(3, 5, 5) masks nothing, and
///          !(gap <= 1e-9) is true for NaN
Counterexample own_property(const Parts& parts);

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
///                     word may change its own row without attending to itself, as its query.
/// hint       add 1 to every entry of row j, run again, compare row by row with the first run
AttentionMask mask_seen_from_outside(
    const std::function<Matrix(const Matrix& x)>& attention, const Matrix& x);

}  // namespace attn::exercises

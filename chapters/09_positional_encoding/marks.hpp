/// Ways to mark a place in a sentence, and what a mark has to do.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "attn/matrix.hpp"

namespace attn::chapters::ch09 {

/// The number of each place, divided by one and the same number.
///
/// returns  [n_places x 1]
Matrix counted(std::size_t n_places, double divisor);

/// Places in binary, the ones first.
///
/// returns  [n_places x digits of n_places - 1]
Matrix binary_digits(std::size_t n_places);

/// The same, each digit a wave as long as it takes the digit to come round.
Matrix rounded_digits(std::size_t n_places);

/// Hands that turn: from each place to the next, hand i moves by paces[i] radians.
/// The chapter's program defines it.
///
/// returns  [n_places x 2 paces.size()]  each hand's sine and cosine
Matrix hands(std::size_t n_places, const std::vector<double>& paces);

/// What a mark has to do, measured. Distances are lengths of differences.
struct Criteria {
    double largest = 0;                          // of all numbers, without their signs
    double shortest_step = 0, longest_step = 0;  // from a place to the next
    double closest = 0;                          // of any two places
};

/// marks    [n_places x d]  row p marks place p; at least two rows
Criteria criteria_of(const Matrix& marks);

/// A line of a table: the name, then the criteria with four decimals.
std::vector<std::string> tried(const std::string& name, const Matrix& marks);

}  // namespace attn::chapters::ch09

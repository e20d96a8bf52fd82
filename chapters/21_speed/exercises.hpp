/// What chapter 21 asks you to build. Write the functions in chapters/21_speed/exercises.cpp
/// and try them with ./test exercise 21.
#pragma once

#include <cstddef>
#include <span>

#include "attn/matrix.hpp"

namespace attn::exercises {

/// A dot product with 16 sums that do not wait for each other: entry i is added to sum i % 16,
/// and at the end the 16 are added up, the first first.
///
/// a, b     [n]  equally long, of any length, 0 included
/// hint     an array of 16 floats; first as many whole groups of 16 as there are, then the rest
float dot_in_lanes(std::span<const float> a, std::span<const float> b);

/// What online softmax keeps of a row of scores.
struct Running {
    double largest;  // the largest score so far; -infinity before the first
    double sum;      // of exp(score - largest) over the scores so far; 0 before the first
};

/// Takes a block of scores into what is kept. A block of nothing but -infinity, or without any
/// score, changes nothing, and nothing ever becomes NaN.
///
/// running  of the blocks before
/// scores   the block's; some may be -infinity (masked), none is +infinity or NaN
/// hint     exp(-infinity - (-infinity)) is NaN: when does it come up?
Running take_block(const Running& running, std::span<const double> scores);

/// Chapter 3's product in tiles of size x size, the three outer loops over tiles, the three
/// inner ones inside a tile: what is loaded is used size times before it leaves the cache.
///
/// a        [n x d]
/// b        [d x m]
/// size     of a tile, 1 or more; at the edges tiles are smaller
/// returns  [n x m]
/// hint     std::min keeps an inner loop within the matrix
Matrix matmul_in_tiles(const Matrix& a, const Matrix& b, std::size_t size);

}  // namespace attn::exercises

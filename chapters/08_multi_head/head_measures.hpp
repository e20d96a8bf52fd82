/// What chapter 8 asks of heads: how far numbers spread, whom a row chooses, and what becomes of
/// its shares when the scores are sharpened.
#pragma once

#include <cstddef>
#include <utility>

#include "attn/matrix.hpp"

namespace attn::chapters {

/// How far numbers lie from their mean, as the root of the mean square: within a row, and
/// in a column from row to row; both averaged.
struct Spread {
    double within, between;
};
Spread spread_of(const Matrix& m);

/// The keys with the largest and the second largest weight of a row.
std::pair<std::size_t, std::size_t> two_favourites(const Matrix& weights, std::size_t row);

/// The weights when all scaled scores are multiplied by factor.
Matrix sharpened(const Matrix& scaled, double factor);

}  // namespace attn::chapters

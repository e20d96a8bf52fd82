/// The experiment of chapter 5: random queries and keys of many widths, the spread of their
/// scores, and what a softmax makes of them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "attn/matrix.hpp"

namespace attn::chapters {

/// How many keys each random query of the experiment looks at.
inline constexpr std::size_t n_random_keys = 10;

/// A row of weights whose Jacobian is smaller than this learns next to nothing.
inline constexpr double stuck_below = 0.01;

/// How each share answers to a small change of each score: entry (i, j) is the slope of
/// share i along score j.
///
/// shares   [n]      a row of weights, softmax of some scores
/// returns  [n x n]  share_i (1 - share_i) where i = j, else -share_i share_j
Matrix softmax_jacobian(std::span<const double> shares);

/// The root of the sum of all squared entries (the Frobenius norm).
double matrix_norm(const Matrix& m);

/// The root of the mean of the squares: the standard deviation of numbers with mean 0.
double spread(std::span<const double> numbers);

/// Means over many rows of weights.
struct Sharpness {
    double top_weight = 0;     // the largest share of a row
    double entropy = 0;        // at most ln(10) = 2.303 for ten keys
    double jacobian_norm = 0;  // of the softmax, along the scores that it was given
    double stuck = 0;          // the part of the rows whose Jacobian is below stuck_below
};

/// The rows of scores, as they are divided by divisor and become weights.
Sharpness sharpness(const Matrix& scores, double divisor);

/// The scores of random queries and keys of one width.
struct Measurement {
    std::size_t d_k = 0;
    Matrix scores =
        {};  // [draws x n_random_keys]  each row one query with its own ten keys
    double score_spread = 0;
    Sharpness plain = {};   // softmax of the scores as they are
    Sharpness scaled = {};  // softmax of the scores divided by the root of d_k
};

/// Draws a query and ten keys, so many times, every entry from the bell curve of mean 0 and
/// variance 1, and compares them at each width. A narrow vector is the beginning of a wide
/// one, so that one draw serves all widths.
///
/// widths   at least 1, ascending
/// returns  one measurement for each width
std::vector<Measurement> measure(const std::vector<std::size_t>& widths, std::size_t draws,
                                 std::uint64_t seed);

/// 1, 2, 4 to 1024, and the reader's width in its place.
std::vector<std::size_t> widths_with(std::size_t d_k);

/// Of all measurements, the one of width d_k.
/// throws  std::out_of_range  when there is none
const Measurement& at_width(const std::vector<Measurement>& all, std::size_t d_k);

}  // namespace attn::chapters

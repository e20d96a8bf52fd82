/// From scores to shares. Introduced in chapter 2 (softmax_naive) and chapter 3.
#pragma once

#include <span>
#include <vector>

#include "attn/matrix.hpp"

namespace attn {

/// Softmax as its formula says: e to the power of each score, divided by the sum of them
/// all.
///
/// scores   [n]  no unit
/// returns  [n]  shares from 0 to 1 that sum to 1, as long as the powers are numbers. Where one
///               is past the largest double (a score beyond 709.78), its share is NaN; where
///               only their sum is, all shares are 0; where all are 0 (every score below
///               -745.13), all shares are NaN. Chapter 3 shows it, and softmax mends it.
/// throws   ShapeError  when there are no scores
/// source   Bridle (1990)
std::vector<double> softmax_naive(std::span<const double> scores);

/// Softmax that cannot overflow: the largest score is subtracted first, which leaves the
/// exact result unchanged and makes every power at most 1.
///
/// scores   [n]  -infinity marks what shall have no share
/// returns  [n]  shares from 0 to 1 that sum to 1. All NaN when every score is -infinity
///               (nothing to share among), or when one is NaN or +infinity.
/// throws   ShapeError  when there are no scores
std::vector<double> softmax(std::span<const double> scores);

/// Softmax of every row: each row becomes non-negative and sums to 1.
///
/// scores   [n_query x n_key]  -infinity marks a key that this query may not see
/// returns  [n_query x n_key]  row i says how query i splits its attention
/// throws   ShapeError         when n_key is 0
/// source   Vaswani et al. (2017), eq. 1
Matrix softmax_rows(const Matrix& scores);

/// The logarithm of the sum of e to the power of each score, without overflow: a score
/// minus it is the logarithm of the score's share.
///
/// scores   [n]
/// returns  at least the largest score; that score when it is infinite; NaN when one is NaN
/// throws   ShapeError  when there are no scores
double log_sum_exp(std::span<const double> scores);

}  // namespace attn

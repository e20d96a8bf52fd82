/// Softmax: from scores to weights that sum to 1. Introduced in chapter 2 (softmax_naive) and
/// chapter 5.
#pragma once

#include <span>
#include <vector>

#include "attn/matrix.hpp"

namespace attn {

/// Softmax as the formula has it: each exp(score), divided by the sum of all of them. It
/// overflows for large scores; chapter 5 shows how, and softmax below cannot.
///
/// scores   [n]  no unit
/// returns  [n]  weights in [0, 1] that sum to 1, as long as the exponentials and their
///               sum are finite and not all 0. A score beyond 709.78 overflows, and its
///               weight is NaN; if only the sum overflows, all weights are 0; if every
///               score is below -745.13, all weights are NaN.
/// throws   ShapeError  when scores is empty
/// source   Bridle (1990)
std::vector<double> softmax_naive(std::span<const double> scores);

/// Softmax that cannot overflow: the largest score is subtracted first, which leaves the
/// exact result unchanged and makes every exponential at most 1.
///
/// scores   [n]  -infinity where the weight must be 0
/// returns  [n]  weights in [0, 1] that sum to 1. All NaN when every score is -infinity
///               (there is nothing to normalize), or when one is NaN or +infinity.
/// throws   ShapeError  when scores is empty
std::vector<double> softmax(std::span<const double> scores);

/// Softmax of every row: each row becomes non-negative and sums to 1.
///
/// scores   [n_query x n_key]  -infinity where a key is closed to the query
/// returns  [n_query x n_key]  row i: the weight that query i gives to each key
/// throws   ShapeError         when n_key is 0
/// source   Vaswani et al. (2017), eq. 1
Matrix softmax_rows(const Matrix& scores);

/// The logarithm of the sum of all exp(score), without overflow. A score minus it is the
/// logarithm of the score's softmax weight, as far as its digits fit beside the largest score.
///
/// scores   [n]
/// returns  at least the largest score; that score when it is infinite; NaN when one is NaN
/// throws   ShapeError  when scores is empty
double log_sum_exp(std::span<const double> scores);

}  // namespace attn

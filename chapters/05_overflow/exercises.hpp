/// What chapter 5 asks you to build. Write the functions in chapters/05_overflow/exercises.cpp
/// and try them with ./test exercise 5.
#pragma once

#include <limits>
#include <span>
#include <vector>

#include "attn/matrix.hpp"

namespace attn::exercises {

/// Your attention of chapter 4, mended: no finite score makes it NaN.
///
/// q        [n_query x d_k]
/// k        [n_key x d_k]
/// v        [n_key x d_v]
/// returns  [n_query x d_v]  as scaled_dot_product_attention does
/// hint     copy what you wrote in chapters/04_scaling/exercises.cpp, and find out which number to
///          subtract, and when it is known
Matrix stable_attention(const Matrix& q, const Matrix& k, const Matrix& v);

/// The logarithm of each score's weight, without taking the logarithm of any weight.
///
/// scores   [n]
/// returns  [n]         at most 0; for 200 and 0 it is 0 and -200
/// throws   ShapeError  when there are no scores
/// hint     log(e^s / sum) is s - log(sum), and log_sum_exp is there
std::vector<double> log_softmax(std::span<const double> scores);

/// What is known of some scores after reading each of them once.
struct RunningSum {
    double largest = -std::numeric_limits<double>::infinity();
    double sum = 0;  ///< of e^(score - largest) over all scores that were read
};

/// The same after one more score. Begin with RunningSum{}.
///
/// so_far   of the scores before
/// score    a number or -infinity, which adds nothing
/// hint     when score is a new largest one, the sum so far is multiplied by
///          e^(old largest - new largest). -infinity minus -infinity is NaN.
RunningSum with_score(const RunningSum& so_far, double score);

}  // namespace attn::exercises

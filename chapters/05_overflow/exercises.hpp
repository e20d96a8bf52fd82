/// What chapter 5 asks you to build. Write the functions in chapters/05_overflow/exercises.cpp
/// and try them with ./test exercise 5.
#pragma once

#include <limits>
#include <span>
#include <vector>

#include "attn/strict_arithmetic.hpp"

namespace attn::exercises {

/// The logarithm of each score's weight, without taking the logarithm of any weight.
///
/// scores   [n]
/// returns  [n]         at most 0; for 200 and 0 it is 0 and -200
/// throws   ShapeError  when there are no scores
/// hint     log(e^s / sum) is s - log(sum), and log_sum_exp is there
std::vector<double> log_softmax(std::span<const double> scores);

/// The weight of x beside the score 0: 1 / (1 + e^-x).
///
/// x        any number, infinity too
/// returns  from 0 to 1, NaN for NaN, right to about 15 digits wherever a double has them all,
///          and above 0 for x down to -744
/// hint     where e^-x overflows, multiply numerator and denominator by e^x
double sigmoid(double x);

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

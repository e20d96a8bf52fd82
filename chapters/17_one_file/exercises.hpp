/// What chapter 17 asks you to build: three operations that transformer.cpp does not have, each
/// with its way back. Write the functions in chapters/17_one_file/exercises.cpp, try them with
/// ./test exercise 17, and then put them into the file.
#pragma once

#include <cstddef>
#include <functional>
#include <vector>

namespace attn::exercises {

/// A number on its way through a function of one number.
struct ThereAndBack {
    double y = 0;   // there: the value
    double dx = 0;  // back: the gradient of the loss in x
};

/// GELU, exact form, in place of relu.
///
/// x        finite
/// dy       the gradient of the loss in y
/// returns  y = x (1 + erf(x / sqrt(2))) / 2, and dx = dy times the slope of that in x
/// hint     the product rule; the slope of erf(z) is 2 exp(-z z) / sqrt(pi)
ThereAndBack gelu(double x, double dy);

/// Dropout. The same factors serve on both ways: y = factor x, dx = factor dy.
///
/// n        how many numbers pass
/// p        the probability of dropping one, in [0, 1)
/// draw     a number in [0, 1), called once for each number that passes, in order
/// returns  [n]  0 where draw() < p, else 1 / (1 - p)
/// throws   std::domain_error  when p is outside [0, 1)
std::vector<double> dropout_factors(std::size_t n, double p,
                                    const std::function<double()>& draw);

/// A loss, and its gradient in each probability.
struct LossAndGradient {
    double loss = 0;
    std::vector<double> dp;
};

/// Cross-entropy with label smoothing, for one word: the right word's target is 1 - epsilon and
/// not 1, and epsilon is shared out evenly among all words, the right one too.
///
/// p        [n]  probabilities, all positive
/// right    the id of the right word
/// epsilon  in [0, 1); 0 is the file's cross_entropy
/// returns  loss = -sum of target ln p, and dp
/// throws   std::out_of_range  when right is not below n
///          std::domain_error  when epsilon is outside [0, 1)
/// source   Szegedy et al. (2016), section 7; Vaswani et al. (2017), section 5.4, take 0.1
LossAndGradient smoothed_cross_entropy(const std::vector<double>& p, std::size_t right,
                                       double epsilon);

}  // namespace attn::exercises

/// What chapter 10 asks you to build. Write the functions in
/// chapters/10_sublayers/exercises.cpp and try them with ./test exercise 10.
#pragma once

#include <span>
#include <vector>

#include "attn/layer_norm.hpp"
#include "attn/linear.hpp"
#include "attn/matrix.hpp"

namespace attn::exercises {

/// A norm without a mean: each row is divided by its size, then scaled column by column.
///
/// x        [n x d]
/// gamma    [d]      the scale of each column
/// epsilon           is added to the mean of the squares, under the root
/// returns  [n x d]  x / sqrt(mean of the row's squares + epsilon), times gamma
/// throws   ShapeError  when gamma has not one number for each of x's columns
/// source   Zhang and Sennrich (2019)
/// hint     ShapeError takes a text: say both sizes
Matrix rms_norm(const Matrix& x, const std::vector<double>& gamma, double epsilon);

/// Mean and variance of a row, divided by how many there are.
struct MeanAndVariance {
    float mean, variance;
};

/// Mean and variance in one pass over the row and in float32, without squares of large
/// numbers.
///
/// row      [d]  d is at least 1
/// returns  what two passes give, but for rounding, even when the mean is large
/// source   Welford (1962)
/// hint     keep the mean of the first i numbers. The next one, x, moves it by
///          (x - mean) / (i + 1); the sum of squared distances grows by x's distance from the
///          old mean times its distance from the new one
MeanAndVariance mean_and_variance(std::span<const float> row);

/// A linear map that does what norm's gamma and beta and then linear do, so that a norm that
/// only normalizes can come before it.
///
/// norm     gamma and beta have a number for each row of linear.weight
/// returns  the map whose forward(plain) equals linear.forward(plain gamma + beta) to
///          rounding; it has a bias, even if linear has none
/// hint     gamma scales the rows of the weight; beta goes through the weight as a row does
Linear folded(const LayerNorm& norm, const Linear& linear);

}  // namespace attn::exercises

/// What chapter 10 asks you to build. Write the functions in
/// chapters/10_sublayers/exercises.cpp and try them with ./test exercise 10.
#pragma once

#include <vector>

#include "attn/linear.hpp"
#include "attn/matrix.hpp"

namespace attn::exercises {

/// Layer norm: each row is moved to mean 0 and divided by its standard deviation, then each column
/// is scaled and shifted.
///
/// x            [n x d]
/// gamma, beta  [d]      the scale and the shift of each column
/// epsilon               is added to the variance, under the root
/// returns      [n x d]  (x - mean) / sqrt(variance + epsilon) gamma + beta
/// source       Ba, Kiros and Hinton (2016)
/// hint         the variance is divided by d. Two loops over a row before you change it: the mean
///              first, then the squares of the distances from it. std::sqrt is in <cmath>
Matrix layer_norm(const Matrix& x, const std::vector<double>& gamma,
                  const std::vector<double>& beta, double epsilon);

/// The feed-forward network with ReLU: widen, cut off below 0, narrow.
///
/// x        [n x d_model]
/// first    [d_model x d_ff], with a bias: a column is a unit's key, its bias the threshold
/// second   [d_ff x d_model], with a bias: a row is a unit's value
/// returns  [n x d_model]
/// source   Vaswani et al. (2017), eq. 2
/// hint     first.forward(x) gives all units of all words; std::max is in <algorithm>
Matrix feed_forward(const Matrix& x, const Linear& first, const Linear& second);

/// A norm without a mean: each row is divided by its size, then scaled column by column.
///
/// x        [n x d]
/// gamma    [d]      the scale of each column
/// epsilon           is added to the mean of the squares, under the root
/// returns  [n x d]  x / sqrt(mean of the row's squares + epsilon), times gamma
/// throws   ShapeError  when gamma has not one number for each of x's columns
/// source   Zhang and Sennrich (2019)
/// hint     ShapeError is in attn/shape_error.hpp and takes a text: say both sizes. dot is in
///          attn/vector.hpp
Matrix rms_norm(const Matrix& x, const std::vector<double>& gamma, double epsilon);

}  // namespace attn::exercises

/// What chapter 10 asks you to build. Write the functions in
/// chapters/10_residual_and_norm/exercises.cpp and try them with ./test exercise 10.
#pragma once

#include <cstddef>
#include <vector>

#include "attn/matrix.hpp"
#include "attn/multi_head_attention.hpp"

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

/// What becomes of words that go through attention again and again, with both repairs: x becomes
/// layer_norm(x + f(x)), with a gamma of ones and a beta of zeros.
///
/// x          [n x d]
/// attention           f: a round is attention.forward(x, x, x)
/// n_rounds            how often; after none the words are as they were
/// epsilon             layer_norm's
/// returns    [n x d]
/// hint       matrices add with +. layer_norm is the function above
Matrix again_and_again(Matrix x, const MultiHeadAttention& attention, std::size_t n_rounds,
                       double epsilon);

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

/// Layer normalization: every row brought to mean 0 and variance 1. Introduced in chapter 10.
#pragma once

#include <cstddef>
#include <vector>

#include "attn/matrix.hpp"

namespace attn {

/// Every intermediate value of one layer norm, in order of computation.
struct LayerNormTrace {
    std::vector<double> mean;      // [n]      of each row
    std::vector<double> variance;  // [n]      of each row, divided by d and not by d - 1
    Matrix normalized;             // [n x d]  (x - mean) / sqrt(variance + epsilon)
    Matrix output;                 // [n x d]  normalized gamma + beta
};

/// Layer norm: shifts each row of x to mean 0 and divides it by its standard deviation, then
/// scales and shifts each column by learned numbers.
///
/// gamma    [d]  the scale of each column; empty: 1 for all
/// beta     [d]  the shift of each column; empty: 0 for all
/// epsilon       added to the variance, under the root, so that a row of equal numbers is
///               not 0/0. PyTorch's default is 1e-5; other programs use 1e-6 or 1e-12.
///
/// source  Ba, Kiros and Hinton (2016)
struct LayerNorm {
    std::vector<double> gamma = {};
    std::vector<double> beta = {};
    double epsilon = 1e-5;

    /// The mean comes first, then the mean squared distance from it. The short cut, mean of
    /// squares minus square of mean, loses every digit of a row whose mean is large compared
    /// with its standard deviation.
    ///
    /// x        [n x d]
    /// returns  [n x d]  A row of equal numbers becomes beta; with epsilon 0 it is NaN. A row
    ///                   that holds a NaN or an infinity, or in which a sum of the numbers or
    ///                   of their distances from the mean overflows, is all NaN. If only the
    ///                   sum of the squared distances is infinite, as it is with one beyond
    ///                   1.35e154, the row becomes beta.
    /// throws   ShapeError         when d is 0, or gamma or beta is neither empty nor of
    ///                             length d
    ///          std::domain_error  when epsilon is negative, infinite or NaN
    Matrix forward(const Matrix& x) const;

    /// The same computation, every intermediate value kept; output equals forward's.
    LayerNormTrace trace(const Matrix& x) const;
};

/// A layer norm before any training: gamma 1 and beta 0 in each of d_model columns.
LayerNorm untrained_layer_norm(std::size_t d_model, double epsilon = 1e-5);

}  // namespace attn

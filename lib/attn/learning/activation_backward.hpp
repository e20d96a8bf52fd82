/// The slopes of the activations, and their backward pass. Introduced in chapter 14.
#pragma once

#include "attn/activation.hpp"
#include "attn/matrix.hpp"

namespace attn {

/// The slope of ReLU: 1 where x is positive, else 0.
///
/// returns  at 0, where there is a corner and no slope, 0, as PyTorch has it. NaN for NaN.
double relu_slope(double x);

/// The slope of gelu_exact: Phi(x) + x phi(x), where Phi is the probability that a standard
/// normal variable is below x, and phi its density.
///
/// returns  between -0.129 and 1.129; the limits 0 and 1 at the infinities. NaN for NaN.
/// source   Hendrycks and Gimpel (2016)
double gelu_exact_slope(double x);

/// The slope of gelu_tanh. Since (1 + tanh(u)) / 2 is the logistic function s of 2 u,
/// gelu_tanh(x) = x s(2 u) with u = sqrt(2 / pi) (x + 0.044715 x^3), and the slope is
///
///     s + x s (1 - s) 2 u'      with u' = sqrt(2 / pi) (1 + 3 0.044715 x^2)
///
/// returns  the limits 0 and 1 at the infinities. NaN for NaN.
double gelu_tanh_slope(double x);

/// The slope of an activation at one number.
double slope_of(Activation activation, double x);

/// Backward of y = activation(x), entry by entry: d_x = d_y activation'(x).
///
/// x         [n x d]  what activate got
/// d_output  [n x d]
/// returns   [n x d]
/// throws    ShapeError  when the shapes differ
Matrix activate_backward(Activation activation, const Matrix& x, const Matrix& d_output);

}  // namespace attn

/// The bend between two linear maps. Introduced in chapter 10.
#pragma once

#include <string>

#include "attn/matrix.hpp"

namespace attn {

/// ReLU: what is negative becomes 0, all else stays. A NaN stays NaN.
/// source  Nair and Hinton (2010)
double relu(double x);

/// GELU as it is defined: x times the share of the bell curve to the left of x.
///
/// returns  x (1 + erf(x / sqrt(2))) / 2; at -infinity the limit, 0, where the formula says
///          infinity times 0 (PyTorch 1.13 gives NaN there). A NaN stays NaN.
/// source   Hendrycks and Gimpel (2016)
double gelu_exact(double x);

/// GELU by a formula with tanh, from the time when erf was slow. It is off by at most 4.8e-4
/// (near 2.7 and -2.7), and many models were trained with it.
///
/// returns  x (1 + tanh(sqrt(2 / pi) (x + 0.044715 x^3))) / 2; at -infinity 0, as above
/// source   Hendrycks and Gimpel (2016)
double gelu_tanh(double x);

/// Which of the three. PyTorch's "gelu" is gelu_exact.
enum class Activation { relu, gelu_exact, gelu_tanh };

/// "relu", "gelu_exact" or "gelu_tanh".
std::string name_of(Activation activation);

/// The function of that name, of one number and of every entry of a matrix.
double activate(Activation activation, double x);
Matrix activate(Activation activation, const Matrix& x);

}  // namespace attn

/// Activations: the nonlinearity between two linear layers. Introduced in chapter 11.
#pragma once

#include <string>

#include "attn/matrix.hpp"

namespace attn {

/// ReLU: the larger of x and 0. NaN for NaN.
///
/// source  Nair and Hinton (2010)
double relu(double x);

/// GELU, exact form: x times the probability that a standard normal variable is below x.
///
/// returns  x (1 + erf(x / sqrt(2))) / 2. At -infinity the limit, 0, where the formula
///          gives infinity times 0 (PyTorch 1.13 returns NaN there). NaN for NaN.
/// source   Hendrycks and Gimpel (2016)
double gelu_exact(double x);

/// GELU, approximated with tanh. It differs from gelu_exact by at most 4.8e-4 (near 2.7 and
/// -2.7), and many models were trained with it.
///
/// returns  x (1 + tanh(sqrt(2 / pi) (x + 0.044715 x^3))) / 2; at -infinity 0, as above. It
///          loses digits below -4, where the tanh is nearly -1, and is -0 from about -7.2 down
/// source   Hendrycks and Gimpel (2016)
double gelu_tanh(double x);

/// SiLU, or Swish: x times its sigmoid. GatedFeedForward has it, not FeedForward.
///
/// returns  x / (1 + exp(-x)); -0 below -709.78, where exp(-x) overflows; at -infinity 0. NaN
///          for NaN.
/// source   Hendrycks and Gimpel (2016)
double silu(double x);

/// Which activation a layer has. PyTorch's "gelu" is gelu_exact.
enum class Activation { relu, gelu_exact, gelu_tanh };

/// "relu", "gelu_exact" or "gelu_tanh".
std::string name_of(Activation activation);

/// The activation of one number, or of every entry of a matrix.
double activate(Activation activation, double x);
Matrix activate(Activation activation, const Matrix& x);

}  // namespace attn

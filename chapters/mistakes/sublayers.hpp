/// WRONG, on purpose: norm, activation, dropout and whole layers with one mistake each, for
/// chapter 20. The right ones are in attn/layer_norm.hpp, activation.hpp, dropout.hpp and
/// encoder.hpp.
#pragma once

#include "attn/dropout.hpp"
#include "attn/encoder.hpp"
#include "attn/matrix.hpp"

namespace attn::mistakes {

/// The variance is divided by d - 1, as statistics programs do by default.
Matrix norm_with_unbiased_variance(const Matrix& x, double epsilon);

/// Epsilon is added to the root of the variance.
Matrix norm_with_epsilon_outside(const Matrix& x, double epsilon);

/// The formula with tanh, in a model that learned with the exact one.
double gelu_of_the_wrong_kind(double x);

/// Nobody asks whether the model learns or is used.
Matrix dropout_left_on(const Matrix& x, double p, Mode mode, Random& generator);

/// Each part gets normed rows, and nothing is normed after the sums.
Matrix norm_before(const EncoderLayer& layer, const Matrix& x);

/// The second sum starts at the layer's input again.
Matrix residual_from_the_input(const EncoderLayer& layer, const Matrix& x);

}  // namespace attn::mistakes

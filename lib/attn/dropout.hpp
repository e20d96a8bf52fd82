/// Dropout: in training, some numbers are left out at random. Introduced in chapter 11.
#pragma once

#include "attn/matrix.hpp"
#include "attn/random.hpp"

namespace attn {

/// Whether a model is being trained or used. It has no default: left on in use, dropout makes
/// every answer random.
enum class Mode { training, evaluation };

/// Dropout. In training, sets each entry to 0 with probability p and divides the others by
/// 1 - p, so that every entry keeps its expected value. In evaluation, returns x.
///
/// x          [n x d]
/// p          the probability of dropping an entry, in [0, 1)
/// generator  training: one uniform draw per entry, row by row, whatever p is;
///            evaluation: none
/// returns    [n x d]  in evaluation bit for bit equal to x
/// throws     std::domain_error  when p is outside [0, 1) or NaN
/// source     Srivastava et al. (2014); dividing during training, as is now usual, is
///            called inverted dropout
Matrix dropout(const Matrix& x, double p, Mode mode, Random& generator);

}  // namespace attn

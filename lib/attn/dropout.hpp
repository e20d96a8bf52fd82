/// Numbers left out at random while a model learns. Introduced in chapter 10.
#pragma once

#include "attn/matrix.hpp"
#include "attn/random.hpp"

namespace attn {

/// Whether a model is learning or used. It has no default: a dropout that stays on when a
/// model is used makes every answer a different one.
enum class Mode { training, evaluation };

/// In training, each entry by itself becomes 0 with probability p, and those that stay are
/// divided by 1 - p, so that the mean over many draws is x. In evaluation, x itself.
///
/// x          [n x d]
/// p          the share that is left out, from 0 up to, but without, 1
/// generator  training: one uniform draw for each entry, row after row, whatever p is;
///            evaluation: none
/// returns    [n x d]  in evaluation equal to x to the bit
/// throws     std::domain_error  when p is outside its range or NaN
/// source     Srivastava et al. (2014); dividing already in training is now usual
Matrix dropout(const Matrix& x, double p, Mode mode, Random& generator);

}  // namespace attn

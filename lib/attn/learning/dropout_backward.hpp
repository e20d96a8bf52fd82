/// Dropout with its draws kept, and its backward pass. Introduced in chapter 14.
#pragma once

#include "attn/dropout.hpp"
#include "attn/matrix.hpp"
#include "attn/random.hpp"

namespace attn {

/// What one call of dropout drew and returned.
struct DropoutTrace {
    double p = 0.0;  // the probability of dropping an entry; 0 in evaluation
    Matrix kept;     // [n x d]  1 where the entry stayed, 0 where it was dropped
    Matrix output;   // [n x d]
};

/// Dropout that keeps its draws. output and the state of the generator are dropout's.
///
/// x        [n x d]
/// throws   std::domain_error  when p is outside [0, 1) or NaN
DropoutTrace dropout_trace(const Matrix& x, double p, Mode mode, Random& generator);

/// Backward of dropout: what was dropped gets 0, what stayed d_y / (1 - p), by the same draws
/// as on the way forward. New draws would send slopes to entries that had no part in the loss.
///
/// d_output  [n x d]
/// returns   [n x d]
/// throws    ShapeError  when d_output has another shape than the output
/// source    Srivastava et al. (2014)
Matrix dropout_backward(const DropoutTrace& trace, const Matrix& d_output);

}  // namespace attn

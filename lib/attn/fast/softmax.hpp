/// Softmax in float32. Introduced in chapter 13.
#pragma once

#include "attn/fast/float_matrix.hpp"
#include "attn/fast/threads.hpp"

namespace attn::fast {

/// attn::softmax_rows, in place: each row's largest number is subtracted, fast::exp is taken of
/// each, and the row is divided by its sum. A row of -infinity alone, or with a NaN or
/// +infinity in it, becomes NaN.
///
/// throws  ShapeError  when there are rows but no columns
void softmax_rows(FloatMatrix& scores, Threads& threads);

}  // namespace attn::fast

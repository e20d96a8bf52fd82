/// Softmax in float32. Introduced in chapter 21.
#pragma once

#include "fast/float_matrix.hpp"
#include "fast/threads.hpp"

namespace attn::fast {

/// attn::softmax_rows in float32, in place. A row of -infinity alone, or one that holds a NaN or
/// +infinity, becomes NaN.
///
/// throws  ShapeError  when there are rows, but no columns
void softmax_rows(FloatMatrix& scores, Threads& threads);

}  // namespace attn::fast

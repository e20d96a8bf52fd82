/// A matrix that is too large for numbers in its cells: colours alone.
#pragma once

#include "attn/matrix.hpp"
#include "plots/canvas.hpp"

namespace attn::plots {

/// How many colours a large map has: limit / 6 is one step, so that small files suffice.
inline constexpr int large_map_steps = 13;

/// Draws signed values from -limit (blue) over 0 (pale) to limit (rust), rounded to one of
/// 13 colours; what lies outside is drawn as the limit. Columns and rows fill the box, each
/// a whole number of pixels: where there are more of them than pixels, some are left out.
///
/// throws  std::domain_error  when the matrix is empty, a value is not finite, limit is not
///                            above 0 and finite, or box has no extent
void draw_large_map(Canvas& canvas, const Box& box, const Matrix& values, double limit = 1);

/// Its colours as a flat bar from -limit to limit, with their values below.
void draw_large_map_bar(Canvas& canvas, const Box& bar, double limit = 1);

}  // namespace attn::plots

/// What cannot be drawn, and why.
#pragma once

#include "plots/plot.hpp"

namespace attn::plots {

/// Whether the figure makes sense, before anything is laid out.
///
/// throws  ShapeError             when words, texts or open cells do not fit their matrix or bars
///         std::invalid_argument  when something is empty, not finite where it must be, not above
///                                0 on a log axis, or outside of its matrix. The message begins
///                                with the figure's name.
void require_drawable(const Figure& figure);

}  // namespace attn::plots

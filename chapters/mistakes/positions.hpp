/// WRONG, on purpose: positions with one mistake each, for chapters 9 and 20. The right one is
/// positional_encoding (attn/positional_encoding.hpp).
#pragma once

#include "attn/matrix.hpp"

namespace attn::mistakes {

/// The formula's i taken for the column: the exponent doubles.
Matrix exponent_doubled(std::size_t n_positions, std::size_t d_model);

/// All sines, then all cosines, handed to weights that learned interleaved ones.
Matrix halves_for_interleaved(std::size_t n_positions, std::size_t d_model);

}  // namespace attn::mistakes

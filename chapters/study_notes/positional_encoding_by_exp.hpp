/// A study note's positional encoding, for chapters 9 and 13.
#pragma once

#include <cstddef>

#include "attn/matrix.hpp"

namespace attn::notes {

/// attn::positional_encoding by the formula that much code uses: the angle is position times
/// exp(-ln(10000) 2 pair / d_model). It differs by rounding only.
///
/// throws  ShapeError  when d_model is odd or 0
Matrix positional_encoding_by_exp(std::size_t n_positions, std::size_t d_model);

}  // namespace attn::notes

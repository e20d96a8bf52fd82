/// Rotary positions (RoPE): queries and keys are turned by where they stand, and nothing is added.
/// Introduced in chapter 19; the angles are those of chapter 9.
#pragma once

#include <cstddef>

#include "attn/matrix.hpp"

namespace attn {

/// Which two columns of a head turn together. Weights that were learned with one layout give
/// nonsense with the other; halves_permutation takes the columns of one to the other's.
enum class RotaryLayout {
    interleaved,  ///< columns 2 pair and 2 pair + 1: the paper, and Meta's own files
    halves,       ///< columns pair and pair + d_k / 2: Hugging Face's Llama
};

/// Each row turned by its position: pair number p of the row at position n by the angle
/// position_angle(n, p, d_k, base). Lengths stay as they are, and the dot product of a turned
/// query with a turned key depends on their words and on the difference of their positions only.
///
/// x               [n x d_k]  queries or keys of one head, never its values
/// first_position             where x's first row stands: with a cache, how many rows it keeps
/// returns         [n x d_k]
/// throws   ShapeError         when d_k is odd or 0
///          std::domain_error  when x has rows and base is not positive and finite
/// source   Su et al. (2021)
Matrix turned(const Matrix& x, std::size_t first_position = 0, double base = 10000.0,
              RotaryLayout layout = RotaryLayout::interleaved);

}  // namespace attn

/// WRONG, on purpose: heads split and merged with one mistake each, for chapters 8 and 20. The
/// right ones are split_heads and merge_heads (attn/multi_head_attention.hpp).
#pragma once

#include <vector>

#include "attn/matrix.hpp"

namespace attn::mistakes {

/// The numbers poured into heads as they lie in memory, and poured back: a view, but no
/// transpose. m's rows must be a multiple of n_heads for the heads to hold whole tokens.
std::vector<Matrix> split_by_reshaping(const Matrix& m, std::size_t n_heads);
Matrix merge_by_reshaping(const std::vector<Matrix>& heads);

/// The last head's columns come first.
Matrix merge_last_head_first(const std::vector<Matrix>& heads);

}  // namespace attn::mistakes

/// What must hold of any pair of functions that split a matrix into heads and merge them.
/// Introduced in chapter 18.
#pragma once

#include <cstddef>
#include <functional>
#include <vector>

#include "attn/matrix.hpp"
#include "chapters/properties/property.hpp"

namespace attn {

/// What splits a matrix into heads, and what merges heads.
struct HeadFunctions {
    std::function<std::vector<Matrix>(const Matrix& m, std::size_t n_heads)> split;
    std::function<Matrix(const std::vector<Matrix>& heads)> merge;
};

/// A change in one token changes that token's row in the heads, and no other.
Counterexample splitting_keeps_tokens_apart(const HeadFunctions& heads);

/// Each head has columns of its own, and the first head has the first ones.
Counterexample splitting_takes_columns(const HeadFunctions& heads);

/// Split and merged, a matrix is what it was.
Counterexample merging_undoes_splitting(const HeadFunctions& heads);

/// All of the above, in that order.
std::vector<Property<HeadFunctions>> head_properties();

}  // namespace attn

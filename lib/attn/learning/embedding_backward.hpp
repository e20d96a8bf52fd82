/// The backward pass of an embedding. Introduced in chapter 14.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "attn/embedding.hpp"
#include "attn/matrix.hpp"

namespace attn {

/// Backward of y = the table's rows of these ids: each row of d_y is added to the row of the
/// table that it came from, once for each time that the token occurs. Ids have no slope, so
/// nothing is returned.
///
/// ids         [n]            what forward got
/// d_output    [n x d_model]
/// gradient    gets the slopes in the table
/// padding_id  this token's row gets nothing, so that it stays the zeros of with_padding
/// throws      ShapeError         when d_output or gradient does not fit
///             std::out_of_range  when an id, or padding_id, is not in the table
/// source      Bengio et al. (2003); the padding row as PyTorch's padding_idx has it
void backward(const Embedding& layer, const std::vector<std::size_t>& ids,
              const Matrix& d_output, Embedding& gradient,
              std::optional<std::size_t> padding_id = {});

}  // namespace attn

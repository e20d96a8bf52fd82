/// From the rows of a sentence to one: what chapters 12 and 13 ask their question of.
#pragma once

#include <cstddef>

#include "attn/matrix.hpp"
#include "chapters/printing/rows.hpp"

namespace attn::chapters {

/// The way back of mean_of_rows: each row gets an equal part of the slope.
Matrix mean_of_rows_backward(const Matrix& d_mean, std::size_t n_rows);

}  // namespace attn::chapters

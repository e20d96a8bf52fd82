/// From the rows of a sentence to one: what chapters 12 and 13 ask their question of.
#pragma once

#include <cstddef>

#include "attn/matrix.hpp"

namespace attn::chapters {

/// The mean of a matrix's rows, and its way back: each row gets an equal part of the slope.
Matrix mean_of_rows(const Matrix& m);
Matrix mean_of_rows_backward(const Matrix& d_mean, std::size_t n_rows);

}  // namespace attn::chapters

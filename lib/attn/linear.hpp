/// Linear layers: y = x W + b, with learned W and b. Introduced in chapter 7.
#pragma once

#include <cstddef>
#include <vector>

#include "attn/matrix.hpp"
#include "attn/random.hpp"

namespace attn {

/// y = x W + b, for each row of x separately.
///
/// weight  [d_in x d_out]  as the paper writes it; PyTorch stores the transpose
/// bias    [d_out]         added to every row; empty for none, as in the paper's projections
struct Linear {
    Matrix weight = {};
    std::vector<double> bias = {};

    /// x        [n x d_in]
    /// returns  [n x d_out]
    /// throws   ShapeError  when x.cols() != weight.rows(), or a bias is neither empty nor of
    ///                      length d_out
    Matrix forward(const Matrix& x) const;
};

/// A linear layer before any training: weight, row by row, then bias, uniform in
/// ±1/sqrt(d_in). PyTorch's nn.Linear starts like this.
///
/// throws  ShapeError  when d_in is 0
Linear random_linear(std::size_t d_in, std::size_t d_out, Random& generator);

}  // namespace attn

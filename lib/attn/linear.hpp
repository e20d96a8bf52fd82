/// A learned linear map: y = x W + b. Introduced in chapter 7.
#pragma once

#include <cstddef>
#include <vector>

#include "attn/matrix.hpp"
#include "attn/random.hpp"

namespace attn {

/// y = x W + b, for each row of x by itself.
///
/// weight  [d_in x d_out]  as the paper writes it. PyTorch keeps its transpose.
/// bias    [d_out]         added to every row; empty: there is none, as in the paper's
///                         projections
struct Linear {
    Matrix weight = {};
    std::vector<double> bias = {};

    /// x        [n x d_in]
    /// returns  [n x d_out]
    /// throws   ShapeError  when x's columns are not as many as weight's rows, or when there is
    ///                      a bias, but not one number for each of weight's columns
    Matrix forward(const Matrix& x) const;

    /// How many numbers there are to learn.
    std::size_t parameter_count() const noexcept;
};

/// A linear map as it is before any training: weight, row after row, then bias, each drawn
/// evenly from -1/sqrt(d_in) to 1/sqrt(d_in), so that outputs are about as large as inputs.
/// It is how PyTorch's nn.Linear starts.
///
/// throws  ShapeError  when d_in is 0
Linear random_linear(std::size_t d_in, std::size_t d_out, Random& generator);

}  // namespace attn

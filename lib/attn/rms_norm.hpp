/// RMS norm: every row brought to size 1, and no mean taken away. Introduced in chapter 19.
#pragma once

#include <cstddef>
#include <vector>

#include "attn/matrix.hpp"

namespace attn {

/// Every intermediate value of one RMS norm, in order of computation.
struct RmsNormTrace {
    Matrix normalized;  // [n x d]  x / sqrt(mean of the row's squares + epsilon)
    Matrix output;      // [n x d]  normalized gamma
};

/// RMS norm: divides each row of x by the root of the mean of its squares, then scales each
/// column by a learned number. Layer norm takes the row's mean away first, and adds beta.
///
/// Other programs multiply by rsqrt, which is one over the root, and not the root.
///
/// gamma    [d]  the scale of each column; empty: 1 for all. Gemma's files hold gamma - 1.
/// epsilon       added to the mean square, under the root, so that a row of zeros is not 0/0
///
/// source  Zhang and Sennrich (2019)
struct RmsNorm {
    std::vector<double> gamma = {};
    double epsilon = 1e-5;

    /// x        [n x d]
    /// returns  [n x d]  With epsilon 0 a row of zeros is NaN, and in one whose squares are too
    ///                   small for a double each number is infinite, and each 0 NaN. A row that
    ///                   holds a NaN or an infinity has
    ///                   NaN in it. If only the sum of the squares is infinite, as it is with a
    ///                   number beyond 1.35e154, the row becomes 0.
    /// throws   ShapeError         when d is 0, or gamma is neither empty nor of length d
    ///          std::domain_error  when epsilon is negative, infinite or NaN
    Matrix forward(const Matrix& x) const;

    /// The same computation, every intermediate value kept; output equals forward's.
    RmsNormTrace trace(const Matrix& x) const;
};

}  // namespace attn

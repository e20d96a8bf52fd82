/// Positional encodings: where a token stands, as a vector that is added to its own.
/// Introduced in chapter 9.
#pragma once

#include <cstddef>

#include "attn/matrix.hpp"

namespace attn {

/// The angle of one sine-cosine pair at one position: position / base^(2 pair / d_model).
///
/// pair     0 to d_model / 2 - 1: the paper's i, which counts pairs of columns. A column
///          index in its place doubles the exponent, and the slow waves hardly move.
/// returns  radians. The division is done in double, so the angle of position 1000 is
///          right to about 1e-13; in float32 throughout it would be right to 1e-4.
/// throws   ShapeError         when d_model is odd or 0
///          std::out_of_range  when there is no such pair
///          std::domain_error  when base is not positive and finite
double position_angle(std::size_t position, std::size_t pair, std::size_t d_model,
                      double base = 10000.0);

/// The sinusoidal positional encoding in the paper's layout, sine and cosine alternating:
///
///     PE(position, 2 pair)     = sin(position / base^(2 pair / d_model))
///     PE(position, 2 pair + 1) = cos(the same)
///
/// returns  [n_positions x d_model]  positions are counted from 0
/// throws   ShapeError         when d_model is odd or 0: a sine and its cosine fill two columns
///          std::domain_error  when base is not positive and finite
/// source   Vaswani et al. (2017), section 3.5
Matrix positional_encoding(std::size_t n_positions, std::size_t d_model,
                           double base = 10000.0);

/// The same numbers in another layout: all sines in the left half of the columns, all
/// cosines in the right half.
///
/// throws   ShapeError  as positional_encoding
/// source   the paper's authors' own program, tensor2tensor
Matrix positional_encoding_in_halves(std::size_t n_positions, std::size_t d_model);

/// The permutation P from one layout to the other, with a single 1 in each row and column:
/// interleaved P is the halves layout, and halves P^T the interleaved one.
///
/// So a linear layer that was trained with one layout works with the other once its weight's
/// rows are permuted: x W = (x P)(P^T W).
///
/// returns  [d_model x d_model]
/// throws   ShapeError  when d_model is odd or 0
Matrix halves_permutation(std::size_t d_model);

/// A table of positions of a fixed length, computed once.
///
/// table  [n_most x d_model]  row p is added to the token at position p
struct PositionTable {
    Matrix table = {};

    /// The rows of positions 0 to n - 1.
    ///
    /// returns  [n x d_model]
    /// throws   std::out_of_range  when the table has fewer than n rows
    Matrix first(std::size_t n) const;

    /// x with its positions added: row p of the table to row p of x.
    ///
    /// x        [n x d_model]
    /// returns  [n x d_model]
    /// throws   std::out_of_range  when the table has fewer than n rows
    ///          ShapeError         when x.cols() != table.cols()
    Matrix add_to(const Matrix& x) const;
};

}  // namespace attn

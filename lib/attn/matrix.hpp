/// A table of numbers, and the product of two of them. Introduced in chapter 1.
#pragma once

#include <cstddef>
#include <initializer_list>
#include <span>
#include <string>
#include <vector>

#include "attn/no_fast_math.hpp"

namespace attn {

/// A table of numbers stored row after row. A row is a token, a column is a feature.
///
/// A Matrix is a value: copying copies the numbers, == compares them one by one (and, as
/// NaN is never equal to itself, a Matrix that holds a NaN is not equal to its own copy).
class Matrix {
public:
    /// The empty matrix, 0x0.
    Matrix() = default;

    /// rows x cols numbers, all equal to fill.
    /// throws  ShapeError  when rows times cols is more than can be counted
    Matrix(std::size_t rows, std::size_t cols, double fill = 0.0);

    /// The numbers as they stand on paper: Matrix{{1, 2, 3}, {4, 5, 6}} is 2x3.
    /// throws  ShapeError  when the rows are not equally long
    Matrix(std::initializer_list<std::initializer_list<double>> rows);

    Matrix(const Matrix&) = default;
    Matrix& operator=(const Matrix&) = default;

    /// A matrix that was moved from is empty, 0x0.
    Matrix(Matrix&& other) noexcept;
    Matrix& operator=(Matrix&& other) noexcept;

    std::size_t rows() const noexcept { return rows_; }
    std::size_t cols() const noexcept { return cols_; }

    /// The number in row i and column j, both counted from 0.
    /// throws  std::out_of_range  when there is no such row or column
    double& operator()(std::size_t i, std::size_t j) {
        if (i >= rows_ || j >= cols_) throw_no_entry(i, j);
        return values_[i * cols_ + j];
    }
    double operator()(std::size_t i, std::size_t j) const {
        if (i >= rows_ || j >= cols_) throw_no_entry(i, j);
        return values_[i * cols_ + j];
    }

    /// Row i as a window on the numbers, not a copy: it is valid as long as the matrix is.
    /// throws  std::out_of_range  when there is no such row
    std::span<double> row(std::size_t i) &;
    std::span<const double> row(std::size_t i) const&;
    std::span<const double> row(std::size_t i) const&& = delete;

    friend bool operator==(const Matrix&, const Matrix&) = default;

private:
    [[noreturn]] void throw_no_entry(std::size_t i, std::size_t j) const;
    void require_row(std::size_t i) const;

    std::size_t rows_ = 0;
    std::size_t cols_ = 0;
    std::vector<double> values_;
};

/// "4x3": the shape of m as error messages show it.
std::string shape_text(const Matrix& m);

/// m with rows and columns exchanged.
///
/// m        [n x d]
/// returns  [d x n]  entry (j, i) is m's entry (i, j)
Matrix transpose(const Matrix& m);

/// The matrix product a b: entry (i, j) is the dot product of a's row i and b's column j.
///
/// a        [n x d]
/// b        [d x m]
/// returns  [n x m]
/// throws   ShapeError  when a's columns are not as many as b's rows
Matrix matmul(const Matrix& a, const Matrix& b);

/// The product a b^T without writing down b^T: entry (i, j) is the dot product of a's row i
/// and b's row j. It is how attention compares every query with every key (chapter 4).
///
/// a        [n x d]
/// b        [m x d]
/// returns  [n x m]  equal to matmul(a, transpose(b)) to the last bit
/// throws   ShapeError  when a and b do not have equally many columns
Matrix matmul_transpose_b(const Matrix& a, const Matrix& b);

/// The sum, entry by entry. Introduced in chapter 9: a word's vector plus its position's.
///
/// a, b     [n x d]
/// returns  [n x d]
/// throws   ShapeError  when the shapes differ
Matrix add(const Matrix& a, const Matrix& b);

/// Every entry times factor. Introduced in chapter 9: the paper multiplies a word's vector
/// by the root of d_model before the position is added.
///
/// m        [n x d]
/// returns  [n x d]
Matrix scale(const Matrix& m, double factor);

/// The largest distance between two entries in the same place: 0 when a and b are equal.
///
/// a, b     [n x d]  equal infinities are no distance apart
/// returns  NaN when either holds a NaN; 0 for two empty matrices
/// throws   ShapeError  when the shapes differ
double max_abs_difference(const Matrix& a, const Matrix& b);

}  // namespace attn

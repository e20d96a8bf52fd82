#include "attn/matrix.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <utility>

#include "attn/shape_error.hpp"

namespace attn {
namespace {

std::string shape_text(std::size_t rows, std::size_t cols) {
    return std::to_string(rows) + "x" + std::to_string(cols);
}

std::size_t count_of(std::size_t rows, std::size_t cols) {
    const std::size_t most = std::numeric_limits<std::ptrdiff_t>::max() / sizeof(double);
    if (cols != 0 && rows > most / cols) {
        throw ShapeError("Matrix: " + shape_text(rows, cols) +
                         " is more numbers than fit in memory; was a negative size given?");
    }
    return rows * cols;
}

}  // namespace

Matrix::Matrix(std::size_t rows, std::size_t cols, double fill)
    : rows_(rows), cols_(cols), values_(count_of(rows, cols), fill) {}

Matrix::Matrix(std::initializer_list<std::initializer_list<double>> rows)
    : rows_(rows.size()), cols_(rows.size() == 0 ? 0 : rows.begin()->size()) {
    for (const auto& row : rows) {
        if (row.size() != cols_) {
            throw ShapeError("Matrix: the first row has " + std::to_string(cols_) +
                             " numbers, a later one has " + std::to_string(row.size()) +
                             "; all rows must be equally long");
        }
        values_.insert(values_.end(), row.begin(), row.end());
    }
}

// The defaulted moves would leave the sizes behind, and with them a check that passes.
Matrix::Matrix(Matrix&& other) noexcept
    : rows_(std::exchange(other.rows_, 0)),
      cols_(std::exchange(other.cols_, 0)),
      values_(std::move(other.values_)) {}

Matrix& Matrix::operator=(Matrix&& other) noexcept {
    if (this == &other) return *this;
    rows_ = std::exchange(other.rows_, 0);
    cols_ = std::exchange(other.cols_, 0);
    values_ = std::exchange(other.values_, {});
    return *this;
}

std::span<double> Matrix::row(std::size_t i) & {
    require_row(i);
    return std::span(values_).subspan(i * cols_, cols_);
}

std::span<const double> Matrix::row(std::size_t i) const& {
    require_row(i);
    return std::span(values_).subspan(i * cols_, cols_);
}

void Matrix::throw_no_entry(std::size_t i, std::size_t j) const {
    throw std::out_of_range("Matrix: entry (" + std::to_string(i) + ", " +
                            std::to_string(j) + ") of a matrix of " +
                            shape_text(rows_, cols_) +
                            "; rows and columns are counted from 0");
}

void Matrix::require_row(std::size_t i) const {
    if (i < rows_) return;
    throw std::out_of_range("Matrix: row " + std::to_string(i) + " of a matrix of " +
                            shape_text(rows_, cols_) + "; rows are counted from 0");
}

std::string shape_text(const Matrix& m) {
    return shape_text(m.rows(), m.cols());
}

Matrix transpose(const Matrix& m) {
    Matrix t(m.cols(), m.rows());
    for (std::size_t i = 0; i < m.rows(); ++i) {
        for (std::size_t j = 0; j < m.cols(); ++j) {
            t(j, i) = m(i, j);
        }
    }
    return t;
}

Matrix matmul(const Matrix& a, const Matrix& b) {
    if (a.cols() != b.rows()) {
        throw ShapeError("matmul: a is " + shape_text(a) + ", b is " + shape_text(b) +
                         "; a's columns must equal b's rows");
    }
    Matrix c(a.rows(), b.cols());
    for (std::size_t i = 0; i < a.rows(); ++i) {
        for (std::size_t j = 0; j < b.cols(); ++j) {
            double sum = 0.0;
            for (std::size_t k = 0; k < a.cols(); ++k) {
                sum += a(i, k) * b(k, j);
            }
            c(i, j) = sum;
        }
    }
    return c;
}

Matrix matmul_transpose_b(const Matrix& a, const Matrix& b) {
    if (a.cols() != b.cols()) {
        throw ShapeError("matmul_transpose_b: a is " + shape_text(a) + ", b is " +
                         shape_text(b) + "; a and b must have equally many columns");
    }
    Matrix c(a.rows(), b.rows());
    for (std::size_t i = 0; i < a.rows(); ++i) {
        for (std::size_t j = 0; j < b.rows(); ++j) {
            double sum = 0.0;
            for (std::size_t k = 0; k < a.cols(); ++k) {
                sum += a(i, k) * b(j, k);
            }
            c(i, j) = sum;
        }
    }
    return c;
}

Matrix add(const Matrix& a, const Matrix& b) {
    if (a.rows() != b.rows() || a.cols() != b.cols()) {
        throw ShapeError("add: a is " + shape_text(a) + ", b is " + shape_text(b) +
                         "; the shapes must be equal");
    }
    Matrix sum = a;
    for (std::size_t i = 0; i < a.rows(); ++i) {
        for (std::size_t j = 0; j < a.cols(); ++j) sum(i, j) += b(i, j);
    }
    return sum;
}

Matrix scale(const Matrix& m, double factor) {
    Matrix scaled = m;
    for (std::size_t i = 0; i < m.rows(); ++i) {
        for (double& entry : scaled.row(i)) entry *= factor;
    }
    return scaled;
}

double max_abs_difference(const Matrix& a, const Matrix& b) {
    if (a.rows() != b.rows() || a.cols() != b.cols()) {
        throw ShapeError("max_abs_difference: a is " + shape_text(a) + ", b is " +
                         shape_text(b) + "; the shapes must be equal");
    }
    double largest = 0.0;
    for (std::size_t i = 0; i < a.rows(); ++i) {
        for (std::size_t j = 0; j < a.cols(); ++j) {
            if (a(i, j) == b(i, j)) continue;  // infinity minus infinity would be NaN
            const double difference = std::abs(a(i, j) - b(i, j));
            if (std::isnan(difference)) return difference;
            largest = std::max(largest, difference);
        }
    }
    return largest;
}

}  // namespace attn

#include "fast/float_matrix.hpp"

#include <limits>
#include <stdexcept>
#include <utility>

#include "attn/shape_error.hpp"

namespace attn::fast {
namespace {

std::string shape_text(std::size_t rows, std::size_t cols) {
    return std::to_string(rows) + "x" + std::to_string(cols);
}

std::size_t count_of(std::size_t rows, std::size_t cols) {
    const std::size_t most = std::numeric_limits<std::ptrdiff_t>::max() / sizeof(float);
    if (cols != 0 && rows > most / cols) {
        throw ShapeError("FloatMatrix: " + shape_text(rows, cols) +
                         " is more numbers than fit in memory; was a negative size given?");
    }
    return rows * cols;
}

}  // namespace

FloatMatrix::FloatMatrix(std::size_t rows, std::size_t cols, float fill)
    : rows_(rows), cols_(cols), values_(count_of(rows, cols), fill) {}

FloatMatrix::FloatMatrix(std::initializer_list<std::initializer_list<float>> rows)
    : rows_(rows.size()), cols_(rows.size() == 0 ? 0 : rows.begin()->size()) {
    for (const auto& row : rows) {
        if (row.size() != cols_) {
            throw ShapeError("FloatMatrix: the first row has " + std::to_string(cols_) +
                             " numbers, a later one has " + std::to_string(row.size()) +
                             "; all rows must be equally long");
        }
        values_.insert(values_.end(), row.begin(), row.end());
    }
}

FloatMatrix::FloatMatrix(const Matrix& m) : FloatMatrix(uninitialized(m.rows(), m.cols())) {
    for (std::size_t i = 0; i < rows_; ++i) {
        const auto from = m.row(i);
        const auto to = row(i);
        for (std::size_t j = 0; j < cols_; ++j) to[j] = static_cast<float>(from[j]);
    }
}

FloatMatrix FloatMatrix::uninitialized(std::size_t rows, std::size_t cols) {
    FloatMatrix m;
    m.resize(rows, cols);
    return m;
}

void FloatMatrix::resize(std::size_t rows, std::size_t cols) {
    const std::size_t count = count_of(rows, cols);
    if (count > values_.capacity()) *this = {};  // so that nothing is copied
    values_.resize(count);
    rows_ = rows;
    cols_ = cols;
}

FloatMatrix::FloatMatrix(FloatMatrix&& other) noexcept
    : rows_(std::exchange(other.rows_, 0)),
      cols_(std::exchange(other.cols_, 0)),
      values_(std::move(other.values_)) {}

FloatMatrix& FloatMatrix::operator=(FloatMatrix&& other) noexcept {
    if (this == &other) return *this;
    rows_ = std::exchange(other.rows_, 0);
    cols_ = std::exchange(other.cols_, 0);
    values_ = std::exchange(other.values_, {});
    return *this;
}

std::span<float> FloatMatrix::row(std::size_t i) & {
    require_row(i);
    return std::span(values_).subspan(i * cols_, cols_);
}

std::span<const float> FloatMatrix::row(std::size_t i) const& {
    require_row(i);
    return std::span(values_).subspan(i * cols_, cols_);
}

FloatView FloatMatrix::columns(std::size_t first, std::size_t count) & {
    require_columns(first, count);
    return {rows_ == 0 ? nullptr : values_.data() + first, rows_, count, cols_};
}

ConstFloatView FloatMatrix::columns(std::size_t first, std::size_t count) const& {
    require_columns(first, count);
    return {rows_ == 0 ? nullptr : values_.data() + first, rows_, count, cols_};
}

void FloatMatrix::throw_no_entry(std::size_t i, std::size_t j) const {
    throw std::out_of_range("FloatMatrix: entry (" + std::to_string(i) + ", " +
                            std::to_string(j) + ") of a matrix of " +
                            shape_text(rows_, cols_) +
                            "; rows and columns are counted from 0");
}

void FloatMatrix::require_row(std::size_t i) const {
    if (i < rows_) return;
    throw std::out_of_range("FloatMatrix: row " + std::to_string(i) + " of a matrix of " +
                            shape_text(rows_, cols_) + "; rows are counted from 0");
}

void FloatMatrix::require_columns(std::size_t first, std::size_t count) const {
    if (first <= cols_ && count <= cols_ - first) return;
    throw std::out_of_range("FloatMatrix: " + std::to_string(count) +
                            " columns from column " + std::to_string(first) +
                            " of a matrix of " + shape_text(rows_, cols_) +
                            "; columns are counted from 0");
}

std::string shape_text(const FloatMatrix& m) {
    return shape_text(m.rows(), m.cols());
}

Matrix to_matrix(const FloatMatrix& m) {
    Matrix result(m.rows(), m.cols());
    for (std::size_t i = 0; i < m.rows(); ++i) {
        const auto from = m.row(i);
        const auto to = result.row(i);
        for (std::size_t j = 0; j < m.cols(); ++j) to[j] = static_cast<double>(from[j]);
    }
    return result;
}

}  // namespace attn::fast

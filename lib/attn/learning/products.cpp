#include "attn/learning/products.hpp"

#include <string>

#include "attn/shape_error.hpp"

namespace attn {
namespace {

void require_equal(const char* function, const Matrix& a, const Matrix& b, std::size_t one,
                   std::size_t other, const char* rule) {
    if (one == other) return;
    throw ShapeError(std::string(function) + ": a is " + shape_text(a) + ", b is " +
                     shape_text(b) + "; " + rule);
}

/// c += factor b, entry by entry.
void add_row(std::span<double> c, double factor, std::span<const double> b) {
    for (std::size_t j = 0; j < c.size(); ++j) c[j] += factor * b[j];
}

}  // namespace

Matrix matmul_by_rows(const Matrix& a, const Matrix& b) {
    require_equal("matmul_by_rows", a, b, a.cols(), b.rows(),
                  "a's columns must equal b's rows");
    Matrix c(a.rows(), b.cols());
    for (std::size_t i = 0; i < a.rows(); ++i) {
        for (std::size_t k = 0; k < a.cols(); ++k) add_row(c.row(i), a(i, k), b.row(k));
    }
    return c;
}

Matrix matmul_transpose_a_by_rows(const Matrix& a, const Matrix& b) {
    require_equal("matmul_transpose_a_by_rows", a, b, a.rows(), b.rows(),
                  "a and b must have equally many rows");
    Matrix c(a.cols(), b.cols());
    for (std::size_t k = 0; k < a.rows(); ++k) {
        for (std::size_t i = 0; i < a.cols(); ++i) add_row(c.row(i), a(k, i), b.row(k));
    }
    return c;
}

Matrix matmul_transpose_b_by_rows(const Matrix& a, const Matrix& b) {
    require_equal("matmul_transpose_b_by_rows", a, b, a.cols(), b.cols(),
                  "a and b must have equally many columns");
    return matmul_by_rows(a, transpose(b));
}

}  // namespace attn

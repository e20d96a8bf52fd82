#include "chapters/21_speed/plain_loops.hpp"

#include <span>
#include <string>

#include "attn/shape_error.hpp"

namespace attn::speed::ATTN_LOOPS {
namespace {

void require_fit(const std::string& function, const Matrix& a, const Matrix& b) {
    if (a.cols() == b.rows()) return;
    throw ShapeError(function + ": a is " + shape_text(a) + ", b is " + shape_text(b) +
                     "; a's columns must equal b's rows");
}

}  // namespace

Matrix matmul_three_loops(const Matrix& a, const Matrix& b) {
    require_fit("matmul_three_loops", a, b);
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

Matrix matmul_loop_order(const Matrix& a, const Matrix& b) {
    require_fit("matmul_loop_order", a, b);
    Matrix c(a.rows(), b.cols());
    for (std::size_t i = 0; i < a.rows(); ++i) {
        for (std::size_t k = 0; k < a.cols(); ++k) {
            for (std::size_t j = 0; j < b.cols(); ++j) {
                c(i, j) += a(i, k) * b(k, j);
            }
        }
    }
    return c;
}

Matrix matmul_unchecked(const Matrix& a, const Matrix& b) {
    require_fit("matmul_unchecked", a, b);
    Matrix c(a.rows(), b.cols());
    for (std::size_t i = 0; i < a.rows(); ++i) {
        const std::span<const double> a_row = a.row(i);
        const std::span<double> c_row = c.row(i);
        for (std::size_t k = 0; k < a.cols(); ++k) {
            const double factor = a_row[k];
            const std::span<const double> b_row = b.row(k);
            for (std::size_t j = 0; j < c_row.size(); ++j) c_row[j] += factor * b_row[j];
        }
    }
    return c;
}

}  // namespace attn::speed::ATTN_LOOPS

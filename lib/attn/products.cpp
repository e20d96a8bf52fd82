#include "attn/products.hpp"

#include <algorithm>
#include <span>
#include <string>
#include <vector>

#include "attn/shape_error.hpp"

namespace attn {
namespace {

void require_equal(const char* function, const Matrix& a, const Matrix& b, std::size_t one,
                   std::size_t other, const char* rule) {
    if (one == other) return;
    throw ShapeError(std::string(function) + ": a is " + shape_text(a) + ", b is " +
                     shape_text(b) + "; " + rule);
}

/// sums += factor b, entry by entry.
void add_row(std::span<double> sums, double factor, const double* b) {
    for (std::size_t j = 0; j < sums.size(); ++j) sums[j] += factor * b[j];
}

/// The same for four rows of b, which lie one after the other in memory. They are added in
/// their order, as four calls of add_row would, but sums is read and written once.
void add_four_rows(std::span<double> sums, double f0, double f1, double f2, double f3,
                   const double* b) {
    const std::size_t m = sums.size();
    for (std::size_t j = 0; j < m; ++j) {
        sums[j] = (((sums[j] + f0 * b[j]) + f1 * b[m + j]) + f2 * b[2 * m + j]) +
                  f3 * b[3 * m + j];
    }
}

}  // namespace

Matrix matmul_by_rows(const Matrix& a, const Matrix& b) {
    require_equal("matmul_by_rows", a, b, a.cols(), b.rows(),
                  "a's columns must equal b's rows");
    const std::size_t depth = a.cols(), m = b.cols();
    const double* const rows_of_b = b.values().data();
    Matrix c(a.rows(), m);
    for (std::size_t i = 0; i < a.rows(); ++i) {
        const std::span<const double> f = a.row(i);
        const std::span<double> sums = c.row(i);
        std::size_t k = 0;
        for (; k + 4 <= depth; k += 4) {
            add_four_rows(sums, f[k], f[k + 1], f[k + 2], f[k + 3], rows_of_b + k * m);
        }
        for (; k < depth; ++k) add_row(sums, f[k], rows_of_b + k * m);
    }
    return c;
}

void add_matmul_transpose_a(Matrix& sum, const Matrix& a, const Matrix& b) {
    require_equal("add_matmul_transpose_a", a, b, a.rows(), b.rows(),
                  "a and b must have equally many rows");
    const std::size_t depth = a.rows(), n = a.cols(), m = b.cols();
    if (sum.rows() != n || sum.cols() != m) {
        throw ShapeError("add_matmul_transpose_a: sum is " + shape_text(sum) + ", a^T b " +
                         std::to_string(n) + "x" + std::to_string(m) +
                         "; the shapes must be equal");
    }
    const double* const rows_of_b = b.values().data();
    std::vector<double> product(m);  // one row of a^T b: it stays near the processor
    for (std::size_t i = 0; i < n; ++i) {
        std::fill(product.begin(), product.end(), 0.0);
        const double* const f = a.values().data() + i;
        std::size_t k = 0;
        for (; k + 4 <= depth; k += 4) {
            add_four_rows(product, f[k * n], f[(k + 1) * n], f[(k + 2) * n], f[(k + 3) * n],
                          rows_of_b + k * m);
        }
        for (; k < depth; ++k) add_row(product, f[k * n], rows_of_b + k * m);
        const std::span<double> row = sum.row(i);
        for (std::size_t j = 0; j < m; ++j) row[j] += product[j];
    }
}

Matrix matmul_transpose_a_by_rows(const Matrix& a, const Matrix& b) {
    require_equal("matmul_transpose_a_by_rows", a, b, a.rows(), b.rows(),
                  "a and b must have equally many rows");
    Matrix c(a.cols(), b.cols());
    add_matmul_transpose_a(c, a, b);
    return c;
}

Matrix matmul_transpose_b_by_rows(const Matrix& a, const Matrix& b) {
    require_equal("matmul_transpose_b_by_rows", a, b, a.cols(), b.cols(),
                  "a and b must have equally many columns");
    return matmul_by_rows(a, transpose(b));
}

}  // namespace attn

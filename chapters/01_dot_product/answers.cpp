#include "chapters/01_dot_product/exercises.hpp"

#include <stdexcept>

#include "attn/shape_error.hpp"
#include "attn/vector.hpp"

namespace attn::exercises {

Matrix cosines(const Matrix& x) {
    Matrix directions = x;
    for (std::size_t i = 0; i < x.rows(); ++i) {
        const double length = norm(x.row(i));
        if (length == 0) throw std::domain_error("cosines: a row is all zeros");
        for (double& entry : directions.row(i)) entry /= length;
    }
    return matmul_transpose_b(directions, directions);
}

std::size_t most_similar(const Matrix& x, std::size_t i) {
    const auto row = x.row(i);
    if (x.rows() == 1) throw std::domain_error("most_similar: there is only one row");
    std::size_t best = i;
    double largest = -2;
    for (std::size_t j = 0; j < x.rows(); ++j) {
        if (j == i || cosine(row, x.row(j)) <= largest) continue;
        best = j;
        largest = cosine(row, x.row(j));
    }
    return best;
}

Matrix product(const Matrix& a, const Matrix& b) {
    if (a.cols() != b.rows()) {
        throw ShapeError("product: a is " + shape_text(a) + ", b is " + shape_text(b) +
                         "; a's columns must equal b's rows");
    }
    Matrix c(a.rows(), b.cols());
    for (std::size_t i = 0; i < a.rows(); ++i) {
        for (std::size_t j = 0; j < b.cols(); ++j) {
            for (std::size_t k = 0; k < b.rows(); ++k) c(i, j) += a(i, k) * b(k, j);
        }
    }
    return c;
}

}  // namespace attn::exercises

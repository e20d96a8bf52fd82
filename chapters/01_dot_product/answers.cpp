#include "chapters/01_dot_product/exercises.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

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

double distance_by_dots(std::span<const double> a, std::span<const double> b) {
    return std::sqrt(std::max(0.0, dot(a, a) - 2 * dot(a, b) + dot(b, b)));
}

}  // namespace attn::exercises

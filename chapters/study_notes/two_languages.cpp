#include "chapters/study_notes/two_languages.hpp"

#include "attn/shape_error.hpp"

namespace attn::notes {
namespace {

/// x w - y, entry by entry.
Matrix error_of(const Matrix& x, const Matrix& w, const Matrix& y) {
    Matrix error = matmul(x, w);
    if (error.rows() == 0 || error.rows() != y.rows() || error.cols() != y.cols()) {
        throw ShapeError("two languages: x w is " + shape_text(error) + ", y is " +
                         shape_text(y) + "; they must be equal, with at least one row");
    }
    for (std::size_t i = 0; i < y.rows(); ++i) {
        for (std::size_t j = 0; j < y.cols(); ++j) error(i, j) -= y(i, j);
    }
    return error;
}

}  // namespace

const std::vector<std::string> korean_words{"바다", "산", "하늘", "강"};
const std::vector<std::string> english_words{"sea", "mountain", "sky", "river"};
const Matrix korean_vectors{{2, 1}, {-0.5, 1.5}, {1, 2}, {1.5, 0}};
const Matrix english_vectors{{0.4, 2.2}, {-1.5, 0.5}, {-1, 2}, {0.9, 1.2}};
const Matrix true_turn{{0.6, 0.8}, {-0.8, 0.6}};

double map_loss(const Matrix& x, const Matrix& w, const Matrix& y) {
    const Matrix error = error_of(x, w, y);
    double sum = 0;
    for (std::size_t i = 0; i < error.rows(); ++i) {
        for (const double e : error.row(i)) sum += e * e;
    }
    return sum / static_cast<double>(x.rows());
}

Learning learn_map(const Matrix& x, const Matrix& y, const Matrix& start, std::size_t steps,
                   double learning_rate) {
    const auto n = static_cast<double>(x.rows());
    Learning learning{{start}, {map_loss(x, start, y)}};
    for (std::size_t step = 0; step < steps; ++step) {
        const Matrix& w = learning.w.back();
        const Matrix slope =
            2 / n * matmul(transpose(x), error_of(x, w, y));  // [d x d_out]
        learning.w.push_back(w - learning_rate * slope);
        learning.loss.push_back(map_loss(x, learning.w.back(), y));
    }
    return learning;
}

}  // namespace attn::notes

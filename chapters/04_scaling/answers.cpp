#include "chapters/04_scaling/exercises.hpp"

#include <cmath>
#include <vector>

#include "attn/softmax.hpp"
#include "attn/vector.hpp"

namespace attn::exercises {

Matrix attention(const Matrix& q, const Matrix& k, const Matrix& v) {
    const double root = std::sqrt(static_cast<double>(k.cols()));
    Matrix output(q.rows(), v.cols());
    for (std::size_t i = 0; i < q.rows(); ++i) {
        std::vector<double> weights;
        double sum = 0;
        for (std::size_t j = 0; j < k.rows(); ++j) {
            double score = 0;
            for (std::size_t e = 0; e < k.cols(); ++e) score += q(i, e) * k(j, e);
            weights.push_back(std::exp(score / root));
            sum += weights.back();
        }
        for (std::size_t j = 0; j < k.rows(); ++j) {
            for (std::size_t c = 0; c < v.cols(); ++c) {
                output(i, c) += weights[j] / sum * v(j, c);
            }
        }
    }
    return output;
}

Matrix cosine_attention(const Matrix& q, const Matrix& k, const Matrix& v) {
    Matrix scores(q.rows(), k.rows());
    for (std::size_t i = 0; i < q.rows(); ++i) {
        for (std::size_t j = 0; j < k.rows(); ++j) {
            scores(i, j) = cosine(q.row(i), k.row(j));
        }
    }
    return matmul(softmax_rows(scores), v);
}

Matrix scaled_queries(const Matrix& q) {
    return q / std::sqrt(static_cast<double>(q.cols()));
}

}  // namespace attn::exercises

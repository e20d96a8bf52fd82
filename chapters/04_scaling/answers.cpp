#include "chapters/04_scaling/exercises.hpp"

#include <algorithm>
#include <cmath>

#include "attn/softmax.hpp"
#include "attn/vector.hpp"

namespace attn::exercises {
namespace {

double mean_top_weight(const Matrix& scores, double divisor) {
    const Matrix weights = softmax_rows(scores * (1 / divisor));
    double sum = 0;
    for (std::size_t i = 0; i < weights.rows(); ++i) {
        sum += *std::max_element(weights.row(i).begin(), weights.row(i).end());
    }
    return sum / static_cast<double>(weights.rows());
}

}  // namespace

Matrix cosine_attention(const Matrix& q, const Matrix& k, const Matrix& v) {
    Matrix scores(q.rows(), k.rows());
    for (std::size_t i = 0; i < q.rows(); ++i) {
        for (std::size_t j = 0; j < k.rows(); ++j) {
            scores(i, j) = cosine(q.row(i), k.row(j));
        }
    }
    return matmul(softmax_rows(scores), v);
}

double divisor_for(const Matrix& scores, double wanted) {
    double low = 0.001, high = 1000;  // too sharp, too flat
    for (int step = 0; step < 60; ++step) {
        const double middle = (low + high) / 2;
        (mean_top_weight(scores, middle) > wanted ? low : high) = middle;
    }
    return (low + high) / 2;
}

double additive_score(std::span<const double> q, std::span<const double> k,
                      std::span<const double> w, const Matrix& a, const Matrix& b) {
    double score = 0;
    for (std::size_t unit = 0; unit < w.size(); ++unit) {
        double sum = 0;
        for (std::size_t e = 0; e < q.size(); ++e) {
            sum += q[e] * a(e, unit) + k[e] * b(e, unit);
        }
        score += w[unit] * std::tanh(sum);
    }
    return score;
}

}  // namespace attn::exercises

#include "chapters/05_overflow/exercises.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "attn/softmax.hpp"

namespace attn::exercises {

Matrix stable_attention(const Matrix& q, const Matrix& k, const Matrix& v) {
    const double root = std::sqrt(static_cast<double>(k.cols()));
    Matrix output(q.rows(), v.cols());
    for (std::size_t i = 0; i < q.rows(); ++i) {
        std::vector<double> weights;  // scores, until the largest is known
        for (std::size_t j = 0; j < k.rows(); ++j) {
            double score = 0;
            for (std::size_t e = 0; e < k.cols(); ++e) score += q(i, e) * k(j, e);
            weights.push_back(score / root);
        }
        const double largest = *std::max_element(weights.begin(), weights.end());
        double sum = 0;
        for (double& weight : weights) {
            weight = std::exp(weight - largest);
            sum += weight;
        }
        for (std::size_t j = 0; j < k.rows(); ++j) {
            for (std::size_t c = 0; c < v.cols(); ++c) {
                output(i, c) += weights[j] / sum * v(j, c);
            }
        }
    }
    return output;
}

std::vector<double> log_softmax(std::span<const double> scores) {
    const double log_of_sum = log_sum_exp(scores);
    std::vector<double> logarithms(scores.begin(), scores.end());
    for (double& logarithm : logarithms) logarithm -= log_of_sum;
    return logarithms;
}

RunningSum with_score(const RunningSum& so_far, double score) {
    if (std::isinf(score) && score < 0) return so_far;
    if (score <= so_far.largest) {
        return {so_far.largest, so_far.sum + std::exp(score - so_far.largest)};
    }
    return {score, so_far.sum * std::exp(so_far.largest - score) + 1};
}

}  // namespace attn::exercises

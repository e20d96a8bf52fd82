#include "attn/softmax.hpp"

#include <algorithm>
#include <cmath>

#include "attn/shape_error.hpp"

namespace attn {
namespace {

void require_scores(const char* function, std::span<const double> scores) {
    require(!scores.empty(), function, ": there are no scores; give at least one");
}

}  // namespace

std::vector<double> softmax_naive(std::span<const double> scores) {
    require_scores("softmax_naive", scores);
    std::vector<double> weights;
    double sum = 0.0;
    for (const double score : scores) {
        weights.push_back(std::exp(score));
        sum += weights.back();
    }
    for (double& weight : weights) weight /= sum;
    return weights;
}

std::vector<double> softmax(std::span<const double> scores) {
    require_scores("softmax", scores);
    const double largest = *std::max_element(scores.begin(), scores.end());
    std::vector<double> weights;
    weights.reserve(scores.size());
    double sum = 0.0;
    for (const double score : scores) {
        weights.push_back(std::exp(score - largest));  // at most e^0 = 1
        sum += weights.back();
    }
    for (double& weight : weights) weight /= sum;
    return weights;
}

Matrix softmax_rows(const Matrix& scores) {
    require(scores.cols() > 0, "softmax_rows: scores is ", scores,
            "; softmax of an empty row is undefined, give at least one column");
    Matrix weights(scores.rows(), scores.cols());
    for (std::size_t i = 0; i < scores.rows(); ++i) {
        const std::vector<double> row = softmax(scores.row(i));
        weights.set_row(i, row);
    }
    return weights;
}

double log_sum_exp(std::span<const double> scores) {
    require_scores("log_sum_exp", scores);
    const double largest = *std::max_element(scores.begin(), scores.end());
    const bool has_nan = std::any_of(scores.begin(), scores.end(),
                                     [](double score) { return std::isnan(score); });
    // Infinity minus infinity would be NaN; but a NaN among the scores has to remain one.
    if (std::isinf(largest) && !has_nan) return largest;
    double sum = 0.0;
    for (const double score : scores) sum += std::exp(score - largest);
    return largest + std::log(sum);
}

}  // namespace attn

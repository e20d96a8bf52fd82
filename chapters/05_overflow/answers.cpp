#include "chapters/05_overflow/exercises.hpp"

#include <cmath>

#include "attn/softmax.hpp"

namespace attn::exercises {

std::vector<double> log_softmax(std::span<const double> scores) {
    const double log_of_sum = log_sum_exp(scores);
    std::vector<double> logarithms(scores.begin(), scores.end());
    for (double& logarithm : logarithms) logarithm -= log_of_sum;
    return logarithms;
}

double sigmoid(double x) {
    if (x >= 0) return 1 / (1 + std::exp(-x));
    return std::exp(x) / (1 + std::exp(x));
}

RunningSum with_score(const RunningSum& so_far, double score) {
    if (std::isinf(score) && score < 0) return so_far;
    if (score <= so_far.largest) {
        return {so_far.largest, so_far.sum + std::exp(score - so_far.largest)};
    }
    return {score, so_far.sum * std::exp(so_far.largest - score) + 1};
}

}  // namespace attn::exercises

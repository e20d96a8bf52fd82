#include "chapters/02_softmax/exercises.hpp"

#include <cmath>
#include <stdexcept>
#include <string>

#include "attn/shape_error.hpp"
#include "attn/softmax.hpp"

namespace attn::exercises {

std::vector<double> softmax_at(std::span<const double> scores, double temperature) {
    if (!(temperature > 0)) {
        throw std::domain_error("softmax_at: temperature is " +
                                std::to_string(temperature) + "; it must be above 0");
    }
    std::vector<double> divided(scores.begin(), scores.end());
    for (double& score : divided) score /= temperature;
    return softmax_naive(divided);
}

bool are_weights(std::span<const double> weights) {
    double sum = 0;
    for (const double weight : weights) {
        if (!(weight >= 0)) return false;
        sum += weight;
    }
    return std::abs(sum - 1) <= 1e-12;
}

std::vector<double> weights_by_squares(std::span<const double> scores) {
    if (scores.empty()) throw ShapeError("weights_by_squares: there are no scores");
    double sum = 0;
    for (const double score : scores) sum += score * score;
    std::vector<double> weights;
    for (const double score : scores) weights.push_back(score * score / sum);
    return weights;
}

}  // namespace attn::exercises

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

bool are_shares(std::span<const double> shares) {
    double sum = 0;
    for (const double share : shares) {
        if (!(share >= 0)) return false;
        sum += share;
    }
    return std::abs(sum - 1) <= 1e-12;
}

std::vector<double> shares_by_squares(std::span<const double> scores) {
    if (scores.empty()) throw ShapeError("shares_by_squares: there are no scores");
    double sum = 0;
    for (const double score : scores) sum += score * score;
    std::vector<double> shares;
    for (const double score : scores) shares.push_back(score * score / sum);
    return shares;
}

}  // namespace attn::exercises

#include <stdexcept>

#include "attn/shape_error.hpp"
#include "chapters/14_learning/exercises.hpp"

namespace attn::exercises {

double measured_slope(const std::function<double(double)>& f, double x, double step) {
    if (!(step > 0)) {
        throw std::domain_error("measured_slope: the step must be positive");
    }
    return (f(x + step) - f(x - step)) / (2 * step);
}

std::vector<double> softmax_slopes(std::span<const double> weights,
                                   std::span<const double> d_weights) {
    if (weights.size() != d_weights.size()) {
        throw ShapeError("softmax_slopes: there must be one slope per weight");
    }
    double average = 0;
    for (std::size_t j = 0; j < weights.size(); ++j) average += weights[j] * d_weights[j];
    std::vector<double> d_scores;
    for (std::size_t j = 0; j < weights.size(); ++j) {
        d_scores.push_back(weights[j] * (d_weights[j] - average));
    }
    return d_scores;
}

void momentum_step(std::vector<double>& weights, std::vector<double>& velocity,
                   std::span<const double> slopes, double learning_rate, double keep) {
    if (weights.size() != velocity.size() || weights.size() != slopes.size()) {
        throw ShapeError(
            "momentum_step: weights, velocity and slopes must be equally long");
    }
    for (std::size_t i = 0; i < weights.size(); ++i) {
        velocity[i] = keep * velocity[i] + slopes[i];
        weights[i] -= learning_rate * velocity[i];
    }
}

}  // namespace attn::exercises

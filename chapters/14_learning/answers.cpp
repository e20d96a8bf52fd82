#include <cmath>
#include <stdexcept>

#include "attn/shape_error.hpp"
#include "chapters/14_learning/exercises.hpp"

namespace attn::exercises {

GraphSlopes graph_slopes(double a, double b, double c) {
    const double product = a * b, sum = product + b, off = sum - c;
    const double d_off = 2 * off;
    const double d_sum = d_off, d_c = -d_off;
    const double d_product = d_sum, d_lone_b = d_sum;
    return {d_product * b, d_product * a + d_lone_b, d_c};
}

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

double adam_step(double weight, double slope, double rate, AdamMemory& memory) {
    if (!(rate > 0)) throw std::domain_error("adam_step: the rate must be positive");
    ++memory.n_steps;
    memory.m = 0.9 * memory.m + (1 - 0.9) * slope;
    memory.v = 0.999 * memory.v + (1 - 0.999) * slope * slope;
    const double mean = memory.m / (1 - std::pow(0.9, memory.n_steps));
    const double square = memory.v / (1 - std::pow(0.999, memory.n_steps));
    return weight - rate * mean / (std::sqrt(square) + 1e-8);
}

}  // namespace attn::exercises

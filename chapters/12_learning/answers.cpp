#include <cmath>
#include <stdexcept>

#include "attn/shape_error.hpp"
#include "chapters/12_learning/exercises.hpp"

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

std::vector<double> rms_slopes(std::span<const double> x, std::span<const double> d_normed,
                               double epsilon) {
    if (x.size() != d_normed.size()) {
        throw ShapeError("rms_slopes: there must be one slope per number");
    }
    const auto d = static_cast<double>(x.size());
    double mean_square = 0;
    for (const double number : x) mean_square += number * number / d;
    const double root = std::sqrt(mean_square + epsilon);
    double along = 0;  // the mean of d_normed times n
    for (std::size_t j = 0; j < x.size(); ++j) along += d_normed[j] * x[j] / root / d;
    std::vector<double> d_x;
    for (std::size_t j = 0; j < x.size(); ++j) {
        d_x.push_back((d_normed[j] - x[j] / root * along) / root);
    }
    return d_x;
}

}  // namespace attn::exercises

#include <cmath>
#include <numbers>
#include <stdexcept>

#include "chapters/17_one_file/exercises.hpp"

namespace attn::exercises {

ThereAndBack gelu(double x, double dy) {
    const double below = (1 + std::erf(x / std::numbers::sqrt2)) / 2;
    const double density = std::exp(-x * x / 2) / std::sqrt(2 * std::numbers::pi);
    return {x * below, dy * (below + x * density)};
}

std::vector<double> dropout_factors(std::size_t n, double p,
                                    const std::function<double()>& draw) {
    if (!(p >= 0 && p < 1))
        throw std::domain_error("dropout_factors: p is outside [0, 1)");
    std::vector<double> factors;
    for (std::size_t i = 0; i < n; ++i) factors.push_back(draw() < p ? 0 : 1 / (1 - p));
    return factors;
}

LossAndGradient smoothed_cross_entropy(const std::vector<double>& p, std::size_t right,
                                       double epsilon) {
    if (right >= p.size())
        throw std::out_of_range("smoothed_cross_entropy: no such word");
    if (!(epsilon >= 0 && epsilon < 1))
        throw std::domain_error("smoothed_cross_entropy: epsilon is outside [0, 1)");
    LossAndGradient result;
    for (std::size_t i = 0; i < p.size(); ++i) {
        const double share = epsilon / static_cast<double>(p.size());
        const double target = share + (i == right ? 1 - epsilon : 0);
        result.loss -= target * std::log(p[i]);
        result.dp.push_back(-target / p[i]);
    }
    return result;
}

}  // namespace attn::exercises

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>

#include "attn/shape_error.hpp"
#include "chapters/15_each_part/exercises.hpp"

namespace attn::exercises {

double twins_loss(double p) {
    if (!(p > 0 && p < 1)) {
        throw std::domain_error("twins_loss: p must lie between 0 and 1");
    }
    return -(std::log(p) + std::log1p(-p)) / 2;
}

double exclusive_or_loss(double first, double second, double base) {
    // log(1 + exp(x)), with no exponential that can overflow.
    const auto cost = [](double x) {
        return std::max(x, 0.0) + std::log1p(std::exp(-std::abs(x)));
    };
    const double one_not = cost(-(base + first)) + cost(-(base + second));
    const double two_or_none = cost(base + first + second) + cost(base);
    return (one_not + two_or_none) / 4;
}

std::vector<std::size_t> seen_by(std::size_t head, std::size_t n_words,
                                 std::size_t n_heads) {
    if (n_heads == 0 || n_words % n_heads != 0) {
        throw ShapeError("seen_by: " + std::to_string(n_words) +
                         " words cannot be dealt out to " + std::to_string(n_heads) +
                         " heads in equal parts");
    }
    if (head >= n_heads) throw std::out_of_range("seen_by: there is no such head");
    const std::size_t n = n_words / n_heads;
    std::vector<std::size_t> words;
    for (std::size_t i = 0; i < n; ++i) words.push_back(head * n + i);
    return words;
}

}  // namespace attn::exercises

// No header of the library is included here: they refuse to be compiled with -ffast-math.
#include "chapters/21_speed/fast_math_probe.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace attn::ATTN_PROBE {

bool sees_nan(double x) {
    return std::isnan(x);
}

bool sees_infinity(double x) {
    return std::isinf(x);
}

double last_weight(const std::vector<double>& scores) {
    double largest = -std::numeric_limits<double>::infinity(), sum = 0;
    for (const double score : scores) {
        const double now = std::max(largest, score);
        const double subtracted = std::isinf(now) ? 0 : now;  // nothing open so far
        sum = std::exp(largest - subtracted) * sum + std::exp(score - subtracted);
        largest = now;
    }
    return std::exp(scores.back() - largest) / sum;
}

}  // namespace attn::ATTN_PROBE

// No header of the library is included here: they refuse to be compiled with -ffast-math.
#include "chapters/19_speed/fast_math_probe.hpp"

#include <cmath>
#include <limits>

namespace attn::ATTN_PROBE {

bool sees_nan(double x) {
    return std::isnan(x);
}

bool sees_infinity(double x) {
    return std::isinf(x);
}

double masked_weight(double score) {
    const double masked = -std::numeric_limits<double>::infinity();
    const double allowed_part = std::exp(score - score);
    const double masked_part = std::exp(masked - score);
    return masked_part / (allowed_part + masked_part);
}

double careful_sum(const std::vector<double>& numbers) {
    double sum = 0.0, rounded_away = 0.0;
    for (const double number : numbers) {
        const double term = number - rounded_away;
        const double next = sum + term;
        rounded_away = (next - sum) - term;  // 0, says algebra
        sum = next;
    }
    return sum;
}

}  // namespace attn::ATTN_PROBE

#include "attn/vector.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <stdexcept>
#include <string>

#include "attn/number_text.hpp"
#include "attn/shape_error.hpp"

namespace attn {

double dot(std::span<const double> a, std::span<const double> b) {
    require(a.size() == b.size(), "dot: a has ", a.size(), " numbers, b has ", b.size(),
            "; they must have equally many");
    double sum = 0.0;
    for (std::size_t i = 0; i < a.size(); ++i) {
        sum += a[i] * b[i];
    }
    return sum;
}

double norm(std::span<const double> a) {
    return std::sqrt(dot(a, a));
}

namespace {

constexpr double smallest_norm =
    1.5e-154;  // its square is the smallest with all its digits

void require_direction(const char* function, const char* name, double norm) {
    if (norm >= smallest_norm && std::isfinite(norm)) return;
    const std::string start = std::string(function) + ": the norm of " + name + " is ";
    if (norm > 0.0 && norm < smallest_norm) {
        throw std::domain_error(start +
                                "below 1.5e-154, where squares lose their digits; "
                                "multiply the vector by a large number first");
    }
    throw std::domain_error(start + number_text(norm, 0) +
                            "; a direction needs a norm that is finite and not 0");
}

}  // namespace

double cosine(std::span<const double> a, std::span<const double> b) {
    require(a.size() == b.size(), "cosine: a has ", a.size(), " numbers, b has ", b.size(),
            "; they must have equally many");
    const double product = dot(a, b);
    const double norm_a = norm(a);
    const double norm_b = norm(b);
    require_direction("cosine", "a", norm_a);
    require_direction("cosine", "b", norm_b);
    // Rounding can carry the quotient a hair past 1, where acos would give NaN.
    return std::clamp(product / norm_a / norm_b, -1.0, 1.0);
}

double angle(std::span<const double> a, std::span<const double> b) {
    require(a.size() == b.size(), "angle: a has ", a.size(), " numbers, b has ", b.size(),
            "; they must have equally many");
    const double norm_a = norm(a);
    const double norm_b = norm(b);
    require_direction("angle", "a", norm_a);
    require_direction("angle", "b", norm_b);
    // The arccosine of cosine(a, b) is right to 1e-8 near 0 and pi.
    double difference = 0.0;
    double sum = 0.0;
    for (std::size_t i = 0; i < a.size(); ++i) {
        const double u = a[i] / norm_a;
        const double v = b[i] / norm_b;
        difference += (u - v) * (u - v);
        sum += (u + v) * (u + v);
    }
    return 2.0 * std::atan2(std::sqrt(difference), std::sqrt(sum));
}

}  // namespace attn

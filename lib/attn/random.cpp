#include "attn/random.hpp"

#include <cmath>
#include <numbers>
#include <stdexcept>

#include "attn/number_text.hpp"

namespace attn {

double Random::uniform() {
    // The upper 53 bits: as many as a double has.
    return static_cast<double>(engine_() >> 11) * 0x1p-53;
}

double Random::uniform(double low, double high) {
    if (!(low <= high) || !std::isfinite(high - low)) {
        throw std::domain_error("Random::uniform: low is " + exact_text(low) +
                                ", high is " + exact_text(high) +
                                "; they must be finite, not too far apart, and low at "
                                "most high");
    }
    return low + (high - low) * uniform();
}

double Random::normal() {
    if (has_sine_half_) {
        has_sine_half_ = false;
        return sine_half_;
    }
    const double u = 1.0 - uniform();  // never 0, whose logarithm is -infinity
    const double turn = uniform();
    const double radius = std::sqrt(-2.0 * std::log(u));
    const double angle = 2.0 * std::numbers::pi * turn;
    sine_half_ = radius * std::sin(angle);
    has_sine_half_ = true;
    return radius * std::cos(angle);
}

Matrix random_normal_matrix(std::size_t rows, std::size_t cols, Random& generator) {
    Matrix m(rows, cols);
    for (double& entry : m.values()) entry = generator.normal();
    return m;
}

}  // namespace attn

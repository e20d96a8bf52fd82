#include "chapters/20_bug_gallery/exercises.hpp"

#include <algorithm>
#include <cmath>

#include "attn/mask_conventions.hpp"
#include "attn/random.hpp"

namespace attn::exercises {

Counterexample own_property(const Parts& parts) {
    Random generator(12);
    const Matrix q = random_normal_matrix(3, 2, generator);
    const Matrix k = random_normal_matrix(5, 2, generator);
    const Matrix v = random_normal_matrix(5, 7, generator);
    Matrix moved = v;
    for (std::size_t j = 0; j < 5; ++j) {
        for (std::size_t c = 0; c < 7; ++c) moved(j, c) += 1.0 + static_cast<double>(c);
    }
    const AttentionMask open = length_mask(3, 5, 5);
    const Matrix before = parts.attention(q, k, v, open).output;
    const Matrix after = parts.attention(q, k, moved, open).output;
    for (std::size_t i = 0; i < 3; ++i) {
        for (std::size_t c = 0; c < 7; ++c) {
            const double wanted = before(i, c) + 1.0 + static_cast<double>(c);
            if (!(std::abs(after(i, c) - wanted) <= 1e-9)) {
                return counterexample::at("with the values moved, output", i, c) + " is " +
                       counterexample::number(after(i, c)) + ", and should be " +
                       counterexample::number(wanted);
            }
        }
    }
    return std::nullopt;
}

double fill_for(double least, double most, std::size_t n_key, double leak) {
    // leak = e^(most + fill) / (e^(most + fill) + (n_key - 1) e^least)
    const double others = static_cast<double>(n_key - 1);
    return least - most + std::log(others * leak / (1 - leak));
}

AttentionMask mask_seen_from_outside(
    const std::function<Matrix(const Matrix& x)>& attention, const Matrix& x) {
    const Matrix before = attention(x);
    Matrix allowed(x.rows(), x.rows());
    for (std::size_t j = 0; j < x.rows(); ++j) {
        Matrix other = x;
        for (double& entry : other.row(j)) entry += 1;
        const Matrix after = attention(other);
        for (std::size_t i = 0; i < x.rows(); ++i) {
            const bool notices = !std::ranges::equal(before.row(i), after.row(i));
            allowed(i, j) = notices ? 1 : 0;
        }
    }
    return mask_from_allowed(allowed);
}

}  // namespace attn::exercises

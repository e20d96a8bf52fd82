#include "attn/rotary.hpp"

#include <cmath>

#include "attn/positional_encoding.hpp"
#include "attn/shape_error.hpp"

namespace attn {
namespace {

/// The arrow (a, b), turned by an angle.
void turn(double& a, double& b, double angle) {
    const double c = std::cos(angle), s = std::sin(angle);
    const double before = a;
    a = before * c - b * s;
    b = before * s + b * c;
}

}  // namespace

Matrix turned(const Matrix& x, std::size_t first_position, double base,
              RotaryLayout layout) {
    const std::size_t d_k = x.cols();
    const bool is_halves = layout == RotaryLayout::halves;
    require(d_k > 0 && d_k % 2 == 0, "turned: x is ", x,
            "; two columns turn together, so their number must be even and at least 2");
    Matrix y = x;
    for (std::size_t i = 0; i < x.rows(); ++i) {
        for (std::size_t pair = 0; pair < d_k / 2; ++pair) {
            const std::size_t a = is_halves ? pair : 2 * pair;
            const std::size_t b = is_halves ? pair + d_k / 2 : 2 * pair + 1;
            turn(y(i, a), y(i, b), position_angle(first_position + i, pair, d_k, base));
        }
    }
    return y;
}

}  // namespace attn

#include "chapters/09_positional_encoding/exercises.hpp"

#include <cmath>

#include "attn/positional_encoding.hpp"

namespace attn::exercises {

Matrix positions_from(std::size_t first, std::size_t n, std::size_t d_model) {
    Matrix table(n, d_model);
    for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t pair = 0; pair < d_model / 2; ++pair) {
            const double angle = position_angle(first + i, pair, d_model);
            table(i, 2 * pair) = std::sin(angle);
            table(i, 2 * pair + 1) = std::cos(angle);
        }
    }
    return table;
}

double closeness(std::size_t distance, std::size_t d_model) {
    double sum = 0;
    for (std::size_t pair = 0; pair < d_model / 2; ++pair)
        sum += std::cos(position_angle(distance, pair, d_model));
    return sum;
}

Matrix turn_rows(const Matrix& x) {
    Matrix turned(x.rows(), x.cols());
    for (std::size_t p = 0; p < x.rows(); ++p) {
        for (std::size_t pair = 0; pair < x.cols() / 2; ++pair) {
            const double t = position_angle(p, pair, x.cols());
            const double a = x(p, 2 * pair), b = x(p, 2 * pair + 1);
            turned(p, 2 * pair) = a * std::cos(t) - b * std::sin(t);
            turned(p, 2 * pair + 1) = a * std::sin(t) + b * std::cos(t);
        }
    }
    return turned;
}

}  // namespace attn::exercises

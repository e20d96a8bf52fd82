#include "chapters/09_positional_encoding/09_positional_encoding.hpp"

#include <bit>
#include <cmath>
#include <numbers>

namespace attn::chapters::ch09 {

Matrix binary_digits(std::size_t n_places) {
    Matrix marks(n_places, static_cast<std::size_t>(std::bit_width(n_places - 1)));
    for (std::size_t p = 0; p < n_places; ++p) {
        for (std::size_t i = 0; i < marks.cols(); ++i) marks(p, i) = p >> i & 1 ? 1 : 0;
    }
    return marks;
}

Matrix rounded_digits(std::size_t n_places) {
    Matrix marks = binary_digits(n_places);
    for (std::size_t p = 0; p < n_places; ++p) {
        for (std::size_t i = 0; i < marks.cols(); ++i) {
            const double turn = std::pow(2.0, static_cast<double>(i + 1));  // in places
            const double angle =
                2 * std::numbers::pi * (static_cast<double>(p) + 0.5) / turn;
            marks(p, i) = (1 - std::sin(angle)) / 2;
        }
    }
    return marks;
}

}  // namespace attn::chapters::ch09

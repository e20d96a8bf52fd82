#include "chapters/mistakes/positions.hpp"

#include <cmath>

#include "attn/positional_encoding.hpp"

namespace attn::mistakes {

Matrix exponent_doubled(std::size_t n_positions, std::size_t d_model) {
    Matrix encoding(n_positions, d_model);
    for (std::size_t position = 0; position < n_positions; ++position) {
        for (std::size_t i = 0; i < d_model; i += 2) {  // i is the column, not the pair
            const double exponent =
                2.0 * static_cast<double>(i) / static_cast<double>(d_model);
            const double angle =
                static_cast<double>(position) / std::pow(10000.0, exponent);
            encoding(position, i) = std::sin(angle);
            encoding(position, i + 1) = std::cos(angle);
        }
    }
    return encoding;
}

Matrix halves_for_interleaved(std::size_t n_positions, std::size_t d_model) {
    return positional_encoding_in_halves(n_positions, d_model);
}

}  // namespace attn::mistakes

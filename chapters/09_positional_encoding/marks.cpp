#include "chapters/09_positional_encoding/09_positional_encoding.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <numbers>

#include "attn/vector.hpp"
#include "chapters/printing/rows.hpp"
#include "support/text/print.hpp"

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

Distances distances_of(const Matrix& marks) {
    const double infinity = std::numeric_limits<double>::infinity();
    Distances found{.shortest_step = infinity, .closest = infinity};
    for (std::size_t p = 0; p < marks.rows(); ++p) {
        for (std::size_t q = 0; q < p; ++q) {
            const Matrix difference = row_of(marks, p) - row_of(marks, q);
            const double apart = norm(difference.row(0));
            if (q + 1 < p) {
                if (apart < found.closest - 1e-9)  // of equally close ones the nearest
                    found.closest = apart, found.between = p - q;
                continue;
            }
            found.shortest_step = std::min(found.shortest_step, apart);
            found.longest_step = std::max(found.longest_step, apart);
        }
    }
    return found;
}

Labels tried(const std::string& name, const Matrix& marks) {
    const Distances found = distances_of(marks);
    Labels line{name, std::to_string(marks.cols())};
    for (const double apart : {found.shortest_step, found.longest_step, found.closest})
        line.push_back(number_text(apart, 2));
    line.push_back(std::to_string(found.between));
    return line;
}

}  // namespace attn::chapters::ch09

#include "chapters/study_notes/positional_encoding_by_exp.hpp"

#include <cmath>
#include <string>

#include "attn/shape_error.hpp"

namespace attn::notes {

Matrix positional_encoding_by_exp(std::size_t n_positions, std::size_t d_model) {
    if (d_model == 0 || d_model % 2 != 0) {
        throw ShapeError("positional_encoding_by_exp: d_model is " +
                         std::to_string(d_model) +
                         "; a sine and its cosine fill two columns");
    }
    Matrix table(n_positions, d_model);
    for (std::size_t column = 0; column < d_model; column += 2) {  // arange(0, d_model, 2)
        const double frequency = std::exp(-std::log(10000.0) * static_cast<double>(column) /
                                          static_cast<double>(d_model));
        for (std::size_t position = 0; position < n_positions; ++position) {
            const double angle = static_cast<double>(position) * frequency;
            table(position, column) = std::sin(angle);
            table(position, column + 1) = std::cos(angle);
        }
    }
    return table;
}

}  // namespace attn::notes

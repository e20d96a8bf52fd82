#include "attn/dropout.hpp"

#include <stdexcept>

#include "attn/number_text.hpp"

namespace attn {

Matrix dropout(const Matrix& x, double p, Mode mode, Random& generator) {
    if (!(p >= 0 && p < 1)) {
        throw std::domain_error("dropout: p is " + exact_text(p) +
                                "; it must be at least 0 and less than 1");
    }
    if (mode == Mode::evaluation) return x;
    Matrix y = x;
    for (std::size_t i = 0; i < y.rows(); ++i) {
        for (double& entry : y.row(i)) {
            const bool stays = generator.uniform() >= p;
            entry = stays ? entry / (1.0 - p) : 0.0;
        }
    }
    return y;
}

}  // namespace attn

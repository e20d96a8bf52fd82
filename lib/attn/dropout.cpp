#include "attn/dropout.hpp"

#include <stdexcept>

#include "attn/number_text.hpp"
#include "attn/shape_error.hpp"

namespace attn {

Matrix dropout(const Matrix& x, double p, Mode mode, Random& generator) {
    require<std::domain_error>(p >= 0 && p < 1, "dropout: p is ", exact_text(p),
                               "; it must be at least 0 and less than 1");
    if (mode == Mode::evaluation) return x;
    Matrix y = x;
    for (double& entry : y.values()) {
        const bool stays = generator.uniform() >= p;
        entry = stays ? entry / (1.0 - p) : 0.0;
    }
    return y;
}

}  // namespace attn

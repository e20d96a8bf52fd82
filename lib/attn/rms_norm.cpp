#include "attn/rms_norm.hpp"

#include <cmath>
#include <stdexcept>

#include "attn/number_text.hpp"
#include "attn/shape_error.hpp"
#include "attn/vector.hpp"

namespace attn {

Matrix RmsNorm::forward(const Matrix& x) const {
    return trace(x).output;
}

RmsNormTrace RmsNorm::trace(const Matrix& x) const {
    const std::size_t d = x.cols();
    require(d > 0 && (gamma.empty() || gamma.size() == d), "RmsNorm: x is ", x,
            ", gamma has ", gamma.size(),
            "; x needs at least one column, gamma a number for each (or none at all)");
    require<std::domain_error>(epsilon >= 0 && !std::isinf(epsilon), "RmsNorm: epsilon is ",
                               exact_text(epsilon), "; it must be finite and at least 0");
    RmsNormTrace t{{}, x, {}};
    for (std::size_t i = 0; i < x.rows(); ++i) {
        t.mean_square.push_back(dot(x.row(i), x.row(i)) / static_cast<double>(d));
        const double root = std::sqrt(t.mean_square[i] + epsilon);
        for (double& entry : t.normalized.row(i)) entry /= root;
    }
    t.output = t.normalized;
    for (std::size_t i = 0; i < x.rows(); ++i) {
        for (std::size_t j = 0; j < gamma.size(); ++j) t.output(i, j) *= gamma[j];
    }
    return t;
}

}  // namespace attn

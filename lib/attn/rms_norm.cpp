#include "attn/rms_norm.hpp"

#include <cmath>
#include <stdexcept>

#include "attn/number_text.hpp"
#include "attn/shape_error.hpp"
#include "attn/vector.hpp"

namespace attn {
namespace {

/// The row by the root of the mean of its squares.
void divide_by_root(std::span<double> row, double epsilon) {
    const double mean_square = dot(row, row) / static_cast<double>(row.size());
    const double root = std::sqrt(mean_square + epsilon);
    for (double& entry : row) entry /= root;
}

}  // namespace

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
    RmsNormTrace t{x, {}};
    for (std::size_t i = 0; i < x.rows(); ++i) divide_by_root(t.normalized.row(i), epsilon);
    t.output = t.normalized;
    for (std::size_t i = 0; i < x.rows(); ++i) {
        for (std::size_t j = 0; j < gamma.size(); ++j) t.output(i, j) *= gamma[j];
    }
    return t;
}

}  // namespace attn

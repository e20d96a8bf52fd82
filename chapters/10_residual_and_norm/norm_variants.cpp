#include "chapters/10_residual_and_norm/norm_variants.hpp"

#include <cmath>

#include "attn/layer_norm.hpp"
#include "chapters/printing/rows.hpp"

namespace attn::chapters::ch10 {

std::vector<double> normed_by(const NormVariant& variant, std::span<const double> row,
                              double epsilon) {
    const LayerNormTrace right = LayerNorm{.epsilon = epsilon}.trace(one_row(row));
    const auto d = static_cast<double>(row.size());
    const double variance = right.variance[0] * (variant.by_one_less ? d / (d - 1) : 1);
    const double divisor = variant.epsilon_beside ? std::sqrt(variance) + epsilon
                                                  : std::sqrt(variance + epsilon);
    std::vector<double> normed;
    for (const double entry : row) normed.push_back((entry - right.mean[0]) / divisor);
    return normed;
}

}  // namespace attn::chapters::ch10

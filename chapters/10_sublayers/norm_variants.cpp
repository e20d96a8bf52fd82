#include "chapters/10_sublayers/10_sublayers.hpp"

#include <cmath>

#include "attn/layer_norm.hpp"
#include "attn/vector.hpp"
#include "chapters/printing/rows.hpp"

namespace attn::chapters::ch10 {

double divisor_of(const NormVariant& variant, double variance, std::size_t d,
                  double epsilon) {
    const double count = static_cast<double>(d);
    const double used = variant.by_one_less ? variance * count / (count - 1) : variance;
    return variant.epsilon_beside ? std::sqrt(used) + epsilon : std::sqrt(used + epsilon);
}

std::vector<double> normed_by(const NormVariant& variant, std::span<const double> row,
                              double epsilon) {
    const LayerNormTrace right = LayerNorm{.epsilon = epsilon}.trace(one_row(row));
    const double divisor = divisor_of(variant, right.variance[0], row.size(), epsilon);
    std::vector<double> normed;
    for (const double entry : row) normed.push_back((entry - right.mean[0]) / divisor);
    return normed;
}

double size_of(std::span<const double> numbers) {
    return std::sqrt(dot(numbers, numbers) / static_cast<double>(numbers.size()));
}

double size_of(const Matrix& m) {
    return size_of(m.values());
}

}  // namespace attn::chapters::ch10

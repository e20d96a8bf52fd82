#include "chapters/10_sublayers/10_sublayers.hpp"

#include <algorithm>
#include <cmath>

#include "attn/layer_norm.hpp"
#include "attn/matrix.hpp"

namespace attn::chapters::ch10 {
namespace {

LayerNormTrace normed_in_double(const std::vector<double>& row, double epsilon) {
    Matrix x(1, row.size());
    x.set_row(0, row);
    return LayerNorm{.epsilon = epsilon}.trace(x);
}

float mean_of(std::span<const float> row) {
    float sum = 0;
    for (const float entry : row) sum += entry;
    return sum / static_cast<float>(row.size());
}

Float32Norm normed_with(std::span<const float> row, float mean, float variance,
                        float epsilon) {
    Float32Norm norm{mean, variance, {}};
    const float root = std::sqrt(variance + epsilon);
    for (const float entry : row) norm.normed.push_back((entry - mean) / root);
    return norm;
}

}  // namespace

double divisor_of(const NormVariant& variant, double variance, std::size_t d,
                  double epsilon) {
    const double count = static_cast<double>(d);
    const double used = variant.by_one_less ? variance * count / (count - 1) : variance;
    return variant.epsilon_beside ? std::sqrt(used) + epsilon : std::sqrt(used + epsilon);
}

std::vector<double> normed_by(const NormVariant& variant, std::span<const double> row,
                              double epsilon) {
    const LayerNormTrace right = normed_in_double({row.begin(), row.end()}, epsilon);
    const double divisor = divisor_of(variant, right.variance[0], row.size(), epsilon);
    std::vector<double> normed;
    for (const double entry : row) normed.push_back((entry - right.mean[0]) / divisor);
    return normed;
}

double root_mean_square(std::span<const double> numbers) {
    double squares = 0;
    for (const double number : numbers) squares += number * number;
    return std::sqrt(squares / static_cast<double>(numbers.size()));
}

Float32Norm float32_two_passes(std::span<const float> row, float epsilon) {
    const float mean = mean_of(row);
    float squares = 0;
    for (const float entry : row) squares += (entry - mean) * (entry - mean);
    return normed_with(row, mean, squares / static_cast<float>(row.size()), epsilon);
}

Float32Norm float32_short_cut(std::span<const float> row, float epsilon) {
    const float mean = mean_of(row);
    float squares = 0;
    for (const float entry : row) squares += entry * entry;
    const float variance = squares / static_cast<float>(row.size()) - mean * mean;
    return normed_with(row, mean, variance, epsilon);
}

std::vector<float> moved_to_float32(std::span<const double> row, double shift) {
    std::vector<float> moved;
    for (const double entry : row) moved.push_back(static_cast<float>(entry + shift));
    return moved;
}

double worst_distance(std::span<const float> row, const Float32Norm& norm, double epsilon) {
    const Matrix right = normed_in_double({row.begin(), row.end()}, epsilon).output;
    double worst = 0;
    for (std::size_t j = 0; j < row.size(); ++j) {
        const double distance = std::abs(static_cast<double>(norm.normed[j]) - right(0, j));
        if (std::isnan(distance)) return distance;
        worst = std::max(worst, distance);
    }
    return worst;
}

}  // namespace attn::chapters::ch10

#include "attn/layer_norm.hpp"

#include <cmath>
#include <span>
#include <stdexcept>
#include <string>

#include "attn/number_text.hpp"
#include "attn/shape_error.hpp"

namespace attn {
namespace {

void require_fit(const LayerNorm& norm, const Matrix& x) {
    const std::size_t d = x.cols();
    const bool gamma_fits = norm.gamma.empty() || norm.gamma.size() == d;
    const bool beta_fits = norm.beta.empty() || norm.beta.size() == d;
    require(
        d > 0 && gamma_fits && beta_fits, "LayerNorm: x is ", x, ", gamma has ",
        norm.gamma.size(), ", beta has ", norm.beta.size(),
        "; x needs at least one column, gamma and beta a number for each (or none at all)");
    require<std::domain_error>(norm.epsilon >= 0 && !std::isinf(norm.epsilon),
                               "LayerNorm: epsilon is ", exact_text(norm.epsilon),
                               "; it must be finite and at least 0");
}

/// The mean is rounded twice, in the sum and in the quotient. What is left, the mean distance
/// from it, is small and nearly exact: with it, equal numbers have exactly their own mean.
double mean_of_row(std::span<const double> row) {
    const double d = static_cast<double>(row.size());
    double sum = 0.0;
    for (const double entry : row) sum += entry;
    const double mean = sum / d;
    double left = 0.0;
    for (const double entry : row) left += entry - mean;
    return mean + left / d;
}

double variance_of(std::span<const double> row, double mean) {
    double sum = 0.0;
    for (const double entry : row) sum += (entry - mean) * (entry - mean);
    return sum / static_cast<double>(row.size());
}

/// row = row gamma + beta, column by column.
void scale_and_shift(const LayerNorm& norm, std::span<double> row) {
    for (std::size_t j = 0; j < norm.gamma.size(); ++j) row[j] *= norm.gamma[j];
    for (std::size_t j = 0; j < norm.beta.size(); ++j) row[j] += norm.beta[j];
}

}  // namespace

Matrix LayerNorm::forward(const Matrix& x) const {
    require_fit(*this, x);
    Matrix y = x;
    for (std::size_t i = 0; i < y.rows(); ++i) {
        const double mean = mean_of_row(x.row(i));
        const double deviation = std::sqrt(variance_of(x.row(i), mean) + epsilon);
        for (double& entry : y.row(i)) entry = (entry - mean) / deviation;
        scale_and_shift(*this, y.row(i));
    }
    return y;
}

LayerNormTrace LayerNorm::trace(const Matrix& x) const {
    require_fit(*this, x);
    LayerNormTrace t;
    t.mean.reserve(x.rows());
    t.variance.reserve(x.rows());
    t.normalized = x;
    for (std::size_t i = 0; i < x.rows(); ++i) {
        t.mean.push_back(mean_of_row(x.row(i)));
        t.variance.push_back(variance_of(x.row(i), t.mean[i]));
        const double deviation = std::sqrt(t.variance[i] + epsilon);
        for (double& entry : t.normalized.row(i)) entry = (entry - t.mean[i]) / deviation;
    }
    t.output = t.normalized;
    for (std::size_t i = 0; i < x.rows(); ++i) scale_and_shift(*this, t.output.row(i));
    return t;
}

LayerNorm untrained_layer_norm(std::size_t d_model, double epsilon) {
    return {std::vector<double>(d_model, 1.0), std::vector<double>(d_model, 0.0), epsilon};
}

}  // namespace attn

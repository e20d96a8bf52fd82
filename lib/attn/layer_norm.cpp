#include "attn/layer_norm.hpp"

#include <cmath>
#include <span>
#include <sstream>
#include <stdexcept>
#include <string>

#include "attn/shape_error.hpp"

namespace attn {
namespace {

void require_fit(const LayerNorm& norm, const Matrix& x) {
    const std::size_t d = x.cols();
    const bool gamma_fits = norm.gamma.empty() || norm.gamma.size() == d;
    const bool beta_fits = norm.beta.empty() || norm.beta.size() == d;
    if (d == 0 || !gamma_fits || !beta_fits) {
        throw ShapeError("LayerNorm: x is " + shape_text(x) + ", gamma has " +
                         std::to_string(norm.gamma.size()) + ", beta has " +
                         std::to_string(norm.beta.size()) +
                         "; x needs at least one column, gamma and beta a number for each "
                         "(or none at all)");
    }
    if (!(norm.epsilon >= 0) || std::isinf(norm.epsilon)) {
        std::ostringstream text;
        text << "LayerNorm: epsilon is " << norm.epsilon
             << "; it must be finite and at least 0";
        throw std::domain_error(text.str());
    }
}

double mean_of(std::span<const double> row) {
    double sum = 0.0;
    for (const double entry : row) sum += entry;
    return sum / static_cast<double>(row.size());
}

double variance_of(std::span<const double> row, double mean) {
    double sum = 0.0;
    for (const double entry : row) sum += (entry - mean) * (entry - mean);
    return sum / static_cast<double>(row.size());
}

/// What forward and trace both do; forward has nothing kept.
Matrix run(const LayerNorm& norm, const Matrix& x, LayerNormTrace* kept) {
    require_fit(norm, x);
    if (kept != nullptr) kept->normalized = Matrix(x.rows(), x.cols());
    Matrix y(x.rows(), x.cols());
    for (std::size_t i = 0; i < x.rows(); ++i) {
        const double mean = mean_of(x.row(i));
        const double variance = variance_of(x.row(i), mean);
        const double spread = std::sqrt(variance + norm.epsilon);
        for (std::size_t j = 0; j < x.cols(); ++j) {
            const double normalized = (x(i, j) - mean) / spread;
            y(i, j) = normalized * (norm.gamma.empty() ? 1.0 : norm.gamma[j]) +
                      (norm.beta.empty() ? 0.0 : norm.beta[j]);
            if (kept != nullptr) kept->normalized(i, j) = normalized;
        }
        if (kept != nullptr) {
            kept->mean.push_back(mean);
            kept->variance.push_back(variance);
        }
    }
    return y;
}

}  // namespace

Matrix LayerNorm::forward(const Matrix& x) const {
    return run(*this, x, nullptr);
}

LayerNormTrace LayerNorm::trace(const Matrix& x) const {
    LayerNormTrace trace;
    trace.output = run(*this, x, &trace);
    return trace;
}

std::size_t LayerNorm::parameter_count() const noexcept {
    return gamma.size() + beta.size();
}

LayerNorm untrained_layer_norm(std::size_t d_model, double epsilon) {
    return {std::vector<double>(d_model, 1.0), std::vector<double>(d_model, 0.0), epsilon};
}

}  // namespace attn

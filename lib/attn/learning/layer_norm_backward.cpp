#include "attn/learning/layer_norm_backward.hpp"

#include <cmath>
#include <span>
#include <vector>

#include "attn/learning/slope_shapes.hpp"
#include "attn/vector.hpp"

namespace attn {
namespace {

const char* const name = "backward of LayerNorm";

double mean_of(std::span<const double> row) {
    double sum = 0.0;
    for (const double entry : row) sum += entry;
    return sum / static_cast<double>(row.size());
}

void require_fit(const LayerNorm& layer, const LayerNormTrace& trace,
                 const Matrix& d_output, const LayerNorm& gradient) {
    const Matrix& n = trace.normalized;
    require_slope_of_output(name, d_output, n.rows(), n.cols());
    require_trace_of(name, "variances", trace.variance.size(), n.rows());
    require_gradient_of(name, "gamma", layer.gamma, gradient.gamma);
    require_gradient_of(name, "beta", layer.beta, gradient.beta);
    if (!layer.gamma.empty())
        require_trace_of(name, "columns", n.cols(), layer.gamma.size());
    if (!layer.beta.empty()) require_trace_of(name, "columns", n.cols(), layer.beta.size());
}

/// d_y times gamma: the slope in a row of n.
std::vector<double> times_gamma(std::span<const double> d_y, const LayerNorm& layer) {
    std::vector<double> g(d_y.begin(), d_y.end());
    for (std::size_t j = 0; j < layer.gamma.size(); ++j) g[j] *= layer.gamma[j];
    return g;
}

/// What one row adds to the slopes in gamma and beta.
void add_row(LayerNorm& gradient, std::span<const double> d_y, std::span<const double> n) {
    for (std::size_t j = 0; j < gradient.gamma.size(); ++j) {
        gradient.gamma[j] += d_y[j] * n[j];
    }
    for (std::size_t j = 0; j < gradient.beta.size(); ++j) gradient.beta[j] += d_y[j];
}

}  // namespace

Matrix backward(const LayerNorm& layer, const LayerNormTrace& trace, const Matrix& d_output,
                LayerNorm& gradient) {
    require_fit(layer, trace, d_output, gradient);
    Matrix d_x(d_output.rows(), d_output.cols());
    for (std::size_t i = 0; i < d_x.rows(); ++i) {
        const auto n = trace.normalized.row(i);
        const std::vector<double> g = times_gamma(d_output.row(i), layer);
        const double mean_g = mean_of(g);
        const double mean_gn = dot(g, n) / static_cast<double>(n.size());
        const double sigma = std::sqrt(trace.variance[i] + layer.epsilon);
        const auto row = d_x.row(i);
        for (std::size_t j = 0; j < n.size(); ++j) {
            row[j] = (g[j] - mean_g - n[j] * mean_gn) / sigma;
        }
        add_row(gradient, d_output.row(i), n);
    }
    return d_x;
}

}  // namespace attn

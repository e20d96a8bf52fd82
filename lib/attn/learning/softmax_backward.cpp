#include "attn/learning/softmax_backward.hpp"

#include <algorithm>

#include "attn/learning/slope_shapes.hpp"
#include "attn/vector.hpp"

namespace attn {

std::vector<double> softmax_backward(std::span<const double> weights,
                                     std::span<const double> d_weights) {
    const double average = dot(weights, d_weights);
    std::vector<double> d_scores;
    for (std::size_t j = 0; j < weights.size(); ++j) {
        d_scores.push_back(weights[j] * (d_weights[j] - average));
    }
    return d_scores;
}

Matrix softmax_rows_backward(const Matrix& weights, const Matrix& d_weights) {
    require_slope_of_output("softmax_rows_backward", d_weights, weights.rows(),
                            weights.cols());
    Matrix d_scores(weights.rows(), weights.cols());
    for (std::size_t i = 0; i < weights.rows(); ++i) {
        const std::vector<double> row = softmax_backward(weights.row(i), d_weights.row(i));
        d_scores.set_row(i, row);
    }
    return d_scores;
}

}  // namespace attn

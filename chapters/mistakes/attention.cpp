#include "chapters/mistakes/attention.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "attn/mask_conventions.hpp"
#include "attn/softmax.hpp"

namespace attn::mistakes {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

/// The trace with new masked scores, and what follows from them.
AttentionTrace from_masked(AttentionTrace trace, const Matrix& masked, const Matrix& v) {
    trace.masked = masked;
    trace.weights = softmax_rows(masked);
    trace.output = matmul(trace.weights, v);
    return trace;
}

/// The trace with new weights, and what follows from them.
AttentionTrace from_weights(AttentionTrace trace, const Matrix& weights, const Matrix& v) {
    trace.weights = weights;
    trace.output = matmul(weights, v);
    return trace;
}

}  // namespace

AttentionTrace softmax_down_the_columns(const Matrix& q, const Matrix& k, const Matrix& v,
                                        const AttentionMask& mask) {
    const AttentionTrace right = scaled_dot_product_attention(q, k, v, mask);
    return from_weights(right, transpose(softmax_rows(transpose(right.masked))), v);
}

AttentionTrace no_exponential(const Matrix& q, const Matrix& k, const Matrix& v,
                              const AttentionMask& mask) {
    const AttentionTrace right = scaled_dot_product_attention(q, k, v, mask);
    Matrix weights(q.rows(), k.rows());
    for (std::size_t i = 0; i < weights.rows(); ++i) {
        double sum = 0;
        for (std::size_t j = 0; j < weights.cols(); ++j) {
            if (!mask.allows(i, j)) continue;
            weights(i, j) = right.scaled(i, j);  // where exp(...) belongs
            sum += weights(i, j);
        }
        for (double& weight : weights.row(i)) weight /= sum;
    }
    return from_weights(right, weights, v);
}

AttentionTrace scaled_by_the_model(const Matrix& q, const Matrix& k, const Matrix& v,
                                   const AttentionMask& mask) {
    const double n_heads = 2;  // the root of d_k is divided by further on
    return scaled_dot_product_attention(q * (1 / std::sqrt(n_heads)), k, v, mask);
}

AttentionTrace scaled_twice(const Matrix& q, const Matrix& k, const Matrix& v,
                            const AttentionMask& mask) {
    const double root = std::sqrt(static_cast<double>(k.cols()));
    return scaled_dot_product_attention(q * (1 / root), k, v, mask);
}

AttentionTrace not_scaled(const Matrix& q, const Matrix& k, const Matrix& v,
                          const AttentionMask& mask) {
    const double root = std::sqrt(static_cast<double>(k.cols()));
    return scaled_dot_product_attention(q * root, k, v, mask);  // undoes the division
}

AttentionTrace mask_inverted(const Matrix& q, const Matrix& k, const Matrix& v,
                             const AttentionMask& mask) {
    const AttentionMask inverted = mask_from_blocked(allowed_matrix(mask));
    return scaled_dot_product_attention(q, k, v, inverted);
}

AttentionTrace mask_after_softmax(const Matrix& q, const Matrix& k, const Matrix& v,
                                  const AttentionMask& mask) {
    const AttentionTrace unmasked = scaled_dot_product_attention(q, k, v);
    Matrix weights = unmasked.weights;
    for (std::size_t i = 0; i < weights.rows(); ++i) {
        for (std::size_t j = 0; j < weights.cols(); ++j) {
            if (!mask.allows(i, j)) weights(i, j) = 0;
        }
    }
    return from_weights(unmasked, weights, v);
}

AttentionTrace mask_on_rows(const Matrix& q, const Matrix& k, const Matrix& v,
                            const AttentionMask& mask) {
    const Matrix bias = transpose(additive_matrix(mask, -1e9));  // should not be transposed
    return scaled_dot_product_attention(q, k, v, score_bias(bias));
}

AttentionTrace fill_too_small(const Matrix& q, const Matrix& k, const Matrix& v,
                              const AttentionMask& mask) {
    return scaled_dot_product_attention(q, k, v, score_bias(additive_matrix(mask, -10)));
}

AttentionTrace clipped_after_the_mask(const Matrix& q, const Matrix& k, const Matrix& v,
                                      const AttentionMask& mask) {
    const AttentionTrace right = scaled_dot_product_attention(q, k, v, mask);
    Matrix clipped = right.masked;
    for (std::size_t i = 0; i < clipped.rows(); ++i) {
        for (double& score : clipped.row(i)) score = std::clamp(score, -5.0, 5.0);
    }
    return from_masked(right, clipped, v);
}

AttentionTrace nan_where_all_is_masked(const Matrix& q, const Matrix& k, const Matrix& v,
                                       const AttentionMask& mask) {
    const AttentionTrace right = scaled_dot_product_attention(q, k, v, mask);
    return from_masked(right, right.masked, v);  // -infinity less the largest, -infinity
}

AttentionTrace each_block_by_itself(const Matrix& q, const Matrix& k, const Matrix& v,
                                    const AttentionMask& mask) {
    const AttentionTrace right = scaled_dot_product_attention(q, k, v, mask);
    const std::size_t block = 4;  // keys
    Matrix weights(q.rows(), k.rows());
    for (std::size_t i = 0; i < q.rows(); ++i) {
        for (std::size_t first = 0; first < k.rows(); first += block) {
            const std::size_t n = std::min(block, k.rows() - first);
            const auto scores = right.masked.row(i).subspan(first, n);
            if (std::ranges::max(scores) == -infinity) continue;  // masked as a whole
            std::ranges::copy(softmax(scores), weights.row(i).subspan(first, n).begin());
        }
    }
    return from_weights(right, weights, v);  // the sum over keys adds the blocks up
}

AttentionMask causal_from_the_wrong_corner(std::size_t n_query, std::size_t n_key) {
    return causal_mask(n_query, n_key, CausalAlignment::first_sees_first);
}

std::vector<double> running_maximum_from_a_number(std::span<const double> scores) {
    double largest = -10000;  // where -infinity belongs
    for (const double score : scores) largest = std::max(largest, score);
    double sum = 0;
    std::vector<double> weights;
    for (const double score : scores) {
        weights.push_back(std::exp(score - largest));
        sum += weights.back();
    }
    for (double& weight : weights) weight /= sum;
    return weights;
}

}  // namespace attn::mistakes

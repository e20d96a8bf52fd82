#include "attn/learning/multi_head_attention_backward.hpp"

#include <cmath>

#include "attn/attention_mask.hpp"
#include "attn/parameters.hpp"
#include "catch.hpp"
#include "masks.hpp"
#include "matrix_matchers.hpp"
#include "slopes.hpp"

using namespace attn;

namespace {

/// Inputs of 5, 7 and 11 numbers, 3 heads of d_k 2 and d_v 13, an output of 17: all sizes
/// differ.
MultiHeadAttention odd_attention(Random& generator, bool has_bias = true) {
    MultiHeadAttention layer;
    layer.w_q = random_linear(5, 6, generator);
    layer.w_k = random_linear(7, 6, generator);
    layer.w_v = random_linear(11, 39, generator);
    layer.w_o = random_linear(39, 17, generator);
    layer.n_heads = 3;
    if (has_bias) return layer;
    for (Linear* linear : {&layer.w_q, &layer.w_k, &layer.w_v, &layer.w_o}) {
        linear->bias.clear();
    }
    return layer;
}

void check_cross(MultiHeadAttention layer, const AttentionMask& mask, Random& generator) {
    Matrix q_in = random_normal_matrix(2, 5, generator);
    Matrix k_in = random_normal_matrix(3, 7, generator);
    Matrix v_in = random_normal_matrix(3, 11, generator);
    const Matrix d_y = random_normal_matrix(2, 17, generator);
    MultiHeadAttention gradient = zeros_like(layer);
    const MultiHeadGradient d = backward(
        layer, q_in, k_in, v_in, layer.trace(q_in, k_in, v_in, mask), d_y, gradient);
    const auto loss = [&] {
        return weighted_sum(layer.forward(q_in, k_in, v_in, mask), d_y);
    };
    slope_error(loss, q_in, d.q_in);
    slope_error(loss, k_in, d.k_in);
    slope_error(loss, v_in, d.v_in);
    gradient_error(loss, layer, gradient);
}

}  // namespace

TEST_CASE("Splitting and merging send slopes back where they came from", "[learning]") {
    Random generator(170);
    Matrix m = random_normal_matrix(5, 6, generator);
    const Matrix d = random_normal_matrix(5, 6, generator);
    const std::vector<Matrix> d_heads = merge_heads_backward(d, 3);
    CHECK(split_heads_backward(d_heads) == d);
    const auto loss = [&] {
        const std::vector<Matrix> heads = split_heads(m, 3);
        double sum = 0;
        for (std::size_t h = 0; h < 3; ++h) sum += weighted_sum(heads[h], d_heads[h]);
        return sum;
    };
    slope_error(loss, m, split_heads_backward(d_heads));
    std::vector<Matrix> heads = split_heads(m, 3);
    for (std::size_t h = 0; h < 3; ++h) {
        slope_error([&] { return weighted_sum(merge_heads(heads), d); }, heads[h],
                    d_heads[h]);
    }
}

TEST_CASE("The slopes of cross-attention are those that are measured, with every mask",
          "[learning]") {
    Random generator(171);
    check_cross(odd_attention(generator), {}, generator);
    check_cross(odd_attention(generator, false), {}, generator);
    check_cross(odd_attention(generator), length_mask(2, 3, 1), generator);
    check_cross(odd_attention(generator), without_query(open_mask(2, 3), 1), generator);
    check_cross(odd_attention(generator),
                causal_mask(2, 3, CausalAlignment::last_sees_last), generator);
    check_cross(odd_attention(generator), closed_mask(2, 3), generator);
}

TEST_CASE("The slope of self-attention is the sum over the input's three uses",
          "[learning]") {
    Random generator(172);
    MultiHeadAttention layer = random_multi_head_attention(6, 3, generator);
    Matrix x = random_normal_matrix(5, 6, generator);
    const Matrix d_y = random_normal_matrix(5, 6, generator);
    for (const AttentionMask& mask :
         {AttentionMask(), causal_mask(5), without_query(causal_mask(5), 2)}) {
        MultiHeadAttention gradient = zeros_like(layer);
        const MultiHeadTrace trace = layer.trace(x, x, x, mask);
        const Matrix d_x = self_attention_backward(layer, x, trace, d_y, gradient);
        const auto loss = [&] { return weighted_sum(layer.forward(x, x, x, mask), d_y); };
        slope_error(loss, x, d_x);
        gradient_error(loss, layer, gradient);
    }
}

TEST_CASE("The keys' bias has slopes of 0, and they are compared absolutely",
          "[learning]") {
    // It adds the same number, q . b, to all scores of a query: no weight changes.
    Random generator(173);
    MultiHeadAttention layer = random_multi_head_attention(6, 2, generator);
    const Matrix x = random_normal_matrix(7, 6, generator);
    const Matrix d_y = random_normal_matrix(7, 6, generator);
    MultiHeadAttention gradient = zeros_like(layer);
    self_attention_backward(layer, x, layer.trace(x, x, x), d_y, gradient);
    for (const double slope : gradient.w_k.bias) CHECK(std::abs(slope) < 1e-15);
    const CheckedSlope worst = worst_of(check_gradient(
        [&] { return weighted_sum(layer.forward(x, x, x), d_y); },
        {parameter("bias", layer.w_k.bias)}, {parameter("bias", gradient.w_k.bias)}));
    CHECK(std::abs(worst.computed - worst.measured) < 1e-9);
    CHECK(worst.error < 1e-5);
    double other = 0;
    for (const double slope : gradient.w_q.bias) other += std::abs(slope);
    CHECK(other > 1e-3);
}

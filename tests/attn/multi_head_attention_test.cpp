#include "attn/multi_head_attention.hpp"
#include "attn/mask_conventions.hpp"

#include <cmath>

#include "catch.hpp"
#include "chapters/examples/small_layer.hpp"
#include "masks.hpp"

using namespace attn;
using small_example::x;

namespace {

/// Some columns of a linear map: what one head of a list of heads would own.
Linear columns(const Linear& linear, std::size_t first, std::size_t count) {
    Linear part{Matrix(linear.weight.rows(), count)};
    for (std::size_t j = 0; j < count; ++j) {
        for (std::size_t i = 0; i < linear.weight.rows(); ++i) {
            part.weight(i, j) = linear.weight(i, first + j);
        }
        part.bias.push_back(linear.bias.at(first + j));
    }
    return part;
}

/// A layer for inputs of 5 numbers with 3 heads of d_k = 2 and d_v = 7: all sizes differ.
MultiHeadAttention odd_layer(Random& generator) {
    MultiHeadAttention layer;
    layer.w_q = random_linear(5, 6, generator);
    layer.w_k = random_linear(5, 6, generator);
    layer.w_v = random_linear(5, 21, generator);
    layer.w_o = random_linear(21, 5, generator);
    layer.n_heads = 3;
    return layer;
}

}  // namespace

TEST_CASE("Heads are parts of the columns, and every head has all tokens",
          "[heads][S1-27][S1-31]") {
    const Matrix m{{1, 2, 3, 4, 5, 6}, {7, 8, 9, 10, 11, 12}};
    const std::vector<Matrix> heads = split_heads(m, 3);
    REQUIRE(heads.size() == 3);
    CHECK(heads[0] == Matrix{{1, 2}, {7, 8}});
    CHECK(heads[1] == Matrix{{3, 4}, {9, 10}});
    CHECK(heads[2] == Matrix{{5, 6}, {11, 12}});
    CHECK(merge_heads(heads) == m);
    CHECK(merge_heads({heads[1], heads[0]}) == Matrix{{3, 4, 1, 2}, {9, 10, 7, 8}});
    CHECK(split_heads(m, 1)[0] == m);
    CHECK(shape_text(split_heads(m, 6)[5]) == "2x1");
}

TEST_CASE("The running example with one wide head is chapter 4's attention", "[heads]") {
    MultiHeadAttention layer = small_example::attention();
    layer.n_heads = 1;
    const MultiHeadTrace trace = layer.trace(x, x, x);
    CHECK(trace.heads[0].output ==
          scaled_dot_product_attention(trace.q, trace.k, trace.v).output);
    CHECK(trace.concat == trace.heads[0].output);
}

TEST_CASE("Heads side by side in one matrix equal a list of heads",
          "[heads][S4-11][S1-28]") {
    Random generator(8);
    const MultiHeadAttention layer = odd_layer(generator);
    const Matrix q_in = random_normal_matrix(2, 5, generator);
    const Matrix k_in = random_normal_matrix(7, 5, generator);
    const Matrix v_in = random_normal_matrix(7, 5, generator);
    const MultiHeadTrace trace = layer.trace(q_in, k_in, v_in);
    std::vector<Matrix> list;
    for (std::size_t h = 0; h < 3; ++h) {
        const Matrix q = columns(layer.w_q, 2 * h, 2).forward(q_in);
        const Matrix k = columns(layer.w_k, 2 * h, 2).forward(k_in);
        const Matrix v = columns(layer.w_v, 7 * h, 7).forward(v_in);
        const AttentionTrace head = scaled_dot_product_attention(q, k, v);
        CHECK(head.weights == trace.heads[h].weights);
        CHECK(std::abs(head.scores(1, 6) / std::sqrt(2.0) - head.scaled(1, 6)) < 1e-15);
        list.push_back(head.output);
    }
    CHECK(merge_heads(list) == trace.concat);
    CHECK(layer.w_o.forward(trace.concat) == trace.output);
    CHECK(shape_text(trace.concat) == "2x21");
    CHECK(shape_text(trace.output) == "2x5");
}

TEST_CASE("forward and trace agree to the bit, masked or not", "[heads]") {
    Random generator(9);
    const MultiHeadAttention layer = odd_layer(generator);
    const Matrix q = random_normal_matrix(2, 5, generator);
    const Matrix k = random_normal_matrix(7, 5, generator);
    const Matrix v = random_normal_matrix(7, 5, generator);
    const AttentionMask mask = length_mask(2, 7, 3);
    Matrix one(2, 7);
    one(1, 2) = -1.5;
    const AttentionMask bias = score_bias(one);
    CHECK(layer.forward(q, k, v) == layer.trace(q, k, v).output);
    CHECK(layer.forward(q, k, v, mask) == layer.trace(q, k, v, mask).output);
    CHECK(layer.forward(q, k, v, bias) == layer.trace(q, k, v, bias).output);
    CHECK(layer.forward(q, k, v, mask_from_additive(additive_matrix(mask))) ==
          layer.forward(q, k, v, mask));
    CHECK(max_abs_difference(layer.forward(q, k, v), layer.forward(q, k, v, mask)) > 0.001);
    CHECK(max_abs_difference(layer.forward(q, k, v), layer.forward(q, k, v, bias)) > 0.001);
    for (const AttentionTrace& head : layer.trace(q, k, v, mask).heads) {
        for (std::size_t j = 3; j < 7; ++j) CHECK(head.weights(1, j) == 0);
    }
    // A query that sees nothing gets nothing from any head: only W_o's bias is left.
    const Matrix nothing = layer.forward(q, k, v, closed_mask(2, 7));
    for (std::size_t j = 0; j < 5; ++j) CHECK(nothing(0, j) == layer.w_o.bias[j]);
}

TEST_CASE("Every head has the mask", "[multi_head_attention][mask]") {
    Random generator(35);
    const MultiHeadAttention layer = random_multi_head_attention(6, 2, generator);
    const Matrix rows = random_normal_matrix(5, 6, generator);
    const AttentionMask mask = causal_mask(5) + distance_bias(5, 0.5);
    const MultiHeadTrace trace = layer.trace(rows, rows, rows, mask);
    for (std::size_t h = 0; h < 2; ++h) {
        const AttentionTrace alone = scaled_dot_product_attention(
            split_heads(trace.q, 2)[h], split_heads(trace.k, 2)[h],
            split_heads(trace.v, 2)[h], mask);
        CHECK(trace.heads[h].weights == alone.weights);
        CHECK(trace.heads[h].weights(1, 2) == 0);
    }
    CHECK(layer.forward(rows, rows, rows, mask) == trace.output);
}

#include "attn/multi_head_attention.hpp"
#include "attn/mask_conventions.hpp"
#include "attn/parameters.hpp"

#include <cmath>

#include "attn/shape_error.hpp"
#include "catch.hpp"
#include "chapters/examples/small_layer.hpp"
#include "masks.hpp"
#include "matrix_matchers.hpp"

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

TEST_CASE("What cannot be split is refused", "[heads][S1-25]") {
    CHECK_THROWS_AS(split_heads(Matrix(2, 7), 3), ShapeError);
}

TEST_CASE("The running example's two heads have their digits", "[heads][S4-11]") {
    const MultiHeadTrace trace = small_example::attention().trace(x, x, x);
    CHECK(trace.q == Matrix{{2, 2, -1, -1}, {-1, 2, 2, 0}, {2, -1, -1, 1}, {1, 1, -2, -1}});
    CHECK(trace.k == Matrix{{0, -1, 1, 0}, {1, 0, 0, 0}, {-1, 1, -1, 0}, {0, 0, -1, 3}});
    CHECK(trace.v == Matrix{{1, 0, 2, -1}, {0, 3, 0, -1}, {2, 0, -1, 0}, {0, 0, 0, 2}});
    REQUIRE(trace.heads.size() == 2);
    CHECK(trace.heads[0].scores ==
          Matrix{{-2, 2, 0, 0}, {-2, -1, 3, 0}, {1, 2, -3, 0}, {-1, 1, 0, 0}});
    CHECK(trace.heads[1].scores ==
          Matrix{{-1, 0, 1, -2}, {2, 0, -2, -2}, {-1, 0, 1, 4}, {-2, 0, 2, -1}});
    CHECK_THAT(trace.heads[0].weights, IsCloseTo(Matrix{{0.0382, 0.6471, 0.1573, 0.1573},
                                                        {0.0241, 0.0489, 0.8277, 0.0992},
                                                        {0.2793, 0.5665, 0.0165, 0.1377},
                                                        {0.1091, 0.4486, 0.2212, 0.2212}},
                                                 0.00005));
    CHECK_THAT(trace.heads[1].weights, IsCloseTo(Matrix{{0.1310, 0.2657, 0.5388, 0.0646},
                                                        {0.7346, 0.1786, 0.0434, 0.0434},
                                                        {0.0241, 0.0489, 0.0992, 0.8277},
                                                        {0.0416, 0.1710, 0.7032, 0.0843}},
                                                 0.00005));
    CHECK_THAT(trace.concat, IsCloseTo(Matrix{{0.3529, 1.9413, -0.2768, -0.2675},
                                              {1.6796, 0.1468, 1.4257, -0.8263},
                                              {0.3123, 1.6994, -0.0510, 1.5824},
                                              {0.5514, 1.3457, -0.6201, -0.0439}},
                                       0.00005));
    CHECK_THAT(trace.output, IsCloseTo(Matrix{{-0.0910, 1.8029, 1.6645, 0.2192},
                                              {0.0135, 0.8596, 1.5725, 1.2664},
                                              {1.7386, 1.6739, 1.6484, 1.1035},
                                              {0.2318, 1.0357, 0.7257, 0.5295}},
                                       0.00005));
    CHECK(parameter_count(small_example::attention()) == 64);
}

TEST_CASE("The running example with one wide head is chapter 4's attention", "[heads]") {
    MultiHeadAttention layer = small_example::attention();
    layer.n_heads = 1;
    const MultiHeadTrace trace = layer.trace(x, x, x);
    CHECK(trace.heads[0].output ==
          scaled_dot_product_attention(trace.q, trace.k, trace.v).output);
    CHECK(trace.concat == trace.heads[0].output);
}

TEST_CASE("One word from outside asks four keys, in two heads", "[heads][S1-11]") {
    const MultiHeadTrace trace =
        small_example::attention().trace(Matrix{{1, 0, 1, 1}}, x, x);
    CHECK(trace.heads[0].scores == Matrix{{-3, 3, 0, 0}});
    CHECK(trace.heads[1].scores == Matrix{{-3, 0, 3, -3}});
    CHECK_THAT(trace.heads[0].weights,
               IsCloseTo(Matrix{{0.0115, 0.7974, 0.0956, 0.0956}}, 0.00005));
    CHECK_THAT(trace.heads[1].weights,
               IsCloseTo(Matrix{{0.0125, 0.1044, 0.8706, 0.0125}}, 0.00005));
    CHECK(shape_text(trace.output) == "1x4");
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

TEST_CASE("512 numbers and 8 heads: the sizes of the paper",
          "[heads][S1-15][S1-25][S1-26]") {
    Random generator(10);
    const MultiHeadAttention layer = random_multi_head_attention(512, 8, generator);
    CHECK(parameter_count(layer) == 1050624);
    const MultiHeadTrace trace =
        layer.trace(Matrix(2, 512, 1), Matrix(3, 512, 1), Matrix(3, 512, 1));
    REQUIRE(trace.heads.size() == 8);
    for (const AttentionTrace& head : trace.heads) {
        CHECK(shape_text(head.output) == "2x64");
        CHECK(std::abs(head.scores(1, 2) / 8 - head.scaled(1, 2)) < 1e-15);
    }
    CHECK(shape_text(trace.output) == "2x512");
    CHECK(parameter_count(random_multi_head_attention(512, 1, generator)) == 1050624);
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

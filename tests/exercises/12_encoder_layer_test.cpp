// What chapter 12's exercises have to do, whether the reader or we wrote them.
#include "chapters/12_encoder_layer/exercises.hpp"

#include <cmath>
#include <limits>

#include "attn/attention_mask.hpp"
#include "attn/encoder.hpp"
#include "attn/shape_error.hpp"
#include "catch.hpp"
#include "chapters/examples/small_layer.hpp"
#include "matrix_matchers.hpp"

using namespace attn;
using namespace attn::exercises;

TEST_CASE("encoder_layer is layer A") {
    INFO("I love you all through the small layer; what came out is above, layer A below");
    CHECK_THAT(encoder_layer(small_example::h(), small_example::encoder_layer(), {}),
               IsCloseTo({{0.3245, -0.2584, 1.3500, -1.4161},
                          {-0.6403, 1.5873, -1.0312, 0.0842},
                          {1.6365, -0.5991, -0.9795, -0.0579},
                          {-0.5499, -1.3279, 0.6462, 1.2315}},
                         5e-5));
}

TEST_CASE("encoder_layer has each norm, each part and the mask in its place") {
    Random generator(11);
    EncoderLayer layer =
        random_encoder_layer({.d_model = 6, .n_heads = 3, .d_ff = 7}, generator);
    layer.norm1.gamma = {1, 2, 3, -1, 0.5, 2};
    layer.norm2.beta = {1, 0, -1, 2, 0, 3};
    const Matrix x = random_normal_matrix(5, 6, generator);
    INFO("5 random words of 6 columns, a causal mask, against the library's layer");
    CHECK_THAT(encoder_layer(x, layer, causal_mask(5)),
               IsCloseTo(layer.forward(x, causal_mask(5)), 1e-12));
}

TEST_CASE("largest_difference is the largest, in either direction") {
    INFO("{{1, 2}, {3, 4}} against {{1, 2.5}, {1, 4.25}}");
    CHECK(largest_difference({{1, 2}, {3, 4}}, {{1, 2.5}, {1, 4.25}}) == 2);
    CHECK(largest_difference({{1, 2.5}, {1, 4.25}}, {{1, 2}, {3, 4}}) == 2);
    CHECK(largest_difference({{7}}, {{7}}) == 0);
    CHECK(largest_difference({}, {}) == 0);
}

TEST_CASE("largest_difference lets no NaN pass, and no other shape") {
    const double nan = std::nan(""), infinity = std::numeric_limits<double>::infinity();
    CHECK(largest_difference({{1, nan, 3}}, {{1, 2, 3}}) == infinity);
    CHECK(largest_difference({{1, 2, 3}}, {{nan, 2, 9}}) == infinity);
    CHECK_THROWS_AS(largest_difference(Matrix(2, 3), Matrix(3, 2)), ShapeError);
}

TEST_CASE("first_difference names the stage of a slip") {
    const Matrix h = small_example::h();
    const EncoderLayer layer = small_example::encoder_layer();
    const EncoderLayerTrace right = layer.trace(h);
    CHECK(first_difference(right, right, 0) == "");
    EncoderLayer slip = layer;
    slip.norm1.epsilon = 1e-12;
    CHECK(first_difference(right, slip.trace(h), 1e-12) == "norm 1");
    CHECK(first_difference(right, slip.trace(h), 1e-3) == "");
    slip = layer;
    slip.attention.w_v.weight = transpose(slip.attention.w_v.weight);
    CHECK(first_difference(right, slip.trace(h), 1e-12) == "V");
    slip = layer;
    slip.feed_forward.activation = Activation::gelu_exact;
    CHECK(first_difference(right, slip.trace(h), 1e-12) == "activated");
    EncoderLayerTrace broken = right;
    broken.feed_forward_sum(2, 1) = std::nan("");
    CHECK(first_difference(right, broken, 1e9) == "sum 2");
}

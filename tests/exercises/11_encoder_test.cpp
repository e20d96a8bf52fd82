// What chapter 11's exercises have to do, whether the reader or we wrote them.
#include <cmath>
#include <limits>
#include <stdexcept>
#include <vector>

#include "attn/encoder.hpp"
#include "attn/parameters.hpp"
#include "catch.hpp"
#include "chapters/11_encoder/exercises.hpp"
#include "chapters/examples/small_layer.hpp"

using namespace attn;
using namespace attn::exercises;

TEST_CASE("layer_parameters counts what a layer holds") {
    CHECK(layer_parameters({}) == 3152384);
    CHECK(layer_parameters({.d_model = 4, .d_ff = 8}) ==
          156 + 16);  // with four biases of 4
    Random generator(1);
    for (const std::size_t n_heads : std::vector<std::size_t>{1, 2, 3, 6}) {
        const TransformerConfig odd{.d_model = 6, .n_heads = n_heads, .d_ff = 7};
        CHECK(layer_parameters(odd) ==
              parameter_count(random_encoder_layer(odd, generator)));
    }
}

TEST_CASE("mean_of_words leaves padding out") {
    const Matrix rows{{1, 2, 3}, {3, 6, -3}, {900, 900, 900}};
    CHECK(mean_of_words(rows, 2) == Matrix{{2, 4, 0}});
    CHECK(mean_of_words(rows, 1) == Matrix{{1, 2, 3}});
    Matrix nan = rows;
    nan(2, 0) = std::numeric_limits<double>::quiet_NaN();
    CHECK(mean_of_words(nan, 2) == Matrix{{2, 4, 0}});
    CHECK_THROWS_AS(mean_of_words(rows, 0), std::domain_error);
    CHECK_THROWS_AS(mean_of_words(rows, 4), std::domain_error);
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

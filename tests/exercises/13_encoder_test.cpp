// What chapter 13's exercises have to do, whether the reader or we wrote them.
#include "chapters/13_encoder/exercises.hpp"

#include <limits>
#include <stdexcept>

#include "attn/attention_mask.hpp"
#include "attn/encoder.hpp"
#include "catch.hpp"
#include "matrix_matchers.hpp"

using namespace attn;
using namespace attn::exercises;

TEST_CASE("pre_norm_layer has each norm, each part and the mask in its place") {
    Random generator(12);
    EncoderLayer layer =
        random_encoder_layer({.d_model = 6, .n_heads = 3, .d_ff = 7}, generator);
    layer.placement = NormPlacement::pre;
    layer.norm1.gamma = {1, 2, 3, -1, 0.5, 2};
    layer.norm2.beta = {1, 0, -1, 2, 0, 3};
    const Matrix x = random_normal_matrix(5, 6, generator);
    INFO("5 random words of 6 columns, a causal mask, against the library's layer");
    CHECK_THAT(pre_norm_layer(x, layer, causal_mask(5)),
               IsCloseTo(layer.forward(x, causal_mask(5)), 1e-12));
}

TEST_CASE("stack sends words through each layer, and through a final norm") {
    Random generator(13);
    const TransformerConfig sizes{
        .d_model = 6, .n_heads = 3, .d_ff = 7, .n_layers = 3, .has_final_norm = true};
    Encoder encoder = random_encoder(sizes, generator);
    encoder.final_norm->gamma = {1, 2, 3, -1, 0.5, 2};
    const Matrix x = random_normal_matrix(5, 6, generator);
    INFO(
        "5 random words of 6 columns, 3 layers, a causal mask, against the library's stack");
    CHECK_THAT(stack(x, encoder, causal_mask(5)),
               IsCloseTo(encoder.forward(x, causal_mask(5)), 1e-12));
    encoder.final_norm.reset();
    INFO("without a final norm");
    CHECK_THAT(stack(x, encoder, {}), IsCloseTo(encoder.forward(x), 1e-12));
    encoder.layers.clear();
    INFO("and without a layer: what goes in comes out");
    CHECK(stack(x, encoder, {}) == x);
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

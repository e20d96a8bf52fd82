#include "attn/encoder.hpp"

#include <cmath>

#include "attn/embedding.hpp"
#include "attn/mask_conventions.hpp"
#include "catch.hpp"
#include "chapters/examples/small_layer.hpp"
#include "masks.hpp"

using namespace attn;

namespace {

/// Sizes of which no two are equal: 5 tokens of 6 numbers, 3 heads of 2, 7 hidden units.
const TransformerConfig odd_config{.d_model = 6,
                                   .n_heads = 3,
                                   .d_ff = 7,
                                   .n_layers = 2,
                                   .activation = Activation::gelu_exact};

/// Such a layer with norms that do more than norm.
EncoderLayer odd_layer(NormPlacement placement, Random& generator) {
    EncoderLayer layer = random_encoder_layer(odd_config, generator);
    layer.placement = placement;
    for (LayerNorm* norm : {&layer.norm1, &layer.norm2}) {
        for (double& gamma : norm->gamma) gamma = generator.uniform(0.5, 2);
        for (double& beta : norm->beta) beta = generator.uniform(-1, 1);
    }
    return layer;
}

}  // namespace

TEST_CASE("Padding that nobody may look at changes no other row",
          "[encoder][S1-18][S1-19]") {
    const Matrix pe = positional_encoding(4, 4);
    Embedding words{small_example::x};
    words = with_padding(words, 3);
    const Matrix x = words.forward({0, 1, 2, 3}) + pe;
    const AttentionMask mask = padding_mask(4, {0, 1, 2, 3}, 3);
    const Matrix y = small_example::encoder_layer().forward(x, mask);
    // Three words alone give the same rows, to the bit; and so does padding of nines.
    const Matrix three = small_example::encoder_layer().forward(select_rows(x, {0, 1, 2}));
    Matrix nines = x;
    for (double& entry : nines.row(3)) entry = 9;
    const Matrix z = small_example::encoder_layer().forward(nines, mask);
    for (std::size_t i = 0; i < 3; ++i) {
        for (std::size_t j = 0; j < 4; ++j) {
            CHECK(y(i, j) == three(i, j));
            CHECK(y(i, j) == z(i, j));
        }
    }
    CHECK(max_abs_difference(y, small_example::encoder_layer().forward(x)) > 0.1);
}

TEST_CASE("A layer is its parts in their order, post-norm and pre-norm", "[encoder]") {
    Random generator(51);
    const EncoderLayer post = odd_layer(NormPlacement::post, generator);
    EncoderLayer pre = post;
    pre.placement = NormPlacement::pre;
    const Matrix x = random_normal_matrix(5, 6, generator);
    const Matrix a = post.norm1.forward(x + post.attention.forward(x, x, x));
    CHECK(post.forward(x) == post.norm2.forward(a + post.feed_forward.forward(a)));
    const Matrix n = pre.norm1.forward(x);
    const Matrix b = x + pre.attention.forward(n, n, n);
    CHECK(pre.forward(x) == b + pre.feed_forward.forward(pre.norm2.forward(b)));
    CHECK(max_abs_difference(post.forward(x), pre.forward(x)) > 0.1);
}

TEST_CASE("forward is trace's output to the bit: encoders, layers, attentions, any mask",
          "[encoder]") {
    Random generator(59);
    const std::size_t n = 7;
    Matrix noise = random_normal_matrix(n, n, generator);
    for (double& entry : noise.row(3)) entry = -std::numeric_limits<double>::infinity();
    noise(1, 2) = noise(6, 0) = -std::numeric_limits<double>::infinity();
    const std::vector<AttentionMask> masks = {
        {},
        causal_mask(n),
        padding_mask(n, {5, 3, 0, 8, 4, 0, 0}, 0),
        causal_mask(n) & padding_mask(n, {5, 3, 0, 8, 4, 0, 0}, 0),
        causal_mask(n) + distance_bias(n, 0.25),
        mask_from_additive(noise)};
    for (const AttentionMask& mask : masks) {
        for (const NormPlacement placement : {NormPlacement::post, NormPlacement::pre}) {
            const bool is_pre = placement == NormPlacement::pre;
            const Encoder encoder = random_encoder(
                {.d_model = 6,
                 .n_heads = 2,
                 .d_ff = 11,
                 .n_layers = 2,
                 .activation = is_pre ? Activation::gelu_tanh : Activation::relu,
                 .placement = placement,
                 .has_final_norm = is_pre},
                generator);
            const Matrix x = random_normal_matrix(n, 6, generator);
            const EncoderTrace trace = encoder.trace(x, mask);
            CHECK(trace.output == encoder.forward(x, mask));
            for (std::size_t l = 0; l < 2; ++l) {
                const EncoderLayer& layer = encoder.layers[l];
                const EncoderLayerTrace& kept = trace.layers[l];
                const Matrix& seen = is_pre ? kept.norm1.output : kept.input;
                CHECK(kept.output == layer.forward(kept.input, mask));
                CHECK(kept.attention.output ==
                      layer.attention.forward(seen, seen, seen, mask));
                CHECK(kept.norm1.output ==
                      layer.norm1.forward(is_pre ? kept.input : kept.attention_sum));
                CHECK(
                    kept.feed_forward.output ==
                    layer.feed_forward.forward((is_pre ? kept.norm2 : kept.norm1).output));
            }
        }
    }
}

TEST_CASE("Under a causal mask a stack keeps the future from the past", "[encoder]") {
    Random generator(53);
    const Encoder encoder = random_encoder(odd_config, generator);
    const Matrix x = random_normal_matrix(5, 6, generator);
    Matrix changed = x;
    for (double& entry : changed.row(3)) entry = -7;
    const Matrix y = encoder.forward(x, causal_mask(5));
    const Matrix z = encoder.forward(changed, causal_mask(5));
    for (std::size_t j = 0; j < 6; ++j) {
        for (std::size_t i = 0; i < 3; ++i) CHECK(y(i, j) == z(i, j));
        CHECK(y(3, j) != z(3, j));
        CHECK(y(4, j) != z(4, j));
    }
}

TEST_CASE("A token that may look at nothing keeps its own row", "[encoder]") {
    Random generator(54);
    const EncoderLayer layer = odd_layer(NormPlacement::post, generator);
    const Matrix x = random_normal_matrix(5, 6, generator);
    const AttentionMask mask = without_query(open_mask(5, 5), 2);
    const EncoderLayerTrace trace = layer.trace(x, mask);
    for (std::size_t j = 0; j < 6; ++j) {
        CHECK(trace.attention.output(2, j) == layer.attention.w_o.bias[j]);
        CHECK(trace.attention_sum(2, j) == x(2, j) + layer.attention.w_o.bias[j]);
        CHECK(std::isfinite(trace.output(2, j)));
    }
}

TEST_CASE("Without positions and masks an encoder does not notice the order",
          "[encoder][S4-04]") {
    Random generator(55);
    const Encoder encoder = random_encoder(odd_config, generator);
    const Matrix x = random_normal_matrix(5, 6, generator);
    const std::vector<std::size_t> order = {3, 0, 4, 1, 2};
    const Matrix y = encoder.forward(select_rows(x, order));
    CHECK(max_abs_difference(y, select_rows(encoder.forward(x), order)) < 1e-14);
    const Matrix pe = positional_encoding(5, 6);
    const Matrix with = select_rows(encoder.forward(x + pe), order);
    CHECK(max_abs_difference(encoder.forward(select_rows(x, order) + pe), with) > 0.01);
}

TEST_CASE("A stack hands on from layer to layer, with a last norm if there is one",
          "[encoder][S1-23]") {
    Random generator(57);
    TransformerConfig config = odd_config;
    config.n_layers = 3;
    config.placement = NormPlacement::pre;
    config.has_final_norm = true;
    config.epsilon = 0.25;
    Encoder encoder = random_encoder(config, generator);
    const Matrix x = random_normal_matrix(5, 6, generator);
    const AttentionMask mask = causal_mask(5);
    Matrix h = x;
    for (const EncoderLayer& layer : encoder.layers) h = layer.forward(h, mask);
    REQUIRE(encoder.final_norm);
    CHECK(encoder.forward(x, mask) == encoder.final_norm->forward(h));
    const EncoderTrace trace = encoder.trace(x, mask);
    CHECK(trace.output == encoder.forward(x, mask));
    REQUIRE(trace.layers.size() == 3);
    CHECK(trace.layers[2].input == trace.layers[1].output);
    CHECK(trace.layers[2].output == h);
    REQUIRE(trace.final_norm);
    CHECK(trace.final_norm->output == trace.output);
    CHECK(encoder.trace(x).output == encoder.forward(x));
    const AttentionMask bias = mask_from_additive(additive_matrix(mask));
    CHECK(encoder.trace(x, bias).output == encoder.forward(x, mask));
    CHECK(encoder.forward(x, bias) == encoder.forward(x, mask));
    encoder.final_norm.reset();
    CHECK(encoder.forward(x, mask) == h);
    CHECK(!encoder.trace(x, mask).final_norm);
    CHECK(Encoder{}.forward(x) == x);
    CHECK(Encoder{}.trace(x).output == x);
    const Encoder norm_alone{{}, untrained_layer_norm(6)};
    CHECK(norm_alone.forward(x, mask) == norm_alone.final_norm->forward(x));
}

TEST_CASE("A configuration makes the encoder that it says", "[encoder][S1-17][W-10]") {
    Random generator(58);
    TransformerConfig config = odd_config;
    config.epsilon = 0.25;
    config.placement = NormPlacement::pre;
    config.has_final_norm = true;
    const Encoder encoder = random_encoder(config, generator);
    REQUIRE(encoder.layers.size() == 2);
    for (const EncoderLayer& layer : encoder.layers) {
        CHECK(layer.placement == NormPlacement::pre);
        CHECK(layer.attention.n_heads == 3);
        CHECK(layer.norm1.epsilon == 0.25);
        CHECK(layer.norm2.epsilon == 0.25);
        CHECK(layer.feed_forward.activation == Activation::gelu_exact);
        CHECK(shape_text(layer.feed_forward.first.weight) == "6x7");
        CHECK(layer.norm1.gamma == std::vector<double>(6, 1));
        CHECK(layer.norm2.beta == std::vector<double>(6, 0));
    }
    CHECK(encoder.final_norm->epsilon == 0.25);
    CHECK(encoder.layers[0].attention.w_q.weight != encoder.layers[1].attention.w_q.weight);
    Random again(58);
    const MultiHeadAttention first = random_multi_head_attention(6, 3, again);
    CHECK(encoder.layers[0].attention.w_o.weight == first.w_o.weight);
    CHECK(encoder.layers[0].feed_forward.second.weight ==
          random_feed_forward(6, 7, again).second.weight);
}

#include "attn/learning/encoder_backward.hpp"

#include <cmath>

#include "attn/attention_mask.hpp"
#include "attn/parameters.hpp"
#include "catch.hpp"
#include "masks.hpp"
#include "slopes.hpp"

using namespace attn;

namespace {

const AttentionMask masks[] = {
    AttentionMask(),      causal_mask(5),
    length_mask(5, 5, 3), without_query(causal_mask(5), 0),
    closed_mask(5, 5),    causal_mask(5) + distance_bias(5, 0.3)};

/// d_model 6, three heads, 7 hidden numbers, and norms that do more than norm.
TransformerConfig learning_config(NormPlacement placement, Activation activation) {
    return {.d_model = 6,
            .n_heads = 3,
            .d_ff = 7,
            .n_layers = 2,
            .activation = activation,
            .placement = placement};
}

template <class Layer>
void check(Layer layer, const AttentionMask& mask, Random& generator) {
    shake(layer, generator);
    Matrix x = random_normal_matrix(5, 6, generator);
    const Matrix d_y = random_normal_matrix(5, 6, generator);
    Layer gradient = zeros_like(layer);
    const Matrix d_x = backward(layer, layer.trace(x, mask), d_y, gradient);
    const auto loss = [&] { return weighted_sum(layer.forward(x, mask), d_y); };
    slope_error(loss, x, d_x);
    gradient_error(loss, layer, gradient);
}

}  // namespace

TEST_CASE("The slopes of an encoder layer are those that are measured", "[learning]") {
    Random generator(177);
    for (const NormPlacement placement : {NormPlacement::post, NormPlacement::pre}) {
        for (const Activation activation :
             {Activation::relu, Activation::gelu_exact, Activation::gelu_tanh}) {
            for (const AttentionMask& mask : masks) {
                check(
                    random_encoder_layer(learning_config(placement, activation), generator),
                    mask, generator);
            }
        }
    }
}

TEST_CASE("The slopes of an encoder are those that are measured", "[learning]") {
    Random generator(178);
    for (const NormPlacement placement : {NormPlacement::post, NormPlacement::pre}) {
        for (const bool has_final_norm : {false, true}) {
            TransformerConfig config = learning_config(placement, Activation::gelu_exact);
            config.has_final_norm = has_final_norm;
            for (const AttentionMask& mask : masks) {
                check(random_encoder(config, generator), mask, generator);
            }
        }
    }
}

TEST_CASE("An encoder of nothing passes the slope on", "[learning]") {
    const Encoder empty;
    Encoder gradient;
    const Matrix d{{1, 2}, {3, 4}};
    CHECK(backward(empty, empty.trace(d), d, gradient) == d);
}

TEST_CASE("Padding that nobody sees changes no slope", "[learning]") {
    // Three real tokens, alone and with two more behind a mask whose outputs have no slope.
    Random generator(179);
    for (const NormPlacement placement : {NormPlacement::post, NormPlacement::pre}) {
        const Encoder encoder =
            random_encoder(learning_config(placement, Activation::relu), generator);
        const Matrix x = random_normal_matrix(5, 6, generator);
        Matrix d_y = random_normal_matrix(5, 6, generator);
        for (std::size_t j = 0; j < 6; ++j) d_y(3, j) = d_y(4, j) = 0;
        const Matrix real = select_rows(x, {0, 1, 2});
        Encoder alone = zeros_like(encoder), padded = alone;
        const Matrix d_alone =
            backward(encoder, encoder.trace(real), select_rows(d_y, {0, 1, 2}), alone);
        const Matrix d_padded =
            backward(encoder, encoder.trace(x, length_mask(5, 5, 3)), d_y, padded);
        CHECK(max_abs_difference(select_rows(d_padded, {0, 1, 2}), d_alone) < 1e-14);
        CHECK(select_rows(d_padded, {3, 4}) == Matrix(2, 6));
        const Parameters a = parameters(alone), b = parameters(padded);
        for (std::size_t p = 0; p < a.size(); ++p) {
            for (std::size_t i = 0; i < a[p].values.size(); ++i) {
                CHECK(std::abs(a[p].values[i] - b[p].values[i]) < 1e-13);
            }
        }
    }
}

#include <cmath>
#include <limits>
#include <numeric>

#include "attn/random.hpp"
#include "catch.hpp"
#include "fast/encoder.hpp"
#include "fast/layer_norm.hpp"
#include "masks.hpp"
#include "matrix_matchers.hpp"

using attn::AttentionMask;
using attn::Encoder;
using attn::Matrix;
using attn::NormPlacement;
using attn::Random;
using attn::TransformerConfig;
using attn::fast::EncoderWorkspace;
using attn::fast::FloatMatrix;

namespace {

const std::vector<attn::Activation> activations = {
    attn::Activation::relu, attn::Activation::gelu_exact, attn::Activation::gelu_tanh};

TransformerConfig wide_config(NormPlacement placement, attn::Activation activation) {
    TransformerConfig config;
    config.d_model = 33;
    config.n_heads = 3;
    config.d_ff = 53;
    config.n_layers = 2;
    config.activation = activation;
    config.placement = placement;
    config.has_final_norm = placement == NormPlacement::pre;
    return config;
}

/// A random encoder whose norms do something.
Encoder random_encoder(NormPlacement placement, attn::Activation activation,
                       Random& generator) {
    Encoder encoder = attn::random_encoder(wide_config(placement, activation), generator);
    for (attn::EncoderLayer& layer : encoder.layers) {
        for (attn::LayerNorm* norm : {&layer.norm1, &layer.norm2}) {
            for (double& gamma : norm->gamma) gamma = generator.uniform(0.5, 1.5);
            for (double& beta : norm->beta) beta = generator.normal();
        }
    }
    return encoder;
}

/// Rows first to first + n - 1.
Matrix rows_of(const Matrix& m, std::size_t first, std::size_t n) {
    std::vector<std::size_t> rows(n);
    std::iota(rows.begin(), rows.end(), first);
    return select_rows(m, rows);
}

}  // namespace

TEST_CASE("The fast encoder is the library's, both placements, all activations and masks",
          "[fast]") {
    Random generator(151);
    EncoderWorkspace workspace(2);
    for (const NormPlacement placement : {NormPlacement::post, NormPlacement::pre}) {
        for (const attn::Activation activation : activations) {
            const Encoder encoder = random_encoder(placement, activation, generator);
            const attn::fast::Encoder fast(encoder);
            for (const std::size_t n : {1u, 5u, 61u}) {
                INFO(name_of(activation) << " " << n);
                const Matrix x = random_normal_matrix(n, 33, generator);
                const FloatMatrix fx(x);
                CHECK_THAT(to_matrix(fast.forward(fx, workspace)),
                           IsCloseTo(encoder.forward(x), 1e-5));
                const AttentionMask mask =
                    attn::causal_mask(n) & attn::length_mask(n, n, (n + 1) / 2);
                CHECK_THAT(to_matrix(fast.forward(fx, workspace, mask)),
                           IsCloseTo(encoder.forward(x, mask), 1e-5));
                const AttentionMask bias =
                    attn::score_bias(random_normal_matrix(n, n, generator));
                CHECK_THAT(to_matrix(fast.forward(fx, workspace, bias)),
                           IsCloseTo(encoder.forward(x, bias), 1e-5));
            }
        }
    }
}

TEST_CASE("The fast encoder gives the same bits with one, two and three threads",
          "[fast]") {
    Random generator(152);
    const attn::fast::Encoder fast(
        random_encoder(NormPlacement::post, attn::Activation::gelu_exact, generator));
    const FloatMatrix x(random_normal_matrix(131, 33, generator));
    EncoderWorkspace one;
    const FloatMatrix wanted = fast.forward(x, one);
    for (const std::size_t n_threads : {1u, 2u, 3u}) {
        EncoderWorkspace workspace(n_threads);
        for (int again = 0; again < 3; ++again) CHECK(fast.forward(x, workspace) == wanted);
    }
}

TEST_CASE("A token that may look at nothing goes through the fast encoder", "[fast]") {
    Random generator(153);
    const Encoder encoder =
        random_encoder(NormPlacement::post, attn::Activation::relu, generator);
    const Matrix x = random_normal_matrix(7, 33, generator);
    const AttentionMask mask = without_query(open_mask(7, 7), 2);
    EncoderWorkspace workspace;
    const FloatMatrix y =
        attn::fast::Encoder(encoder).forward(FloatMatrix(x), workspace, mask);
    CHECK_THAT(to_matrix(y), IsCloseTo(encoder.forward(x, mask), 1e-5));
    CHECK(std::isfinite(y(2, 0)));
}

TEST_CASE("Sentences one below the other come out as each does alone", "[fast]") {
    const std::vector<std::size_t> lengths{61, 1, 7, 70};
    Random generator(143);
    const Encoder encoder =
        random_encoder(NormPlacement::post, attn::Activation::relu, generator);
    const Matrix x = random_normal_matrix(139, 33, generator);
    EncoderWorkspace workspace(2);
    const Matrix together = to_matrix(attn::fast::Encoder(encoder).forward(
        FloatMatrix(x), workspace, attn::sentences_mask(lengths)));
    CHECK_THAT(encoder.forward(x, attn::sentences_mask(lengths)),
               IsCloseTo(together, 1e-5));
    std::size_t first = 0;
    for (const std::size_t length : lengths) {
        const Matrix alone = encoder.forward(rows_of(x, first, length));
        CHECK_THAT(rows_of(together, first, length), IsCloseTo(alone, 1e-5));
        first += length;
    }
}

TEST_CASE(
    "What later tokens are does not change an earlier one by a bit under a causal mask",
    "[fast]") {
    Random generator(154);
    const attn::fast::Encoder fast(
        random_encoder(NormPlacement::pre, attn::Activation::relu, generator));
    FloatMatrix x(random_normal_matrix(61, 33, generator));
    EncoderWorkspace workspace;
    const FloatMatrix before = fast.forward(x, workspace, attn::causal_mask(61));
    for (std::size_t i = 50; i < 61; ++i) {
        for (float& entry : x.row(i)) entry = 3 * entry + 1;
    }
    const FloatMatrix after = fast.forward(x, workspace, attn::causal_mask(61));
    for (std::size_t i = 0; i < 50; ++i) {
        for (std::size_t j = 0; j < 33; ++j) REQUIRE(before(i, j) == after(i, j));
    }
    CHECK(before(60, 0) != after(60, 0));
}

TEST_CASE("Heads may hand over more numbers than they compare", "[fast]") {
    Random generator(155);
    Encoder encoder =
        random_encoder(NormPlacement::post, attn::Activation::relu, generator);
    for (attn::EncoderLayer& layer : encoder.layers) {
        layer.attention.w_q = attn::random_linear(33, 6, generator);
        layer.attention.w_k = attn::random_linear(33, 6, generator);
        layer.attention.w_v = attn::random_linear(33, 15, generator);
        layer.attention.w_o = attn::random_linear(15, 33, generator);
        layer.attention.w_k.bias.clear();
    }
    const Matrix x = random_normal_matrix(11, 33, generator);
    EncoderWorkspace workspace;
    CHECK_THAT(to_matrix(attn::fast::Encoder(encoder).forward(FloatMatrix(x), workspace)),
               IsCloseTo(encoder.forward(x), 1e-5));
}

TEST_CASE("Without layers the fast encoder hands on what it gets", "[fast]") {
    EncoderWorkspace workspace;
    const FloatMatrix x{{1, 2, 3}, {4, 5, 7}};
    CHECK(attn::fast::Encoder(Encoder{}).forward(x, workspace) == x);
}

TEST_CASE("Fast layer norm is the library's", "[fast]") {
    Random generator(157);
    attn::fast::Threads threads(2);
    for (const std::size_t d : {1u, 3u, 64u, 131u}) {
        Matrix x = random_normal_matrix(19, d, generator);
        for (double& entry : x.row(0)) entry = 5;
        attn::LayerNorm norm = attn::untrained_layer_norm(d);
        for (double& gamma : norm.gamma) gamma = generator.normal();
        for (double& beta : norm.beta) beta = generator.normal();
        FloatMatrix y;
        attn::fast::LayerNorm(norm, d).forward(FloatMatrix(x), y, threads);
        CHECK_THAT(to_matrix(y), IsCloseTo(norm.forward(x), 5e-6));
        attn::fast::LayerNorm(attn::LayerNorm{}, d).forward(FloatMatrix(x), y, threads);
        CHECK_THAT(to_matrix(y), IsCloseTo(attn::LayerNorm{}.forward(x), 5e-6));
    }
    // A mean that is large beside the spread.
    const Matrix far{{10000, 10001, 10002, 10005}};
    FloatMatrix y(far);
    attn::fast::LayerNorm(attn::LayerNorm{}, 4).forward(y, y, threads);
    CHECK_THAT(to_matrix(y), IsCloseTo(attn::LayerNorm{}.forward(far), 1e-6));
    for (const std::size_t d : {3u, 7u, 67u, 100u, 1000u}) {
        for (const float c : {0.1f, 3e9f, 1.0f / 3}) {  // equal numbers have no variance
            FloatMatrix equal(1, d, c);
            attn::fast::LayerNorm(attn::LayerNorm{}, d).forward(equal, equal, threads);
            CHECK(equal == FloatMatrix(1, d));
        }
    }
    FloatMatrix bad{{1, 2, std::numeric_limits<float>::infinity()}, {1, 2, 3}};
    attn::fast::LayerNorm(attn::LayerNorm{}, 3).forward(bad, bad, threads);
    for (std::size_t j = 0; j < 3; ++j) {
        CHECK(std::isnan(bad(0, j)));
        CHECK(std::isfinite(bad(1, j)));
    }
}

TEST_CASE("A fast encoder may be a final norm alone", "[fast]") {
    EncoderWorkspace workspace;
    const attn::fast::Encoder norm_alone(Encoder{{}, attn::untrained_layer_norm(3)});
    const Matrix x{{1, 2, 3}, {4, 5, 7}};
    CHECK_THAT(to_matrix(norm_alone.forward(FloatMatrix(x), workspace)),
               IsCloseTo(attn::LayerNorm{}.forward(x), 5e-6));
}

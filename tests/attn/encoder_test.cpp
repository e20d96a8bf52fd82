#include "attn/encoder.hpp"

#include <algorithm>
#include <cmath>

#include "attn/embedding.hpp"
#include "attn/mask_conventions.hpp"
#include "attn/parameters.hpp"
#include "catch.hpp"
#include "chapters/examples/small_layer.hpp"
#include "masks.hpp"
#include "matrix_matchers.hpp"

using namespace attn;

namespace {

/// The running example's layer; with other gamma and beta in both norms when told to.
EncoderLayer small_layer(NormPlacement placement = NormPlacement::post,
                         bool other = false) {
    const LayerNorm norm =
        other ? LayerNorm{{1, 2, 0.5, 1.5}, {0.5, 0, -0.5, 1}} : untrained_layer_norm(4);
    return {small_example::attention(), norm, small_example::feed_forward(), norm,
            placement};
}

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

TEST_CASE("The running example's layer has its digits from h to the output",
          "[encoder][S1-24][S1-32][S1-35]") {
    const EncoderLayerTrace trace = small_layer().trace(small_example::h());
    CHECK(trace.input == small_example::h());
    CHECK_THAT(trace.attention.heads[0].weights,
               IsCloseTo(Matrix{{0.0345, 0.6591, 0.2204, 0.0860},
                                {0.0188, 0.2703, 0.6075, 0.1034},
                                {0.2988, 0.6933, 0.0002, 0.0077},
                                {0.2417, 0.6719, 0.0181, 0.0683}},
                         0.00005));
    CHECK_THAT(trace.attention.heads[1].weights,
               IsCloseTo(Matrix{{0.1407, 0.2799, 0.5568, 0.0227},
                                {0.4732, 0.2899, 0.1776, 0.0594},
                                {0.0024, 0.0249, 0.2635, 0.7092},
                                {0.0027, 0.0497, 0.9141, 0.0334}},
                         0.00005));
    CHECK_THAT(trace.attention.concat, IsCloseTo(Matrix{{1.6192, 2.2980, 0.1190, 0.2406},
                                                        {2.4165, 0.5254, 0.9880, -0.0957},
                                                        {1.1725, 3.0786, -0.0383, 2.6218},
                                                        {1.1605, 2.8102, -0.4401, 0.7772}},
                                                 0.00005));
    CHECK_THAT(trace.attention.output, IsCloseTo(Matrix{{1.0502, 2.3575, 2.4170, 1.7395},
                                                        {1.1126, 1.0194, 1.5134, 2.3687},
                                                        {3.2080, 3.0595, 3.0403, 2.4834},
                                                        {1.3575, 2.5901, 2.3700, 1.5491}},
                                                 0.00005));
    CHECK_THAT(trace.attention_sum, IsCloseTo(Matrix{{2.0502, 3.3575, 3.4170, 1.7395},
                                                     {1.9541, 3.5597, 1.5234, 3.3686},
                                                     {5.1173, 2.6433, 2.0603, 4.4832},
                                                     {1.4986, 1.6001, 2.4000, 4.5487}},
                                              0.00005));
    const double mean1[] = {2.6411, 2.6015, 3.5761, 2.5119};
    const double variance1[] = {0.5693, 0.7720, 1.5915, 1.5048};
    const double mean2[] = {-0.3487, 0.0693, -0.9076, -0.7156};
    const double variance2[] = {0.5113, 2.4509, 1.7282, 3.2167};
    for (std::size_t i = 0; i < 4; ++i) {
        CHECK(std::abs(trace.norm1.mean[i] - mean1[i]) < 0.00005);
        CHECK(std::abs(trace.norm1.variance[i] - variance1[i]) < 0.00005);
        CHECK(std::abs(trace.norm2.mean[i] - mean2[i]) < 0.00005);
        CHECK(std::abs(trace.norm2.variance[i] - variance2[i]) < 0.00005);
    }
    CHECK_THAT(trace.norm1.output, IsCloseTo(Matrix{{-0.7831, 0.9495, 1.0284, -1.1948},
                                                    {-0.7368, 1.0906, -1.2269, 0.8731},
                                                    {1.2217, -0.7394, -1.2015, 0.7191},
                                                    {-0.8260, -0.7432, -0.0912, 1.6604}},
                                             0.00005));
    CHECK_THAT(
        trace.feed_forward.activated,
        IsCloseTo(Matrix{{0.0000, 0.4117, 0.6664, 1.8115, 0.0000, 0.0000, 1.9779, 0.0000},
                         {0.0000, 0.0000, 0.8538, 0.0000, 1.4637, 2.1001, 0.0000, 0.6363},
                         {1.4585, 0.5026, 0.9824, 0.0000, 0.0000, 1.9206, 0.0000, 2.4408},
                         {2.4037, 0.0000, 0.0000, 0.7349, 0.4172, 1.7516, 0.0000, 1.3344}},
                  0.00005));
    CHECK_THAT(trace.feed_forward.output,
               IsCloseTo(Matrix{{0.6664, -1.4829, -0.4117, -0.1664},
                                {-0.1962, 1.4637, -0.3182, -0.6720},
                                {0.0221, -0.9558, -0.9938, -1.7028},
                                {-0.8758, -2.3539, 0.5346, -0.1672}},
                         0.00005));
    CHECK_THAT(trace.feed_forward_sum, IsCloseTo(Matrix{{-0.1166, -0.5334, 0.6166, -1.3613},
                                                        {-0.9330, 2.5543, -1.5451, 0.2012},
                                                        {1.2438, -1.6952, -2.1953, -0.9837},
                                                        {-1.7018, -3.0972, 0.4435, 1.4932}},
                                                 0.00005));
    CHECK_THAT(trace.output, IsCloseTo(Matrix{{0.3245, -0.2584, 1.3500, -1.4161},
                                              {-0.6403, 1.5873, -1.0312, 0.0842},
                                              {1.6365, -0.5991, -0.9795, -0.0579},
                                              {-0.5499, -1.3279, 0.6462, 1.2315}},
                                       0.00005));
    CHECK(trace.output == trace.norm2.output);
    CHECK(parameter_count(small_layer()) == 156);
}

TEST_CASE("The running example's relatives have their digits", "[encoder][S1-23][S1-32]") {
    const Matrix h = small_example::h();
    CHECK_THAT(small_layer(NormPlacement::post, true).forward(h),
               IsCloseTo(Matrix{{1.4047, 1.8950, -0.6964, -1.1889},
                                {0.4354, 3.2598, -1.0108, 0.1846},
                                {1.5766, -3.2009, -0.5024, 1.7929},
                                {0.0928, -2.7766, -0.2432, 2.9227}},
                         0.00005));
    CHECK_THAT((Encoder{{small_layer(), small_layer()}}.forward(h)),
               IsCloseTo(Matrix{{0.5864, -0.1437, 1.1086, -1.5513},
                                {-0.6939, 1.0505, -1.2626, 0.9059},
                                {1.4730, 0.3018, -1.1740, -0.6008},
                                {-0.2827, -1.5134, 0.8067, 0.9894}},
                         0.00005));
    CHECK_THAT(small_layer(NormPlacement::pre).forward(h),
               IsCloseTo(Matrix{{0.5725, -0.3860, 1.6416, 0.1250},
                                {1.4746, 2.5171, -1.2483, 0.5310},
                                {3.8379, -1.3171, -1.6199, 1.8425},
                                {-0.5702, -3.4984, -0.5683, 2.9992}},
                         0.00005));
    const Matrix no_positions{{0.9420, 0.5872, 0.1294, -1.6586},
                              {-1.4795, 1.2720, 0.3964, -0.1889},
                              {1.3744, 0.4432, -1.2713, -0.5463},
                              {-1.2160, -0.4966, 0.2206, 1.4920}};
    CHECK_THAT(small_layer().forward(small_example::x), IsCloseTo(no_positions, 0.00005));
    // 'I love all you': the same words, other positions.
    const std::vector<std::size_t> order = {0, 1, 3, 2};
    const Matrix swapped = select_rows(small_example::x, order);
    const Matrix y = small_layer().forward(swapped + positional_encoding(4, 4));
    CHECK_THAT(select_rows(y, order), IsCloseTo(Matrix{{0.8770, 0.6593, 0.1308, -1.6671},
                                                       {-0.3312, 1.5967, -1.1524, -0.1130},
                                                       {0.9243, -1.5983, -0.0895, 0.7635},
                                                       {-0.5299, -1.2315, 0.3102, 1.4513}},
                                                0.00005));
    CHECK_THAT(select_rows(small_layer().forward(swapped), order),
               IsCloseTo(no_positions, 0.00005));
    EncoderLayer smooth = small_layer();
    smooth.feed_forward.activation = Activation::gelu_exact;
    CHECK_THAT(select_rows(smooth.forward(h), {0}),
               IsCloseTo(Matrix{{0.1011, -0.5663, 1.5669, -1.1017}}, 0.00005));
}

TEST_CASE("Padding that nobody may look at changes no other row",
          "[encoder][S1-18][S1-19]") {
    const Matrix pe = positional_encoding(4, 4);
    Embedding words{small_example::x};
    words = with_padding(words, 3);
    const Matrix x = words.forward({0, 1, 2, 3}) + pe;
    const AttentionMask mask = padding_mask(4, {0, 1, 2, 3}, 3);
    const Matrix y = small_layer().forward(x, mask);
    CHECK_THAT(y, IsCloseTo(Matrix{{0.0836, -0.5353, 1.5683, -1.1166},
                                   {-0.8746, 1.5593, -0.8759, 0.1912},
                                   {1.2071, -0.7261, -1.2151, 0.7342},
                                   {-0.3659, -1.4730, 0.9710, 0.8680}},
                            0.00005));
    // Three words alone give the same rows, to the bit; and so does padding of nines.
    const Matrix three = small_layer().forward(select_rows(x, {0, 1, 2}));
    Matrix nines = x;
    for (double& entry : nines.row(3)) entry = 9;
    const Matrix z = small_layer().forward(nines, mask);
    for (std::size_t i = 0; i < 3; ++i) {
        for (std::size_t j = 0; j < 4; ++j) {
            CHECK(y(i, j) == three(i, j));
            CHECK(y(i, j) == z(i, j));
        }
    }
    CHECK(max_abs_difference(y, small_layer().forward(x)) > 0.1);
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

TEST_CASE("512, 8 heads, 2048: the sizes of the paper's layer", "[encoder][S1-36][W-10]") {
    Random generator(59);
    const EncoderLayer layer = random_encoder_layer(TransformerConfig{}, generator);
    CHECK(parameter_count(layer) == 3152384);
    CHECK(parameter_count(layer.attention) == 1050624);
    CHECK(parameter_count(layer.feed_forward) == 2099712);
    CHECK(parameter_count(layer.norm1) == 1024);
    CHECK(parameter_count(layer.norm2) == 1024);
    const Encoder two{{layer, layer}, untrained_layer_norm(512)};
    CHECK(parameter_count(two) == 2 * 3152384 + 1024);
    CHECK(shape_text(layer.forward(Matrix(3, 512, 1))) == "3x512");
}

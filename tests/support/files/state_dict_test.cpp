#include "support/files/state_dict.hpp"

#include <cmath>
#include <filesystem>
#include <fstream>
#include <limits>

#include "attn/parameters.hpp"
#include "attn/shape_error.hpp"
#include "catch.hpp"
#include "chapters/examples/small_layer.hpp"
#include "matrix_matchers.hpp"
#include "support/files/safetensors.hpp"
#include "support/files/whole_file.hpp"
#include "support/text/print.hpp"
#include "temporary_folder.hpp"
#include "tools/places.hpp"

namespace fs = std::filesystem;
using namespace attn;

namespace {

const fs::path pytorch_weights =
    book::source_folder() / "tests/reference/_weights/enc_d8_h2_ff16_seed0.safetensors";
const TransformerConfig pytorch_config{.d_model = 8, .n_heads = 2, .d_ff = 16};

const TransformerConfig stored_config{.d_model = 6, .n_heads = 3, .d_ff = 7, .n_layers = 2};

/// As random_encoder, but with norms that do more than norm.
Encoder odd_encoder(std::uint64_t seed, bool has_final_norm) {
    Random generator(seed);
    TransformerConfig config = stored_config;
    config.has_final_norm = has_final_norm;
    Encoder encoder = random_encoder(config, generator);
    std::vector<LayerNorm*> norms;
    for (EncoderLayer& layer : encoder.layers) {
        norms.insert(norms.end(), {&layer.norm1, &layer.norm2});
    }
    if (encoder.final_norm) norms.push_back(&*encoder.final_norm);
    for (LayerNorm* norm : norms) {
        for (double& gamma : norm->gamma) gamma = generator.uniform(0.5, 2);
        for (double& beta : norm->beta) beta = generator.uniform(-1, 1);
    }
    return encoder;
}

bool is_same(const NpyArray& a, const NpyArray& b) {
    return a.type == b.type && a.shape == b.shape && a.values == b.values;
}

bool is_same(const StateDict& a, const StateDict& b) {
    if (a.size() != b.size()) return false;
    for (const auto& [name, array] : a) {
        if (!b.contains(name) || !is_same(array, b.at(name))) return false;
    }
    return true;
}

}  // namespace

TEST_CASE("A layer's weights have PyTorch's names and layout", "[state_dict]") {
    const Encoder encoder = odd_encoder(61, false);
    const EncoderLayer& layer = encoder.layers[0];
    const StateDict weights = state_dict(layer);
    CHECK(weights.size() == 12);
    const NpyArray& in = weights.at("self_attn.in_proj_weight");
    REQUIRE(in.shape == std::vector<std::size_t>{18, 6});
    CHECK(in.values[1 * 6 + 4] == layer.attention.w_q.weight(4, 1));
    CHECK(in.values[(6 + 2) * 6 + 5] == layer.attention.w_k.weight(5, 2));
    CHECK(in.values[(12 + 3) * 6 + 0] == layer.attention.w_v.weight(0, 3));
    const NpyArray& in_bias = weights.at("self_attn.in_proj_bias");
    REQUIRE(in_bias.shape == std::vector<std::size_t>{18});
    CHECK(in_bias.values[5] == layer.attention.w_q.bias[5]);
    CHECK(in_bias.values[7] == layer.attention.w_k.bias[1]);
    CHECK(in_bias.values[14] == layer.attention.w_v.bias[2]);
    CHECK(weights.at("self_attn.out_proj.weight").values[2 * 6 + 1] ==
          layer.attention.w_o.weight(1, 2));
    CHECK(weights.at("self_attn.out_proj.bias").values == layer.attention.w_o.bias);
    CHECK(weights.at("linear1.weight").shape == std::vector<std::size_t>{7, 6});
    CHECK(weights.at("linear1.weight").values[6 * 6 + 2] ==
          layer.feed_forward.first.weight(2, 6));
    CHECK(weights.at("linear2.weight").shape == std::vector<std::size_t>{6, 7});
    CHECK(weights.at("linear2.bias").values == layer.feed_forward.second.bias);
    CHECK(weights.at("norm1.weight").values == layer.norm1.gamma);
    CHECK(weights.at("norm2.bias").values == layer.norm2.beta);
    std::size_t count = 0;
    for (const auto& [name, array] : weights) count += array.values.size();
    CHECK(count == parameter_count(layer));
}

TEST_CASE("A stack's weights come back to the bit", "[state_dict]") {
    Random generator(62);
    const Matrix x = random_normal_matrix(5, 6, generator);
    for (const bool has_final_norm : {false, true}) {
        const Encoder encoder = odd_encoder(63, has_final_norm);
        TransformerConfig config = stored_config;
        config.has_final_norm = has_final_norm;
        const TemporaryFolder folder;
        write_safetensors(folder.path / "model.safetensors", state_dict(encoder));
        const StateDict read = read_state_dict(folder.path / "model.safetensors");
        CHECK(is_same(read, state_dict(encoder)));
        CHECK(read.size() == (has_final_norm ? 26 : 24));
        CHECK(read.contains("layers.1.self_attn.out_proj.weight"));
        CHECK(read.contains("norm.weight") == has_final_norm);
        const Encoder again = encoder_from(read, config);
        CHECK(is_same(state_dict(again), read));
        CHECK(again.forward(x) == encoder.forward(x));
    }
}

TEST_CASE("What is no weight comes from the configuration", "[state_dict]") {
    TransformerConfig config = stored_config;
    config.n_heads = 2;
    config.activation = Activation::gelu_tanh;
    config.placement = NormPlacement::pre;
    config.epsilon = 0.25;
    const Encoder encoder = encoder_from(state_dict(odd_encoder(64, false)), config);
    REQUIRE(encoder.layers.size() == 2);
    CHECK(encoder.layers[1].attention.n_heads == 2);
    CHECK(encoder.layers[1].feed_forward.activation == Activation::gelu_tanh);
    CHECK(encoder.layers[1].placement == NormPlacement::pre);
    CHECK(encoder.layers[1].norm2.epsilon == 0.25);
    CHECK(!encoder.final_norm);
}

TEST_CASE("The running example's layer needs no biases, PyTorch gets zeros",
          "[state_dict]") {
    const EncoderLayer layer{
        small_example::attention(), {}, small_example::feed_forward(), {}};
    const StateDict weights = state_dict(layer);
    CHECK(weights.at("self_attn.in_proj_bias").values == std::vector<double>(12, 0));
    CHECK(weights.at("norm1.weight").values == std::vector<double>(4, 1));
    CHECK(weights.at("norm2.bias").values == std::vector<double>(4, 0));
    const EncoderLayer again =
        encoder_layer_from(weights, {.d_model = 4, .n_heads = 2, .d_ff = 8});
    CHECK(again.forward(small_example::h()) == layer.forward(small_example::h()));
}

TEST_CASE("Files that PyTorch wrote are read, and written again to the byte",
          "[state_dict]") {
    const StateDict weights = read_state_dict(pytorch_weights);
    CHECK(weights.size() == 12);
    const EncoderLayer layer = encoder_layer_from(weights, pytorch_config);
    CHECK(parameter_count(layer) == 4 * 72 + 8 * 16 + 16 + 16 * 8 + 8 + 4 * 8);
    const StateDict again = state_dict(layer, NpyType::float32);
    CHECK(is_same(again, weights));
    const TemporaryFolder folder;
    const fs::path file = folder.path / "again.safetensors";
    write_safetensors(file, again);
    const bool is_same_file = read_whole_file(file) == read_whole_file(pytorch_weights);
    CHECK(is_same_file);  // the bytes themselves would be no message
}

TEST_CASE("A stack of other layers is missing or unknown, layer by layer", "[state_dict]") {
    const StateDict one = state_dict(odd_encoder(65, true));
    TransformerConfig config = stored_config;
    config.n_layers = 3;
    CHECK_THROWS_WITH(encoder_from(one, config),
                      ContainsText("layers.2.norm2.bias is missing; its shape is [6]") &&
                          ContainsText("norm.weight is unknown"));
    config.n_layers = 1;
    CHECK_THROWS_WITH(encoder_from(one, config),
                      ContainsText("layers.1.linear2.bias is unknown"));
    CHECK_THROWS_WITH(
        encoder_from(
            state_dict(odd_encoder(66, false)),
            {.d_model = 6, .n_heads = 3, .d_ff = 7, .n_layers = 2, .has_final_norm = true}),
        "encoder_from: the weights do not fit:"
        "\n  norm.bias is missing; its shape is [6]"
        "\n  norm.weight is missing; its shape is [6]");
}

TEST_CASE("Each unknown name stands beside the nearest that is missing", "[state_dict]") {
    const StateDict good = state_dict(odd_encoder(74, true));
    TransformerConfig config = stored_config;
    config.has_final_norm = true;
    StateDict prefixed;
    for (const auto& [name, array] : good) prefixed["encoder." + name] = array;
    CHECK_THROWS_WITH(
        encoder_from(prefixed, config),
        "encoder_from: the weights do not fit: all " + std::to_string(good.size()) +
            " names begin with encoder., which this model's do not; save them "
            "without it");
    prefixed.erase("encoder.norm.bias");  // then each name is told
    CHECK_THROWS_WITH(
        encoder_from(prefixed, config),
        ContainsText("\n  encoder.layers.0.linear1.bias is unknown: this model has no such "
                     "weight; layers.0.linear1.bias ["));
    // Two that mean the same, and one with nothing missing beside it.
    StateDict twice = good;
    twice.erase("norm.bias");
    twice["norm.beta"] = twice["norm.bias_"] = good.at("norm.bias");
    CHECK_THROWS_WITH(encoder_from(twice, config),
                      "encoder_from: the weights do not fit:"
                      "\n  norm.beta is unknown: this model has no such weight; norm.bias "
                      "[6] is missing"
                      "\n  norm.bias_ is unknown: this model has no such weight");
    StateDict endless = good;  // too long to be compared with all that are missing
    endless.erase("norm.bias");
    endless[std::string(201, 'y')] = good.at("norm.bias");
    CHECK_THROWS_WITH(encoder_from(endless, config),
                      ContainsText("yyy… is unknown: this model has no such weight\n  "
                                   "norm.bias is missing; its shape is [6]"));
    StateDict many = good;
    for (int i = 0; i < 100000; ++i) many["x" + std::to_string(i)] = {};
    many[std::string(1000000, 'y')] = {};
    many.erase("norm.bias");
    try {
        encoder_from(many, config);
        FAIL("it was read");
    } catch (const StateDictError& error) {
        const std::string text = error.what();
        CHECK(text.size() < 10000);
        CHECK(text.ends_with("\n  and more"));
    }
}

TEST_CASE("Names of files are shown without signs that move the cursor", "[state_dict]") {
    CHECK_THROWS_WITH(read_state_dict("/no/\x1b[2J"), ContainsText("/no/\uFFFD[2J:"));
    CHECK_THROWS_WITH(write_safetensors("/dev/null/\x1b[2J", {}),
                      ContainsText("/dev/null/\uFFFD[2J:"));
}

TEST_CASE("Weights that are no finite numbers are refused by name", "[state_dict]") {
    Random generator(71);
    const TransformerConfig config{.d_model = 6, .n_heads = 2, .d_ff = 5, .n_layers = 1};
    const StateDict good = state_dict(random_encoder(config, generator));
    for (const double broken : {std::nan(""), std::numeric_limits<double>::infinity(),
                                -std::numeric_limits<double>::infinity()}) {
        for (const std::string name : {"linear1.weight", "norm2.bias"}) {
            StateDict weights = good;
            weights.at("layers.0." + name).values.at(3) = broken;
            CHECK_THROWS_AS(encoder_from(weights, config), StateDictError);
            CHECK_THROWS_WITH(
                encoder_from(weights, config),
                ContainsText("\n  layers.0." + name + " holds " + number_text(broken, 0) +
                             " at place 3; weights must be finite"));
        }
    }
    CHECK_NOTHROW(encoder_from(good, config));
}

TEST_CASE("A layer that PyTorch cannot have is refused, one size wrong at a time",
          "[state_dict]") {
    Random generator(72);
    const EncoderLayer good =
        random_encoder_layer({.d_model = 6, .n_heads = 2, .d_ff = 5}, generator);
    CHECK_NOTHROW(state_dict(good));
    const TransformerConfig smallest{.d_model = 1, .n_heads = 1, .d_ff = 1};
    const StateDict least = state_dict(random_encoder_layer(smallest, generator));
    CHECK_NOTHROW(encoder_layer_from(least, smallest));
    const auto refused = [&](auto spoil) {
        EncoderLayer layer = good;
        spoil(layer);
        CHECK_THROWS_AS(state_dict(layer), ShapeError);
    };
    refused([](EncoderLayer& l) { l.norm1.gamma.resize(5); });
    refused([](EncoderLayer& l) { l.norm1.beta.resize(5); });
    refused([](EncoderLayer& l) { l.norm2.gamma.resize(7); });
    refused([](EncoderLayer& l) { l.attention.w_k.weight = Matrix(6, 5); });
    refused([](EncoderLayer& l) { l.attention.w_k.weight = Matrix(5, 6); });
    refused([](EncoderLayer& l) { l.attention.w_v.bias.resize(5); });
    refused([](EncoderLayer& l) { l.feed_forward.second.weight = Matrix(4, 6); });
    refused([](EncoderLayer& l) { l.feed_forward.second.weight = Matrix(5, 7); });
    refused([](EncoderLayer& l) {
        l.feed_forward.first = {Matrix(6, 0), {}};
        l.feed_forward.second = {Matrix(0, 6), {}};
    });
    EncoderLayer empty;
    empty.feed_forward.first.weight = Matrix(0, 5);
    empty.feed_forward.second.weight = Matrix(5, 0);
    CHECK_THROWS_AS(state_dict(empty), ShapeError);
}

TEST_CASE("A weight that its type cannot hold is not written", "[state_dict]") {
    const TemporaryFolder folder;
    const StateDict weights{{"a", {{1}, {1}, NpyType::int64}},
                            {"half", {{1}, {0.5}, NpyType::int64}}};
    CHECK_THROWS_AS(write_safetensors(folder.path / "x.safetensors", weights),
                    std::domain_error);
    CHECK(std::filesystem::is_empty(folder.path));  // nor is any other
    for (const auto& [value, type] : {std::pair{1e39, NpyType::float32},
                                      {3.4028236e38, NpyType::float32},
                                      {-7e4, NpyType::float16}}) {
        const StateDict large{{"a", {{1}, {value}, type}}};
        CHECK_THROWS_AS(write_safetensors(folder.path / "x.safetensors", large),
                        std::domain_error);
    }
    const StateDict fits{{"a", {{2}, {65504, -INFINITY}, NpyType::float16}}};
    CHECK_NOTHROW(write_safetensors(folder.path / "x.safetensors", fits));
}

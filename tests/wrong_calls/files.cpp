#include "attn/parameters.hpp"
#include "infinity.hpp"
#include "support/files/json_reader.hpp"
#include "support/files/npy.hpp"
#include "support/files/safetensors.hpp"
#include "support/files/state_dict.hpp"
#include "wrong_calls/wrong_calls.hpp"

using namespace attn;

void wrong_calls::with_files(Said& said) {
    Random generator(1);

    said.begin("Arrays: their shape, their values, and of which type");
    WRONG(as_matrix({{2, 1, 1}, {3, 4}}));
    WRONG(as_matrix({{2, 3}, {1}}));
    WRONG(npy_bytes({{2, 3}, {1}}));
    WRONG(npy_bytes({{1}, {256}, NpyType::uint8}));
    WRONG(npy_bytes({{1}, {0.5}, NpyType::int64}));
    WRONG(npy_bytes({{1}, {9007199254740992.0}, NpyType::int64}));
    WRONG(npy_bytes({{1}, {not_a_number}, NpyType::int64}));
    WRONG(npy_bytes({{1}, {2}, NpyType::boolean}));
    WRONG(npy_bytes({{1}, {70000}, NpyType::float16}));
    WRONG(safetensors_bytes({{"a", {{2, 3}, {1}}}}));
    WRONG(safetensors_bytes({{"a", {{1}, {0.5}, NpyType::int64}}}));
    WRONG(safetensors_bytes({{"a", {{1}, {-1e39}, NpyType::float32}}}));
    WRONG(safetensors_bytes({{"__metadata__", {{1}, {1}}}}));
    WRONG(safetensors_bytes({{"\xff", {{1}, {1}}}}));

    said.begin("Files that are something else");
    WRONG(parse_npy("", "x.npy"));
    WRONG(parse_npy("0.5 0.5", "x.npy"));
    WRONG(parse_safetensors("", "x.safetensors"));
    WRONG(parse_safetensors("<!DOCTYPE html><html>", "x.safetensors"));
    WRONG(JsonReader("'a'").string());
    WRONG(JsonReader("\"a").string());
    WRONG(JsonReader("\"\\ud800\"").string());
    WRONG(JsonReader("-1").whole_number());
    WRONG(JsonReader("} ").expect_end());

    said.begin("Weights by name");
    WRONG(encoder_layer_from({}, {.d_model = 6, .n_heads = 5, .d_ff = 7}));
    WRONG(encoder_from({}, {.d_model = 6, .n_heads = 0, .d_ff = 7}));
    WRONG(encoder_from({}, {.d_model = 0, .n_heads = 1}));
    WRONG(encoder_from({}, {.d_ff = 0}));
    LET(const NpyArray one{{1}, {1}});
    WRONG(encoder_layer_from({{"norm1.weight", one}}, {.d_model = 4000000}));
    WRONG(encoder_from({{"layers.0.norm1.weight", one}}, {.d_model = 4000000}));
    LET(const TransformerConfig config{.d_model = 6, .n_heads = 3, .d_ff = 7});
    LET(EncoderLayer layer = random_encoder_layer(config, generator));
    LET(const StateDict good = state_dict(layer));
    LET(StateDict bad = good);
    LET(bad.erase("linear1.bias"));
    WRONG(load_state_dict(bad, parameters(layer)));
    LET(bad["linear3.bias"] = bad["a\x1b[2J\nb"] = one);
    LET(bad["norm1.weight"].shape = {2, 3});
    LET(bad["norm2.bias"].values.pop_back());
    LET(bad["norm2.weight"].values[3] = -infinity);
    WRONG(encoder_layer_from(bad, config));
    LET(bad = good);
    LET(bad["linear1.weight"].shape = {6, 7});
    WRONG(encoder_layer_from(bad, config));
    LET(bad["linear2.weight"].shape = {7, 6});
    LET(bad["self_attn.in_proj_weight"].shape = {6, 18});
    WRONG(encoder_layer_from(bad, config));
    LET(bad.clear());
    LET(for (const auto& [name, array] : good) bad["module." + name] = array);
    WRONG(encoder_layer_from(bad, config));

    said.begin("Layers that PyTorch does not have");
    WRONG(state_dict(EncoderLayer{}));
    LET(layer.norm2 = untrained_layer_norm(5));
    WRONG(state_dict(layer));
    LET(layer.attention.w_v = {Matrix(6, 21), {0, 0}});
    WRONG(state_dict(layer));
    LET(Encoder encoder = random_encoder(config, generator));
    LET(encoder.final_norm = untrained_layer_norm(5));
    WRONG(state_dict(encoder));
    LET(encoder.layers[1].attention.w_q = {Matrix(4, 4)});
    LET(encoder.final_norm = {});
    WRONG(state_dict(encoder));
    LET(Embedding a{Matrix(2, 2)}, b{Matrix(2, 3)});
    WRONG(state_dict(parameters(a) + parameters(a)));
    WRONG(state_dict(parameters(a) + parameters(b)));
}

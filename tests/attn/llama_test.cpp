#include "attn/llama.hpp"

#include "attn/parameters.hpp"
#include "catch.hpp"
#include "slopes.hpp"

using namespace attn;

namespace {

Llama shaken_llama(std::uint64_t seed) {
    Random generator(seed);
    Llama model = random_llama({.n_vocabulary = 11,
                                .d_model = 12,
                                .n_heads = 6,
                                .n_kv_heads = 2,
                                .d_ff = 7,
                                .n_layers = 3},
                               generator);
    shake(parameters(model), seed, 0.3);
    return model;
}

const std::vector<std::size_t> text{1, 5, 10, 0, 5};

}  // namespace

TEST_CASE("A Llama is its layers between a table and the same table", "[llama]") {
    const Llama model = shaken_llama(221);
    Matrix x = model.embedding.forward(text);
    for (const LlamaLayer& layer : model.layers) {
        GroupedKvCache one, other;
        const LlamaLayerTrace trace = layer.trace(x, one);
        CHECK(trace.input == x);
        CHECK(trace.output == layer.forward(x, other));
        CHECK(one.keys == other.keys);
        CHECK(trace.output == x + trace.attention.output + trace.feed_forward.output);
        x = trace.output;
    }
    LlamaCache cache;
    CHECK(model.forward(text, cache) ==
          matmul(model.final_norm.forward(x), transpose(model.embedding.table)));
}

TEST_CASE("A Llama with a last map of its own does not score with its table", "[llama]") {
    Llama model = shaken_llama(224);
    LlamaCache tied, untied, other;
    const Matrix logits = model.forward(text, tied);
    model.output.weight = transpose(model.embedding.table);
    CHECK(model.forward(text, untied) == logits);
    CHECK(parameters(model).back().name == "lm_head.weight");
    model.output.weight = model.output.weight * 2;
    CHECK(model.forward(text, other) == logits * 2);
}

TEST_CASE("A Llama's cache changes no bit", "[llama]") {
    const Llama model = shaken_llama(222);
    LlamaCache cache, of_parts;
    const Matrix all = model.forward(text, cache);
    Matrix one_by_one;
    for (const std::size_t id : text)
        one_by_one = stacked(one_by_one, model.forward({id}, of_parts));
    CHECK(one_by_one == all);
    CHECK(cache[2].values == of_parts[2].values);
}

TEST_CASE("A Llama's parameters have Hugging Face's names", "[llama]") {
    Llama model = shaken_llama(223);
    const Parameters all = parameters(model);
    std::vector<std::string> names;
    for (const Parameter& one : all) names.push_back(one.name);
    CHECK(names.size() == 2 + 3 * 9);
    CHECK(std::vector<std::string>(names.begin() + 10, names.begin() + 19) ==
          std::vector<std::string>{"model.layers.1.self_attn.q_proj.weight",
                                   "model.layers.1.self_attn.k_proj.weight",
                                   "model.layers.1.self_attn.v_proj.weight",
                                   "model.layers.1.self_attn.o_proj.weight",
                                   "model.layers.1.mlp.gate_proj.weight",
                                   "model.layers.1.mlp.up_proj.weight",
                                   "model.layers.1.mlp.down_proj.weight",
                                   "model.layers.1.input_layernorm.weight",
                                   "model.layers.1.post_attention_layernorm.weight"});
    CHECK(names.front() == "model.embed_tokens.weight");
    CHECK(names.back() == "model.norm.weight");
    CHECK(all[11].values.data() == model.layers[1].attention.w_k.weight.values().data());
    CHECK(all[11].is_transposed);
    CHECK(all[14].values.data() ==
          model.layers[1].feed_forward.gate.weight.values().data());
    CHECK(all[18].values.data() == model.layers[1].norm2.gamma.data());
    // The table once, four maps of attention, three of the network, gammas; no bias.
    const std::size_t layer = 2 * 12 * 12 + 2 * 12 * 4 + 3 * 12 * 7 + 2 * 12;
    CHECK(parameter_count(model) == 11 * 12 + 3 * layer + 12);
}

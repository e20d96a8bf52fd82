#include "doctor/library/kind.hpp"
#include "doctor/library/known_mistakes.hpp"
#include "doctor/library/layer_inputs.hpp"
#include "doctor/library/many_heads.hpp"

namespace attn::doctor {
namespace {

struct HeadsCase {
    std::size_t n_heads;
    Arrays weights;
    Array x;
    Array memory = {};  // the keys' and values' words; none: x
    Array padding = {};
    bool causal = false;
};

Probe ask_heads(std::string name, std::string stage, HeadsCase in) {
    const bool is_self = in.memory.shape.empty();
    const Array& keys = is_self ? in.x : in.memory;
    const std::size_t d_model = in.x.shape[2];
    const auto number = [](std::size_t n) { return std::to_string(n); };
    Probe probe{.kind = "mha", .name = std::move(name), .stage = std::move(stage)};
    probe.settings = {{"batch", number(in.x.shape[0])},
                      {"n_query", number(in.x.shape[1])},
                      {"n_key", number(keys.shape[1])},
                      {"d_model", number(d_model)},
                      {"n_heads", number(in.n_heads)},
                      {"d_k", number(d_model / in.n_heads)},
                      {"self_attention", is_self ? "1" : "0"},
                      {"bias", in.weights.contains("in_proj_bias") ? "1" : "0"},
                      {"causal", in.causal ? "1" : "0"}};
    probe.arrays = std::move(in.weights);
    probe.arrays["query"] = in.x;
    probe.arrays["key"] = keys;
    probe.arrays["value"] = keys;
    if (!in.padding.shape.empty()) probe.arrays["padding"] = in.padding;
    return probe;
}

const Arrays& without_bias() {
    static const Arrays weights = random_head_weights(30, 12, false);
    return weights;
}
const Arrays& with_bias() {
    static const Arrays weights = random_head_weights(40, 12, true);
    return weights;
}
const Arrays& two_heads() {
    static const Arrays weights = random_head_weights(33, 12, false);
    return weights;
}
const Arrays& one_head() {
    static const Arrays weights = random_head_weights(60, 4, false);
    return weights;
}

std::vector<Probe> open_probes(const Array& x, const Array& y, const Array& z) {
    const Array small = random_array(53, {2, 5, 4});
    std::vector<Probe> probes = {
        ask_heads("self, 3 heads", "plain", {3, without_bias(), x}),
        ask_heads("self, 2 heads", "plain", {2, two_heads(), y}),
        ask_heads("self, 1 head", "one head", {1, one_head(), small}),
        ask_heads("self, biases", "bias", {3, with_bias(), x}),
        ask_heads("other words' keys", "cross", {3, without_bias(), z, y}),
        ask_heads("other words' keys, biases", "cross", {3, with_bias(), z, y}),
        ask_heads("causal", "causal", {3, without_bias(), x, {}, {}, true}),
        ask_heads("causal, 1 head", "causal", {1, one_head(), small, {}, {}, true}),
        ask_heads("causal, 2 heads", "causal", {2, two_heads(), y, {}, {}, true}),
        ask_heads("causal, biases", "causal", {3, with_bias(), x, {}, {}, true}),
    };
    probes.push_back(asked_again(probes[0]));
    probes.push_back(asked_again(probes[6]));
    return probes;
}

std::vector<Probe> padding_probes(const Array& x, const Array& y) {
    const Array padding = padding_after({5, 3}, 5);
    const Array other = padding_after({4, 2}, 5);
    const Array large = random_array(50, {2, 5, 12}, 2);
    const Array words = random_array(54, {1, 130, 4});
    return {
        ask_heads("padding", "padding", {3, without_bias(), x, {}, padding}),
        ask_heads("padding, biases", "padding", {3, with_bias(), y, {}, other}),
        ask_heads("padding, large scores", "padding", {2, two_heads(), large, {}, padding}),
        ask_heads("causal and padding", "both", {3, without_bias(), x, {}, padding, true}),
        ask_heads("causal and padding, biases", "both",
                  {3, with_bias(), y, {}, other, true}),
        ask_heads("130 words", "long", {2, one_head(), words}),
        ask_heads("130 words, causal", "long", {2, one_head(), words, {}, {}, true}),
    };
}

std::vector<Probe> edge_probes() {
    // Sums of squares of 40000 and more: with W_k = -1, scores of -20000.
    Array far = {{2, 3, 4}, std::vector<double>(24, 100)};
    for (const std::size_t i : {4U, 10U, 15U, 17U, 21U}) far.values[i] += 1;
    Array above = {{1, 3, 4}, {far.values.begin(), far.values.begin() + 12}};
    for (std::size_t i = 8; i < 12; ++i) above.values[i] *= -1;
    const Array big = {{2, 3, 4}, {40, 0, 1,  0, 0, 2, 1, 1, 39, 0, 0, 0,
                                   0,  1, 50, 0, 0, 0, 0, 2, 1,  1, 1, 1}};
    const Array words = random_array(55, {2, 3, 4});
    const Arrays plain = plain_head_weights(4), minus = plain_head_weights(4, -1);
    const Array last = padding_after({2}, 3);
    Array first_or_last = padding_after({2, 3}, 3);
    first_or_last.values[3] = 0;
    return {
        ask_heads("scores of 700 and more", "edge", {1, plain, big}),
        ask_heads("causal, scores of 700", "edge", {1, plain, big, {}, {}, true}),
        ask_heads("a sentence of padding", "edge",
                  {1, plain, words, {}, padding_after({3, 0}, 3)}),
        ask_heads("scores of -20000", "edge", {1, minus, far}),
        ask_heads("causal, scores of -20000", "edge", {1, minus, far, {}, {}, true}),
        ask_heads("padding, 40000 above", "edge", {1, minus, above, {}, last}),
        ask_heads("padding, scores of -20000", "edge", {1, minus, far, {}, first_or_last}),
    };
}

std::vector<Probe> mha_probes() {
    const Array x = random_array(50, {2, 5, 12});
    const Array y = random_array(51, {2, 5, 12});
    const Array z = random_array(52, {2, 3, 12});
    std::vector<Probe> probes = open_probes(x, y, z);
    for (Probe& probe : padding_probes(x, y)) probes.push_back(std::move(probe));
    for (Probe& probe : edge_probes()) probes.push_back(std::move(probe));
    return probes;
}

void add_small(std::vector<Probe>& probes, const Array& x, std::size_t n_heads,
               std::uint64_t seed) {
    const std::size_t sentences = x.shape[0], n = x.shape[1], d = x.shape[2];
    std::vector<std::size_t> real(sentences, n);
    real.back() = n - 1;
    for (const bool causal : {false, true}) {
        for (const bool is_padded : {false, true}) {
            if (is_padded && n == 1) continue;
            HeadsCase in{n_heads, plain_head_weights(d), x, {}, {}, causal};
            if (is_padded) in.padding = padding_after(real, n);
            probes.push_back(ask_heads("", "small", in));
            if (seed == 0) continue;
            in.weights["in_proj_weight"] = small_array(seed, {3 * d, d});
            probes.push_back(ask_heads("", "small", in));
            in.weights = plain_head_weights(d);
            in.weights["in_proj_bias"] = small_array(seed + 1, {3 * d});
            in.weights["out_proj.bias"] = small_array(seed + 2, {d});
            probes.push_back(ask_heads("", "small", in));
        }
    }
}

std::vector<Probe> mha_small_probes() {
    std::vector<Probe> probes;
    const std::size_t sizes[][4] = {{1, 1, 1, 1}, {1, 2, 1, 1}, {1, 2, 2, 2}, {1, 2, 4, 1},
                                    {1, 2, 4, 2}, {2, 2, 2, 1}, {2, 2, 2, 2}, {2, 2, 4, 2},
                                    {2, 3, 4, 2}, {2, 3, 6, 2}, {1, 6, 4, 2}};
    std::uint64_t seed = 0;
    for (const auto& [sentences, n, d, n_heads] : sizes) {
        for (const std::uint64_t weights : {std::uint64_t{0}, ++seed * 10}) {
            add_small(probes, small_array(seed + weights, {sentences, n, d}), n_heads,
                      weights);
        }
    }
    const Array words = {{1, 2, 1}, {150, 151}};
    const Array large = {{1, 2, 1}, {100, 101}};
    for (const bool causal : {false, true}) {
        probes.push_back(
            ask_heads("", "small", {1, plain_head_weights(1, -1), words, {}, {}, causal}));
        probes.push_back(
            ask_heads("", "small", {1, plain_head_weights(1), large, {}, {}, causal}));
    }
    probes.push_back(ask_heads(
        "", "small",
        {1, plain_head_weights(1), {{1, 2, 1}, {1, 2}}, {}, padding_after({0}, 2)}));
    return probes;
}

Arrays mha_reference(const Probe& probe, const Switches& on) {
    const std::size_t n_heads = probe.count("n_heads");
    const Block y = many_heads(
        as_block(probe.arrays.at("query")), as_block(probe.arrays.at("key")),
        as_block(probe.arrays.at("value")), head_weights(probe.arrays, "", n_heads, on),
        n_heads, masking_of(probe), on);
    return {{"output", as_array(y, 3)}};
}

std::vector<Mistake> mha_mistakes() {
    return joined({score_mistakes(), mask_mistakes(), head_mistakes()});
}

}  // namespace

Kind mha_kind() {
    return {"mha", mha_probes(), mha_small_probes(), mha_reference, mha_mistakes()};
}

}  // namespace attn::doctor

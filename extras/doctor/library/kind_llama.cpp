#include <algorithm>
#include <cmath>

#include "doctor/library/kind.hpp"
#include "doctor/library/known_mistakes.hpp"
#include "doctor/library/layer_inputs.hpp"
#include "doctor/library/layers.hpp"
#include "doctor/library/many_heads.hpp"
#include "doctor/library/words.hpp"

namespace attn::doctor {
namespace {

/// Grouped heads to ask about, alone or in a layer.
struct GroupedCase {
    std::uint64_t seed = 350;
    std::size_t sentences = 2;
    std::size_t n = 5;
    std::size_t n_past = 0;
    std::size_t d_model = 36;
    std::size_t n_heads = 6;
    std::size_t n_kv_heads = 2;
    std::size_t d_k = 6;  // with 4, a doubled exponent is one that reaches the base
    std::string layout = "none";
    std::string base = "10000";
    double size = 1;  // of x
    std::size_t window = 0;
    double soft_cap = 0;
    bool has_head_norm = false;
    double epsilon = 1e-5;
};

/// Numbers around 1, for a norm's gamma.
Array random_gamma(std::uint64_t seed, std::size_t d) {
    Array gamma = random_array(seed, {d}, 0.3);
    for (double& value : gamma.values) value = static_cast<float>(1 + value);
    return gamma;
}

Arrays grouped_weights(const GroupedCase& c) {
    const std::size_t d = c.d_model, d_q = c.n_heads * c.d_k, d_kv = c.n_kv_heads * c.d_k;
    Arrays w = {{"q_proj.weight", random_array(c.seed + 1, {d_q, d}, 0.5)},
                {"k_proj.weight", random_array(c.seed + 2, {d_kv, d}, 0.5)},
                {"v_proj.weight", random_array(c.seed + 3, {d_kv, d}, 0.5)},
                {"o_proj.weight", random_array(c.seed + 4, {d, d_q}, 0.25)}};
    if (c.has_head_norm) {
        w["q_norm.weight"] = random_gamma(c.seed + 6, c.d_k);
        w["k_norm.weight"] = random_gamma(c.seed + 7, c.d_k);
    }
    return w;
}

/// Grouped heads for prefix "", a whole layer for "self_attn.".
Probe ask_grouped(std::string name, std::string stage, const GroupedCase& c,
                  const std::string& prefix = "") {
    const auto number = [](std::size_t n) { return std::to_string(n); };
    Probe probe{.kind = prefix.empty() ? "gqa" : "llama_layer",
                .name = std::move(name),
                .stage = std::move(stage)};
    probe.settings = {{"batch", number(c.sentences)}, {"n", number(c.n)},
                      {"n_past", number(c.n_past)},   {"d_model", number(c.d_model)},
                      {"n_heads", number(c.n_heads)}, {"n_kv_heads", number(c.n_kv_heads)},
                      {"d_k", number(c.d_k)},         {"causal", "1"},
                      {"layout", c.layout},           {"base", c.base}};
    if (prefix.empty()) {
        probe.settings.push_back({"window", number(c.window)});
        probe.settings.push_back({"soft_cap", short_number(c.soft_cap)});
    }
    probe.settings.push_back({"eps", short_number(c.epsilon)});
    probe.arrays = with_prefix(prefix, grouped_weights(c));
    probe.arrays["x"] = random_array(c.seed, {c.sentences, c.n, c.d_model}, c.size);
    if (c.n_past > 0) {
        probe.arrays["past"] =
            random_array(c.seed + 5, {c.sentences, c.n_past, c.d_model}, c.size);
    }
    return probe;
}

/// Scores of 2000, with or without positions.
Probe with_large_scores(Probe probe, const std::string& prefix = "") {
    probe.name += "scores of 2000";
    probe.arrays["x"] = rows_of_signs(probe.count("batch"), probe.count("n"));
    for (const char* name : {"q_proj.weight", "k_proj.weight"}) {
        probe.arrays[prefix + name] = large_scores(4);
    }
    return probe;
}

std::vector<Probe> gqa_probes() {
    std::vector<Probe> probes = {
        ask_grouped("1 head, no positions", "one head",
                    {.d_model = 6, .n_heads = 1, .n_kv_heads = 1}),
        ask_grouped("6 heads in 2 groups, no positions", "plain", {}),
        ask_grouped("6 heads in 3 groups, no positions", "plain", {.n_kv_heads = 3}),
        ask_grouped("6 heads in 6, no positions", "plain", {.n_kv_heads = 6}),
        ask_grouped("no positions, 1 word after 4", "corner",
                    {.n = 1, .n_past = 4, .n_kv_heads = 6}),
        ask_grouped("no positions, 3 words after 4", "corner",
                    {.n = 3, .n_past = 4, .n_kv_heads = 6}),
    };
    probes.push_back(asked_again(probes[1]));
    for (const std::string layout : {"interleaved", "halves"}) {
        const std::vector<Probe> more = {
            ask_grouped(layout + ", 1 head", "cross",
                        {.d_model = 6, .n_heads = 1, .n_kv_heads = 1, .layout = layout}),
            ask_grouped(layout + ", 6 heads in 2 groups", "cross", {.layout = layout}),
            ask_grouped(layout + ", 6 heads in 6", "cross",
                        {.n_kv_heads = 6, .layout = layout}),
            ask_grouped(layout + ", d_k 4, d_model 10", "cross",
                        {.d_model = 10, .n_heads = 4, .d_k = 4, .layout = layout}),
            ask_grouped(layout + ", base 500000", "cross",
                        {.layout = layout, .base = "500000"}),
            ask_grouped(layout + ", base 500000, 6 heads in 6", "cross",
                        {.n_kv_heads = 6, .layout = layout, .base = "500000"}),
            ask_grouped(layout + ", 1 word after 4", "causal",
                        {.n = 1, .n_past = 4, .layout = layout}),
            ask_grouped(layout + ", 3 words after 4", "corner",
                        {.n = 3, .n_past = 4, .layout = layout}),
            ask_grouped(layout + ", 3 words after 4, 6 heads in 6", "corner",
                        {.n = 3, .n_past = 4, .n_kv_heads = 6, .layout = layout}),
        };
        probes.insert(probes.end(), more.begin(), more.end());
        for (const std::size_t i : {0U, 2U}) probes.push_back(asked_again(more[i]));
    }
    for (const std::string layout : {"none", "interleaved", "halves"}) {
        probes.push_back(with_large_scores(ask_grouped(
            layout == "none" ? "no positions, " : layout + ", ", "edge",
            {.d_model = 4, .n_heads = 1, .n_kv_heads = 1, .d_k = 4, .layout = layout})));
    }
    const std::vector<Probe> extras = {
        ask_grouped("window of 3", "padding", {.n = 6, .window = 3}),
        ask_grouped("window of 3, 1 word after 5", "padding",
                    {.n = 1, .n_past = 5, .window = 3}),
        ask_grouped("window of 5, 3 words after 5", "padding",
                    {.n = 3, .n_past = 5, .window = 5}),
        ask_grouped("soft cap of 2", "both", {.size = 1.5, .soft_cap = 2}),
        ask_grouped("heads normalized", "bias", {.has_head_norm = true}),
        ask_grouped("halves, heads normalized", "long",
                    {.d_k = 8, .layout = "halves", .has_head_norm = true}),
    };
    probes.insert(probes.end(), extras.begin(), extras.end());
    return probes;
}

/// The smallest questions: heads of two columns, two of which share keys and values.
std::vector<GroupedCase> small_grouped_cases() {
    std::vector<GroupedCase> cases;
    for (const char* layout : {"none", "interleaved", "halves"}) {
        GroupedCase least{.seed = 401,
                          .sentences = 1,
                          .n = 2,
                          .d_model = 4,
                          .n_heads = 2,
                          .n_kv_heads = 1,
                          .d_k = 2,
                          .layout = layout};
        std::vector<GroupedCase> more(6, least);
        more[0].n = 1;
        more[1].n = 1, more[1].n_past = 1;
        more[2].n_past = 2;
        more[3].n_heads = more[3].n_kv_heads = 1, more[3].d_k = 4;
        more[4].n_heads = more[4].n_kv_heads = 1, more[4].d_k = 4, more[4].base = "500000";
        more[5].n_heads = 4, more[5].n_kv_heads = 2;
        cases.insert(cases.end(), more.begin(), more.end());
        cases.push_back(least);
    }
    return cases;
}

std::vector<Probe> gqa_small_probes() {
    std::vector<Probe> probes;
    for (const GroupedCase& c : small_grouped_cases()) {
        probes.push_back(ask_grouped("", "small", c));
    }
    GroupedCase extra = small_grouped_cases().back();
    extra.n = 3;
    for (const char* layout : {"none", "halves"}) {
        std::vector<GroupedCase> more(4, extra);
        more[0].window = 2;
        more[1].window = 2, more[1].n_past = 2;
        more[2].soft_cap = 1;
        more[3].has_head_norm = true;
        for (GroupedCase& c : more) {
            c.layout = layout;
            probes.push_back(ask_grouped("", "small", c));
        }
    }
    return probes;
}

Arrays gqa_reference(const Probe& probe, const Switches& on) {
    return {{"output", as_array(grouped_attention(as_block(probe.arrays.at("x")),
                                                  past_of(probe), probe, "", on),
                                3)}};
}

Probe ask_gated(std::string name, std::string stage, const char* activation,
                Arrays arrays) {
    Probe probe{
        .kind = "gated_feed_forward", .name = std::move(name), .stage = std::move(stage)};
    const std::vector<std::size_t>& x = arrays.at("x").shape;
    probe.settings = {{"batch", std::to_string(x[0])},
                      {"n", std::to_string(x[1])},
                      {"d_model", std::to_string(x[2])},
                      {"d_ff", std::to_string(arrays.at("gate_proj.weight").shape[0])},
                      {"activation", activation}};
    probe.arrays = std::move(arrays);
    return probe;
}

/// Wider networks have smaller weights: from outputs of hundreds float32 leaves too few digits.
Arrays gated_weights(std::uint64_t seed, std::size_t d, std::size_t d_ff) {
    const double scale = 1.5 / std::sqrt(static_cast<double>(d));
    return {{"gate_proj.weight", random_array(seed, {d_ff, d}, scale)},
            {"up_proj.weight", random_array(seed + 1, {d_ff, d}, scale)},
            {"down_proj.weight", random_array(seed + 2, {d, d_ff}, scale)}};
}

std::vector<Probe> gated_probes() {
    std::vector<Probe> probes;
    const auto add = [&](const std::string& name, const char* activation, std::size_t d,
                         std::size_t d_ff, double size) {
        Arrays arrays = gated_weights(320 + d, d, d_ff);
        arrays["x"] = random_array(319 + d, {2, 3, d}, size);
        probes.push_back(ask_gated(name, "plain", activation, std::move(arrays)));
    };
    for (const char* activation : {"silu", "gelu", "gelu_tanh", "relu"}) {
        add(activation, activation, 6, 9, 1);
        add(activation + std::string(", small x"), activation, 6, 9, 0.1);
    }
    add("silu, square", "silu", 5, 5, 1);
    return probes;
}

std::vector<Probe> gated_small_probes() {
    std::vector<Probe> probes;
    for (const char* activation : {"silu", "gelu", "gelu_tanh"}) {
        for (std::uint64_t seed = 1; seed < 6; ++seed) {
            probes.push_back(
                ask_gated("", "small", activation,
                          {{"x", small_array(seed, {1, 1, 1})},
                           {"gate_proj.weight", small_array(seed + 1, {1, 1})},
                           {"up_proj.weight", small_array(seed + 2, {1, 1})},
                           {"down_proj.weight", small_array(seed + 3, {1, 1})}}));
        }
    }
    return probes;
}

Arrays gated_reference(const Probe& probe, const Switches& on) {
    return {
        {"output", as_array(gated_feed_forward(as_block(probe.arrays.at("x")), probe.arrays,
                                               "", probe.setting("activation"), on),
                            3)}};
}

Probe ask_llama_layer(std::string name, std::string stage, const GroupedCase& c) {
    Probe probe = ask_grouped(std::move(name), std::move(stage), c, "self_attn.");
    const std::size_t d = c.d_model, d_ff = d + 5;
    probe.settings.push_back({"d_ff", std::to_string(d_ff)});
    probe.settings.push_back({"activation", "silu"});
    probe.arrays.merge(with_prefix("mlp.", gated_weights(c.seed + 10, d, d_ff)));
    probe.arrays["input_layernorm.weight"] = random_gamma(c.seed + 13, d);
    probe.arrays["post_attention_layernorm.weight"] = random_gamma(c.seed + 14, d);
    return probe;
}

/// Nearly constant rows, of which one is nearly zero and one is zero: each needs an epsilon.
Probe ask_flat_rows(const std::string& name, GroupedCase c) {
    c.size = 0.003;
    Probe probe = ask_llama_layer(name, "plain", c);
    double* x = probe.arrays.at("x").values.data();
    for (std::size_t j = 0; j < c.d_model; ++j) {
        x[j] = 0;
        x[c.d_model + j] /= 256;
    }
    return probe;
}

std::vector<Probe> llama_layer_probes() {
    const GroupedCase one{.seed = 460, .d_model = 6, .n_heads = 1, .n_kv_heads = 1};
    GroupedCase wide = one;
    wide.epsilon = 0.1;
    std::vector<Probe> probes = {
        ask_llama_layer("1 head, no positions", "one head", one),
        ask_llama_layer("1 head, no positions, epsilon 0.1", "one head", wide),
        ask_flat_rows("nearly constant rows", {.seed = 460}),
        ask_flat_rows("nearly constant rows, epsilon 0.1", {.seed = 460, .epsilon = 0.1}),
        ask_llama_layer("6 heads in 3 groups, no positions", "plain",
                        {.seed = 460, .n_kv_heads = 3}),
    };
    for (const std::string layout : {"interleaved", "halves"}) {
        GroupedCase groups{.seed = 480, .layout = layout};
        GroupedCase heads = groups;
        heads.n_kv_heads = 6;
        probes.push_back(ask_llama_layer(layout + ", 6 heads in 6", "plain", heads));
        probes.push_back(asked_again(probes.back()));
        probes.push_back(ask_flat_rows(layout + ", nearly constant rows", heads));
        probes.push_back(
            ask_llama_layer(layout + ", 6 heads in 2 groups", "cross", groups));
        for (GroupedCase c : {groups, heads}) {
            c.base = "500000";
            probes.push_back(ask_llama_layer(
                layout + ", base 500000, " + std::to_string(c.n_kv_heads) + " kv heads",
                "cross", c));
        }
        heads.epsilon = 0.1;
        probes.push_back(
            ask_llama_layer(layout + ", 6 heads in 6, epsilon 0.1", "plain", heads));
        groups.n = 2;
        groups.n_past = 4;
        probes.push_back(ask_llama_layer(layout + ", 2 words after 4", "causal", groups));
    }
    for (const std::string layout : {"none", "interleaved", "halves"}) {
        probes.push_back(with_large_scores(
            ask_llama_layer(
                layout == "none" ? "no positions, " : layout + ", ", "edge",
                {.d_model = 4, .n_heads = 1, .n_kv_heads = 1, .d_k = 4, .layout = layout}),
            "self_attn."));
    }
    return probes;
}

std::vector<Probe> llama_small_probes() {
    std::vector<Probe> probes;
    for (const GroupedCase& c : small_grouped_cases()) {
        probes.push_back(ask_llama_layer("", "small", c));
    }
    for (const double epsilon : {1e-5, 0.1}) {
        GroupedCase flat = small_grouped_cases().front();
        flat.size = 0.01;
        flat.epsilon = epsilon;
        probes.push_back(ask_llama_layer("", "small", flat));
    }
    return probes;
}

Arrays llama_layer_reference(const Probe& probe, const Switches& on) {
    return {
        {"output", as_array(llama_layer(as_block(probe.arrays.at("x")), probe, on), 3)}};
}

/// What its probes can show: it has no window, no cap, no norm of heads, no head wider than its
/// share, and one activation. Under Hugging Face's names weights are a Llama's, with which some
/// conventions are mistakes.
std::vector<Mistake> llama_layer_mistakes() {
    std::vector<Mistake> grouped = grouped_mistakes();
    std::erase_if(grouped, [](const Mistake& mistake) {
        const std::string& name = mistake.name;
        return name.starts_with("window") || name.starts_with("cap_") ||
               name.ends_with("window_one_less") || name.ends_with("by_heads") ||
               name.ends_with("by_model") ||
               (name.starts_with("head_norm") && name != "head_norm_unasked");
    });
    return judged(
        joined({without(grouped, {"rope_quarter_turned", "rope_half_turned_wide"}),
                without(gate_mistakes(),
                        {"gate_silu_for_gelu", "gate_gelu_for_tanh", "gate_tanh_for_gelu"}),
                rms_norm_mistakes(),
                without(layer_mistakes(),
                        {"norm_always_post", "norm_always_pre", "norm_queries_only",
                         "ffn_bias_missing", "ffn_bias_1_missing", "ffn_bias_2_missing",
                         "act_twice", "act_late"})}),
        "kv_modulo", Level::mistake,
        "Head h takes the keys and values of head h modulo n_kv_heads (repeat, tile), "
        "where neighbours share them (repeat_interleave).");
}

}  // namespace

Kind gqa_kind() {
    return {"gqa", gqa_probes(), gqa_small_probes(), gqa_reference,
            joined({grouped_mistakes(), head_norm_mistakes()})};
}

Kind gated_feed_forward_kind() {
    return {"gated_feed_forward", gated_probes(), gated_small_probes(), gated_reference,
            gate_mistakes()};
}

Kind llama_layer_kind() {
    return {"llama_layer", llama_layer_probes(), llama_small_probes(),
            llama_layer_reference, llama_layer_mistakes()};
}

}  // namespace attn::doctor

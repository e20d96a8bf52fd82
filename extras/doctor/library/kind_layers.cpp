#include <algorithm>
#include <span>

#include "doctor/library/kind.hpp"
#include "doctor/library/known_mistakes.hpp"
#include "doctor/library/layer_inputs.hpp"
#include "doctor/library/layers.hpp"
#include "doctor/library/words.hpp"

namespace attn::doctor {
namespace {

/// A layer to ask about. n_memory 0: an encoder's.
struct LayerCase {
    std::uint64_t seed = 0;
    std::size_t sentences = 2;
    std::size_t n = 5;
    std::size_t d_model = 12;
    std::size_t n_heads = 3;
    std::size_t d_ff = 20;
    std::string norm = "post";
    std::string activation = "relu";
    bool bias = false;  // of attention
    bool causal = false;
    double epsilon = 1e-5;
    double size = 1;         // of x
    bool is_silent = false;  // attention and feed-forward network give 0
    double offset = 0;       // of x, which is then of whole numbers
    Array padding = {};
    std::size_t n_memory = 0;
};

Array near_1(Array array) {
    for (double& value : array.values) value = static_cast<float>(1 + 0.3 * value);
    return array;
}

/// Attention and the feed-forward network give 0, even without W_o: the values are 0 as well.
/// Scores are not, because somebody may divide by their sum; but of rows far from 0 they are, or
/// they would be huge.
void silence(Arrays& weights, bool is_far) {
    for (auto& [name, array] : weights) {
        const bool is_in = name.find("in_proj_") != name.npos;
        const bool is_out = name.find("out_proj.") != name.npos;
        if (!is_in && !is_out && !name.starts_with("linear2")) continue;
        const std::size_t n = array.values.size();
        std::fill_n(array.values.rbegin(), is_in && !is_far ? n / 3 : n, 0.0);
    }
}

Arrays layer_weights(const LayerCase& c) {
    const std::size_t d = c.d_model;
    Arrays w = with_prefix("self_attn.", random_head_weights(c.seed, d, c.bias));
    if (c.n_memory > 0) {
        w.merge(
            with_prefix("multihead_attn.", random_head_weights(c.seed + 20, d, c.bias)));
    }
    w["linear1.weight"] = random_array(c.seed + 4, {c.d_ff, d}, 0.5);
    w["linear1.bias"] = random_array(c.seed + 5, {c.d_ff});
    w["linear2.weight"] = random_array(c.seed + 6, {d, c.d_ff}, 0.5);
    w["linear2.bias"] = random_array(c.seed + 7, {d});
    for (std::size_t k = 1; k <= (c.n_memory > 0 ? 3U : 2U); ++k) {
        const std::string norm = "norm" + std::to_string(k);
        w[norm + ".weight"] = near_1(random_array(c.seed + 7 + k, {d}));
        w[norm + ".bias"] = random_array(c.seed + 10 + k, {d}, 0.3);
    }
    if (c.is_silent) silence(w, c.offset > 0);
    return w;
}

Probe ask_layer(std::string name, std::string stage, const LayerCase& c) {
    const auto number = [](std::size_t n) { return std::to_string(n); };
    Probe probe{.kind = c.n_memory > 0 ? "decoder_layer" : "encoder_layer",
                .name = std::move(name),
                .stage = std::move(stage)};
    probe.settings = {{"batch", number(c.sentences)}, {"n", number(c.n)}};
    if (c.n_memory > 0) probe.settings.push_back({"n_memory", number(c.n_memory)});
    const std::vector<std::pair<std::string, std::string>> more = {
        {"d_model", number(c.d_model)},
        {"n_heads", number(c.n_heads)},
        {"d_k", number(c.d_model / c.n_heads)},
        {"d_ff", number(c.d_ff)},
        {"norm", c.norm},
        {"activation", c.activation},
        {"bias", c.bias ? "1" : "0"},
        {"causal", c.causal ? "1" : "0"},
        {"eps", short_number(c.epsilon)}};
    probe.settings.insert(probe.settings.end(), more.begin(), more.end());
    probe.arrays = layer_weights(c);
    const std::vector<std::size_t> shape = {c.sentences, c.n, c.d_model};
    Array& x = probe.arrays["x"] = random_array(c.seed + 14, shape, c.size);
    for (std::size_t i = 0; c.offset > 0 && i < x.values.size(); ++i) {
        x.values[i] = c.offset + static_cast<double>(7 * i % 5);  // no row is constant
    }
    // A word of zeros, which needs an epsilon.
    if (c.is_silent && c.offset == 0) std::fill_n(x.values.begin(), c.d_model, 0.0);
    if (c.n_memory > 0) {
        probe.arrays["memory"] =
            random_array(c.seed + 15, {c.sentences, c.n_memory, c.d_model});
    }
    if (!c.padding.shape.empty()) {
        probe.arrays[c.n_memory > 0 ? "memory_padding" : "padding"] = c.padding;
    }
    return probe;
}

/// Scores of 2000 in self-attention.
Probe ask_large_scores(const std::string& name, LayerCase c) {
    c.seed = 210;
    c.d_model = 4, c.n_heads = 1, c.d_ff = 6;
    Probe probe = ask_layer(name + "scores of 2000", "edge", c);
    Arrays& w = probe.arrays;
    w["x"] = rows_of_signs(c.sentences, c.n);
    const Array large = large_scores(8);
    std::copy(large.values.begin(), large.values.end(),
              w.at("self_attn.in_proj_weight").values.begin());
    if (c.bias) std::fill_n(w.at("self_attn.in_proj_bias").values.begin(), 8, 0.0);
    std::fill_n(w.at("norm1.bias").values.begin(), 4, 0.0);
    return probe;
}

/// Rows far from 0. Behind post-norm the parts are silent, because scores of such rows are huge;
/// before pre-norm what they add is as large as the rows, or nobody could see it.
std::vector<Probe> offset_probes(const std::string& name, LayerCase c) {
    std::vector<Probe> probes;
    for (const double offset : {1e4, 1e9}) {
        c.offset = offset;
        c.is_silent = c.norm == "post";
        const bool is_far = offset > 1e4;
        Probe probe = ask_layer(name + "a mean of " + short_number(offset),
                                is_far ? "offset, float64" : "offset", c);
        for (const char* last : {"self_attn.out_proj.weight", "linear2.weight"}) {
            for (double& weight : probe.arrays.at(last).values) weight *= offset;
        }
        probes.push_back(std::move(probe));
    }
    return probes;
}

/// What both layers are asked, for one placement of the norms.
std::vector<Probe> wiring_probes(const std::string& norm, std::size_t n_memory) {
    const bool causal = n_memory > 0;
    const auto of = [&](LayerCase c) {
        c.norm = norm;
        c.n_memory = n_memory;
        c.causal = causal;
        return c;
    };
    const LayerCase silent =
        of({.seed = 190, .d_model = 4, .n_heads = 1, .d_ff = 6, .is_silent = true});
    const LayerCase one = of({.seed = 200, .d_model = 6, .n_heads = 1, .d_ff = 9});
    const LayerCase two = of({.seed = 130, .n_heads = 2});
    const auto wide = [](LayerCase c, double size = 1) {
        c.epsilon = 0.1;
        c.size = size;
        return c;
    };
    LayerCase flat = of({.seed = 160, .n_heads = 2, .size = 0.003});
    std::vector<Probe> probes = {
        ask_layer(norm + ", silent parts", "silent", silent),
        ask_layer(norm + ", silent parts, epsilon 0.1", "silent", wide(silent, 0.03)),
        ask_layer(norm + ", relu, 1 head", "one head", one),
        ask_layer(norm + ", relu, 1 head, epsilon 0.1", "one head", wide(one)),
        ask_layer(norm + ", relu, epsilon 0.1", "plain", wide(two)),
        ask_layer(norm + ", relu, nearly constant rows", "plain", flat),
    };
    for (const char* activation : {"relu", "gelu", "gelu_tanh"}) {
        for (const bool bias : {true, false}) {
            LayerCase c = of({.seed = 100, .activation = activation, .bias = bias});
            probes.push_back(ask_layer(
                norm + ", " + activation + (bias ? "" : ", attention without bias"),
                bias ? "bias" : "plain", c));
        }
    }
    for (const std::size_t earlier : {6U, 7U})
        probes.push_back(asked_again(probes[earlier]));
    probes.push_back(ask_large_scores(norm + ", relu, ", of({})));
    for (Probe& probe : offset_probes(norm + ", relu, ", silent))
        probes.push_back(std::move(probe));
    return probes;
}

std::vector<Probe> encoder_mask_probes(const std::string& norm) {
    const Array padding = padding_after({5, 3}, 5);
    const Array other = padding_after({3, 5}, 5);
    const auto of = [&](LayerCase c) {
        c.seed = 100;
        c.norm = norm;
        return c;
    };
    return {
        ask_layer(norm + ", relu, causal", "causal", of({.causal = true})),
        ask_layer(norm + ", relu, padding", "padding", of({.padding = padding})),
        ask_layer(norm + ", relu, biases, padding", "padding",
                  of({.bias = true, .padding = other})),
        ask_layer(norm + ", relu, causal and padding", "both",
                  of({.causal = true, .padding = padding})),
    };
}

/// What models do, all of it at once: whoever does nothing else is examined on all of it.
struct LayerOfModel {
    const char* norm;
    const char* activation;
    bool bias;
    bool causal;
    bool padding;
};

// norm, activation, biases, causal, padding
constexpr LayerOfModel encoder_models[] = {
    {"pre", "gelu_tanh", true, true, false},   // GPT-2
    {"pre", "gelu", true, true, false},        // nanoGPT
    {"pre", "gelu", false, true, false},       // nanoGPT with bias=False
    {"pre", "relu", false, true, false},       // Karpathy's lecture
    {"post", "gelu_tanh", true, true, false},  // GPT
    {"post", "gelu", true, false, true},       // BERT
    {"post", "relu", true, false, true},       // the encoder of 2017
    {"pre", "gelu", true, false, false},       // ViT
};
constexpr LayerOfModel decoder_models[] = {
    {"post", "gelu", true, true, true},  // BART
    {"post", "relu", true, true, true},  // the decoder of 2017
    {"pre", "gelu", true, true, false},  // Whisper
};

LayerCase as_in(const LayerOfModel& model, std::size_t n_memory, LayerCase c) {
    c.norm = model.norm;
    c.activation = model.activation;
    c.bias = model.bias;
    c.causal = model.causal;
    c.n_memory = n_memory;
    const std::size_t n_key = n_memory > 0 ? n_memory : c.n;
    if (model.padding && n_key > 1) {
        c.padding = padding_after({n_key > 3 ? n_key - 2 : n_key - 1, n_key}, n_key);
    }
    return c;
}

std::vector<Probe> probes_of_model(const LayerOfModel& model, std::size_t n_memory) {
    const bool is_masked = model.padding || (model.causal && n_memory == 0);
    const char* stage = model.padding ? "padding" : is_masked ? "causal" : "bias";
    const std::string name = std::string(model.norm) + ", " + model.activation +
                             (model.bias ? ", biases" : ", attention without bias") +
                             (is_masked && model.causal ? ", causal" : "") +
                             (model.padding ? ", padding" : "") + ": ";
    const auto ask = [&](const char* what, bool is_silent, LayerCase c) {
        c = as_in(model, n_memory, c);
        c.is_silent = is_silent;
        return ask_layer(name + what, is_silent ? "silent" : stage, c);
    };
    LayerCase silent{.seed = 190, .d_model = 4, .n_heads = 1, .d_ff = 6};
    const LayerCase flat{.seed = 160, .n_heads = 2, .size = 0.003};
    LayerCase wide = silent, one{.seed = 200, .d_model = 6, .n_heads = 1, .d_ff = 9};
    silent.size = 0.003;
    wide.size = 0.03;
    wide.epsilon = one.epsilon = 0.1;
    std::vector<Probe> probes = {
        ask("silent parts", true, silent),
        ask("silent parts, epsilon 0.1", true, wide),
        ask("1 head, epsilon 0.1", false, one),
        ask("3 heads", false, {.seed = 100}),
        ask("nearly constant rows", false, flat),
    };
    probes.push_back(asked_again(probes[3]));
    probes.push_back(ask_large_scores(name, as_in(model, n_memory, {})));
    for (Probe& probe : offset_probes(name, as_in(model, n_memory, silent))) {
        probes.push_back(std::move(probe));
    }
    return probes;
}

std::vector<Probe> encoder_layer_probes() {
    std::vector<Probe> probes;
    for (const char* norm : {"post", "pre"}) {
        for (Probe& probe : wiring_probes(norm, 0)) probes.push_back(std::move(probe));
        for (Probe& probe : encoder_mask_probes(norm)) probes.push_back(std::move(probe));
    }
    for (const LayerOfModel& model : encoder_models) {
        for (Probe& probe : probes_of_model(model, 0)) probes.push_back(std::move(probe));
    }
    return probes;
}

std::vector<Probe> decoder_layer_probes() {
    std::vector<Probe> probes;
    for (const char* norm : {"post", "pre"}) {
        for (Probe& probe : wiring_probes(norm, 5)) probes.push_back(std::move(probe));
        LayerCase longer{.seed = 100, .norm = norm, .causal = true, .n_memory = 7};
        probes.push_back(
            ask_layer(std::string(norm) + ", relu, 7 words read", "cross", longer));
        longer.padding = padding_after({7, 4}, 7);
        probes.push_back(ask_layer(std::string(norm) + ", relu, 7 words read, padding",
                                   "padding", longer));
        LayerCase same = longer;
        same.n_memory = 5;
        same.padding = padding_after({4, 3}, 5);
        probes.push_back(ask_layer(std::string(norm) + ", relu, 5 words read, padding",
                                   "padding", same));
        longer.bias = true;
        longer.padding = padding_after({3, 6}, 7);
        probes.push_back(
            ask_layer(std::string(norm) + ", relu, 7 words read, biases, padding",
                      "padding", longer));
    }
    for (const LayerOfModel& model : decoder_models) {
        for (Probe& probe : probes_of_model(model, 7)) probes.push_back(std::move(probe));
    }
    return probes;
}

/// What may be asked of a small layer besides its plainest form, whatever its norm.
std::vector<LayerCase> small_cases(std::size_t n_memory) {
    const LayerCase least{.sentences = 1, .d_model = 4, .n_heads = 2, .d_ff = 4};
    std::vector<LayerCase> cases(7, least);
    cases[1].bias = true;
    cases[2].activation = "gelu";
    cases[3].activation = "gelu_tanh";
    cases[4].causal = true;
    cases[5].sentences = 2;
    cases[6].sentences = 2;
    for (LayerCase& c : cases) c.n_memory = n_memory;
    if (n_memory > 0) {
        for (LayerCase& c : cases) c.causal = true;
    }
    return cases;
}

std::vector<Probe> small_layer_probes(std::size_t n_memory,
                                      std::span<const LayerOfModel> models) {
    std::vector<Probe> probes;
    for (const std::size_t n : {1U, 2U, 3U}) {
        for (const char* norm : {"post", "pre"}) {
            std::vector<LayerCase> cases = small_cases(n_memory);
            const std::size_t n_key = n_memory > 0 ? n_memory : n;
            if (n_key > 1) cases.back().padding = padding_after({n_key, n_key - 1}, n_key);
            for (LayerCase& c : cases) {
                c.seed = 200 + n;
                c.n = n;
                c.norm = norm;
                probes.push_back(ask_layer("", "small", c));
            }
        }
        for (const LayerOfModel& model : models) {
            const LayerCase least{
                .seed = 200 + n, .n = n, .d_model = 4, .n_heads = 2, .d_ff = 4};
            probes.push_back(ask_layer("", "small", as_in(model, n_memory, least)));
        }
    }
    return probes;
}

std::vector<Probe> small_encoder_probes() {
    return small_layer_probes(0, encoder_models);
}
std::vector<Probe> small_decoder_probes() {
    return small_layer_probes(2, decoder_models);
}

Arrays encoder_layer_reference(const Probe& probe, const Switches& on) {
    const Masking masking = masking_of(probe);
    Block y = encoder_layer(as_block(probe.arrays.at("x")), probe.arrays,
                            layer_settings(probe), masking, on);
    for (std::size_t i = 0; i < y.values.size(); ++i) {
        const bool is_left_out = probe.setting("padded_rows") == "zero" &&
                                 masking.padding->values[i / y.cols] == 0;
        if (is_left_out) y.values[i] = 0;
    }
    return {{"output", as_array(y, 3)}};
}

Arrays decoder_layer_reference(const Probe& probe, const Switches& on) {
    const Array* padding =
        probe.has("memory_padding") ? &probe.arrays.at("memory_padding") : nullptr;
    return {
        {"output", as_array(decoder_layer(as_block(probe.arrays.at("x")),
                                          as_block(probe.arrays.at("memory")), probe.arrays,
                                          layer_settings(probe), padding, on),
                            3)}};
}

/// The mistakes of a layer's parts that its probes can show.
std::vector<Mistake> mistakes_inside() {
    return without(joined({score_mistakes(), mask_mistakes(), head_mistakes(),
                           layer_norm_mistakes(), activation_mistakes(), layer_mistakes()}),
                   {"online_blocks_8", "online_blocks_16", "online_blocks_32",
                    "online_blocks_64", "online_blocks_128", "fill_1e4", "fill_1e9",
                    "add_1e4", "add_1e9", "nan_row", "running_max", "running_max_zeros",
                    "global_max", "mask_rows_fill", "mask_rows_1e4", "mask_rows_too_1e4"});
}

// A table: clang-format would give each member a line of its own.
// clang-format off

std::vector<Mistake> decoder_mistakes() {
    return {
        {"cross_own_keys", {.memory = Memory::own_keys},
         "Cross-attention takes its keys from the words written, where those of memory "
         "belong.", 14},
        {"cross_own_values", {.memory = Memory::own_values},
         "Cross-attention takes its values from the words written, where those of memory "
         "belong.", 14},
        {"cross_own_words", {.memory = Memory::own_both},
         "Cross-attention looks at the words written, where it should look at memory.", 14},
        {"cross_queries_before_sum", {.cross = CrossOrder::queries_before_sum},
         "Cross-attention's queries come from what self-attention gave, before the sum (and "
         "its norm), where the sum's rows belong.",
         14, 0, "keitakurita/Practical_NLP_in_PyTorch 1"},
        {"cross_queries_of_input", {.cross = CrossOrder::queries_of_input},
         "Cross-attention's queries come from what self-attention was given, where the rows "
         "after it belong.", 14},
        {"memory_mask_too", {.memory_padding = MemoryPadding::on_own_too},
         "Memory's padding closes keys of self-attention, too.", 14, 0, "keras-io 1046"},
        {"memory_mask_on_self", {.memory_padding = MemoryPadding::on_own_only},
         "Memory's padding closes keys of self-attention, where those of cross-attention "
         "belong closed.", 14, 0, "keras-io 1046"},
        {"cross_causal", {.memory = Memory::causal},
         "The causal mask is put on cross-attention, too: there every word may see all of "
         "memory.", 14},
        {"cross_first", {.cross = CrossOrder::cross_first},
         "Cross-attention comes before self-attention.", 14},
        {"no_cross", {.cross = CrossOrder::no_cross}, "There is no cross-attention.", 14},
        {"no_self", {.cross = CrossOrder::no_self}, "There is no self-attention.", 14},
        {"cross_shared", {.cross = CrossOrder::shared_weights},
         "Cross-attention uses self-attention's weights.", 14},
        {"norm_2_twice", {.norms = Norms::second_twice},
         "The second norm serves in the third's place, too.",
         14, 0, "keitakurita/Practical_NLP_in_PyTorch 1"},
        {"norm_3_missing", {.norms = Norms::no_third},
         "The third norm is missing.", 14},
        {"residual_3_missing", {.residual = Residual::no_third},
         "Nothing is passed around the third sublayer, the feed-forward network.", 14},
    };
}

// clang-format on

/// As many queries as keys: their numbers are one.
std::vector<Mistake> encoder_layer_mistakes() {
    return without(mistakes_inside(), {"scale_queries"});
}

/// A number that closes whole rows of cross-attention is as good as no mask: mask_rows would be
/// another name for mask_ignored.
std::vector<Mistake> decoder_layer_mistakes() {
    return joined({without(mistakes_inside(),
                           {"causal_only", "padding_only", "masks_or", "causal_mask_rows",
                            "masks_inverted", "masks_inverted_joined", "mask_rows",
                            "mask_rows_open"}),
                   decoder_mistakes()});
}

}  // namespace

LayerSettings layer_settings(const Probe& probe) {
    return {.n_heads = probe.count("n_heads"),
            .is_pre_norm = probe.setting("norm") == "pre",
            .activation = probe.setting("activation"),
            .epsilon = probe.number("eps")};
}

Kind encoder_layer_kind() {
    return {"encoder_layer", encoder_layer_probes(), small_encoder_probes(),
            encoder_layer_reference, encoder_layer_mistakes()};
}

Kind decoder_layer_kind() {
    return {"decoder_layer", decoder_layer_probes(), small_decoder_probes(),
            decoder_layer_reference, decoder_layer_mistakes()};
}

}  // namespace attn::doctor

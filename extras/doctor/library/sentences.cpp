#include "doctor/library/sentences.hpp"

#include <algorithm>

#include "attn/random.hpp"
#include "attn/shape_error.hpp"
#include "doctor/library/layer_inputs.hpp"
#include "support/files/state_dict.hpp"

namespace attn::doctor {
namespace {

Matrix rows_of(const Array& array, std::size_t first, std::size_t rows, std::size_t cols) {
    Matrix m(rows, cols);
    std::copy_n(array.values.begin() + static_cast<std::ptrdiff_t>(first * cols),
                rows * cols, m.values().begin());
    return m;
}

std::vector<double> numbers(const Probe& probe, const std::string& name, std::size_t first,
                            std::size_t n) {
    if (!probe.has(name)) return {};
    const auto begin =
        probe.arrays.at(name).values.begin() + static_cast<std::ptrdiff_t>(first);
    return {begin, begin + static_cast<std::ptrdiff_t>(n)};
}

TransformerConfig config_of(const Probe& probe) {
    const std::string name = probe.setting("activation");
    return {.d_model = probe.count("d_model"),
            .n_heads = probe.count("n_heads"),
            .d_ff = probe.count("d_ff"),
            .activation = name == "relu"   ? Activation::relu
                          : name == "gelu" ? Activation::gelu_exact
                                           : Activation::gelu_tanh,
            .placement =
                probe.setting("norm") == "pre" ? NormPlacement::pre : NormPlacement::post,
            .epsilon = probe.number("eps")};
}

void leave_out_missing(MultiHeadAttention& layer, const StateDict& weights,
                       const std::string& prefix) {
    if (weights.contains(prefix + "in_proj_bias")) return;
    for (Linear* w : {&layer.w_q, &layer.w_k, &layer.w_v, &layer.w_o}) w->bias.clear();
}

/// The layer with the probe's weights in place of its own. Where the probe has no bias of
/// attention, the layer has none.
template <class Layer>
Layer filled(Layer& layer, const Probe& probe, const std::string& prefix = "") {
    StateDict weights;
    for (const Parameter& one : parameters(layer, prefix)) {
        if (probe.has(one.name)) weights[one.name] = probe.arrays.at(one.name);
    }
    if constexpr (requires { layer.w_q; }) leave_out_missing(layer, weights, prefix);
    if constexpr (requires { layer.attention; })
        leave_out_missing(layer.attention, weights, "self_attn.");
    if constexpr (requires { layer.cross_attention; }) {
        leave_out_missing(layer.self_attention, weights, "self_attn.");
        leave_out_missing(layer.cross_attention, weights, "multihead_attn.");
    }
    load_state_dict(weights, parameters(layer, prefix));
    return layer;
}

}  // namespace

Matrix matrix(const Probe& probe, const std::string& name, std::size_t sentence) {
    const Array& array = probe.arrays.at(name);
    const std::size_t axes = array.shape.size();
    const std::size_t rows = array.shape[axes - 2];
    return rows_of(array, sentence * rows, rows, array.shape[axes - 1]);
}

std::vector<std::size_t> ids(const Probe& probe, std::size_t sentence) {
    const std::size_t n = probe.count("n");
    std::vector<std::size_t> words;
    for (const double id : numbers(probe, "ids", sentence * n, n)) {
        words.push_back(static_cast<std::size_t>(id));
    }
    return words;
}

AttentionMask mask(const Probe& probe, std::size_t sentence) {
    const std::size_t n = probe.count("n_query", probe.count("n"));
    const std::size_t m = probe.count("n_key", n);
    AttentionMask open;
    if (probe.has("mask")) {
        const std::vector<double>& given = probe.arrays.at("mask").values;
        open = AttentionMask::where(
            n, m, [&](std::size_t i, std::size_t j) { return given[i * m + j] != 0; });
    }
    if (probe.has("padding")) {
        const std::vector<double> real = numbers(probe, "padding", sentence * m, m);
        open = AttentionMask::where(
            n, m, [&](std::size_t, std::size_t j) { return real[j] != 0; });
    }
    if (probe.setting("causal") != "1") return open;
    return open & causal_mask(n, m, CausalAlignment::last_sees_last);
}

AttentionMask memory_mask(const Probe& probe, std::size_t sentence) {
    if (!probe.has("memory_padding")) return {};
    const std::size_t m = probe.count("n_memory");
    const std::vector<double> real = numbers(probe, "memory_padding", sentence * m, m);
    return AttentionMask::where(probe.count("n"), m,
                                [&](std::size_t, std::size_t j) { return real[j] != 0; });
}

MultiHeadAttention heads(const Probe& probe, const std::string& prefix) {
    Random any(0);  // its numbers are all replaced
    MultiHeadAttention layer =
        random_multi_head_attention(probe.count("d_model"), probe.count("n_heads"), any);
    return filled(layer, probe, prefix);
}

EncoderLayer encoder_layer_of(const Probe& probe) {
    Random any(0);
    EncoderLayer layer = random_encoder_layer(config_of(probe), any);
    return filled(layer, probe);
}

DecoderLayer decoder_layer_of(const Probe& probe) {
    Random any(0);
    DecoderLayer layer = random_decoder_layer(config_of(probe), any);
    return filled(layer, probe);
}

Arrays slopes_in(const Parameters& gradient) {
    return with_prefix("grad_", state_dict(gradient));
}

Array stacked_up(const std::vector<Matrix>& sentences) {
    Array array{.shape = {sentences.size(), sentences[0].rows(), sentences[0].cols()}};
    for (const Matrix& m : sentences) {
        if (m.rows() != sentences[0].rows() || m.cols() != sentences[0].cols()) {
            throw ShapeError("one sentence is " + shape_text(sentences[0]) +
                             ", another is " + shape_text(m) +
                             "; a probe's sentences must be equal in shape");
        }
        array.values.insert(array.values.end(), m.values().begin(), m.values().end());
    }
    return array;
}

}  // namespace attn::doctor

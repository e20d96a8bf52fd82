#include "doctor/library/sentences.hpp"

#include <algorithm>

#include "attn/shape_error.hpp"

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

/// Block number block of [out x in] weights that stand below each other.
Linear linear_of(const Probe& probe, const std::string& weight, const std::string& bias,
                 std::size_t out, std::size_t block = 0) {
    const Array& w = probe.arrays.at(weight);
    return {transpose(rows_of(w, block * out, out, w.shape[1])),
            numbers(probe, bias, block * out, out)};
}

LayerNorm norm_of(const Probe& probe, const std::string& name) {
    return {probe.arrays.at(name + ".weight").values,
            probe.arrays.at(name + ".bias").values, probe.number("eps")};
}

FeedForward feed_forward_of(const Probe& probe) {
    const std::string name = probe.setting("activation");
    return {
        .first = linear_of(probe, "linear1.weight", "linear1.bias", probe.count("d_ff")),
        .second =
            linear_of(probe, "linear2.weight", "linear2.bias", probe.count("d_model")),
        .activation = name == "relu"   ? Activation::relu
                      : name == "gelu" ? Activation::gelu_exact
                                       : Activation::gelu_tanh};
}

NormPlacement placement_of(const Probe& probe) {
    return probe.setting("norm") == "pre" ? NormPlacement::pre : NormPlacement::post;
}

/// name.weight as [out x in], and name.bias where there is one.
Arrays linear_slopes(const Linear& gradient, const std::string& name) {
    const Matrix w = transpose(gradient.weight);
    Arrays slopes = {
        {name + ".weight", {{w.rows(), w.cols()}, {w.values().begin(), w.values().end()}}}};
    if (!gradient.bias.empty()) {
        slopes[name + ".bias"] = {{gradient.bias.size()}, gradient.bias};
    }
    return slopes;
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
    const std::size_t d = probe.count("d_model");
    const std::string in = prefix + "in_proj_weight", bias = prefix + "in_proj_bias";
    return {
        .w_q = linear_of(probe, in, bias, d, 0),
        .w_k = linear_of(probe, in, bias, d, 1),
        .w_v = linear_of(probe, in, bias, d, 2),
        .w_o = linear_of(probe, prefix + "out_proj.weight", prefix + "out_proj.bias", d),
        .n_heads = probe.count("n_heads")};
}

EncoderLayer encoder_layer_of(const Probe& probe) {
    return {.attention = heads(probe, "self_attn."),
            .norm1 = norm_of(probe, "norm1"),
            .feed_forward = feed_forward_of(probe),
            .norm2 = norm_of(probe, "norm2"),
            .placement = placement_of(probe)};
}

DecoderLayer decoder_layer_of(const Probe& probe) {
    return {.self_attention = heads(probe, "self_attn."),
            .norm1 = norm_of(probe, "norm1"),
            .cross_attention = heads(probe, "multihead_attn."),
            .norm2 = norm_of(probe, "norm2"),
            .feed_forward = feed_forward_of(probe),
            .norm3 = norm_of(probe, "norm3"),
            .placement = placement_of(probe)};
}

Arrays head_slopes(const MultiHeadAttention& gradient, const std::string& prefix) {
    const std::size_t d = gradient.w_o.weight.rows();
    const std::string name = "grad_" + prefix;
    Array in{.shape = {3 * d, d}}, in_bias{.shape = {3 * d}};
    for (const Linear* w : {&gradient.w_q, &gradient.w_k, &gradient.w_v}) {
        const Matrix weight = transpose(w->weight);
        in.values.insert(in.values.end(), weight.values().begin(), weight.values().end());
        in_bias.values.insert(in_bias.values.end(), w->bias.begin(), w->bias.end());
    }
    Arrays slopes = linear_slopes(gradient.w_o, name + "out_proj");
    slopes[name + "in_proj_weight"] = in;
    if (!in_bias.values.empty()) slopes[name + "in_proj_bias"] = in_bias;
    return slopes;
}

Arrays encoder_layer_slopes(const EncoderLayer& gradient) {
    Arrays slopes = head_slopes(gradient.attention, "self_attn.");
    slopes.merge(linear_slopes(gradient.feed_forward.first, "grad_linear1"));
    slopes.merge(linear_slopes(gradient.feed_forward.second, "grad_linear2"));
    const std::size_t d = gradient.norm1.gamma.size();
    slopes["grad_norm1.weight"] = {{d}, gradient.norm1.gamma};
    slopes["grad_norm1.bias"] = {{d}, gradient.norm1.beta};
    slopes["grad_norm2.weight"] = {{d}, gradient.norm2.gamma};
    slopes["grad_norm2.bias"] = {{d}, gradient.norm2.beta};
    return slopes;
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

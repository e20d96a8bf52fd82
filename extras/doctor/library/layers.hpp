/// Encoder and decoder layers with switches.
#pragma once

#include <cstddef>
#include <string>

#include "doctor/library/attend.hpp"
#include "doctor/library/block.hpp"
#include "doctor/library/switches.hpp"

namespace attn::doctor {

/// What a layer is besides its weights.
struct LayerSettings {
    std::size_t n_heads = 1;
    bool is_pre_norm = false;
    std::string activation = "relu";
    double epsilon = 1e-5;
};

/// n_heads, norm, activation and eps of a probe.
LayerSettings layer_settings(const Probe& probe);

/// The layer with the weights of nn.TransformerEncoderLayer.
Block encoder_layer(const Block& x, const Arrays& weights, const LayerSettings& settings,
                    const Masking& masking, const Switches& on);

/// activation(x W_1 + b_1) W_2 + b_2, under linear1's and linear2's names.
Block feed_forward(const Block& x, const Arrays& weights, const LayerSettings& settings,
                   const Switches& on);

/// The layer with the weights of nn.TransformerDecoderLayer; causal always.
///
/// memory_padding  [sentences x n_memory], or nullptr
Block decoder_layer(const Block& x, const Block& memory, const Arrays& weights,
                    const LayerSettings& settings, const Array* memory_padding,
                    const Switches& on);

/// (activation(x gate^T) * (x up^T)) down^T, the weights [out x in] under a Llama's names, each
/// with prefix before it: gate_proj.weight, up_proj.weight, down_proj.weight.
Block gated_feed_forward(const Block& x, const Arrays& weights, const std::string& prefix,
                         const std::string& activation, const Switches& on);

/// A Llama's layer, after the rows that the probe has in past.
Block llama_layer(const Block& x, const Probe& probe, const Switches& on);

}  // namespace attn::doctor

/// Encoder and decoder layers with switches, their norms and their activations.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "doctor/library/attend.hpp"
#include "doctor/library/block.hpp"
#include "doctor/library/switches.hpp"

namespace attn::doctor {

/// Layer norm of every row of x [sentences x 1 x n x d].
///
/// gamma, beta  [d], or empty for 1 and 0
Block normalize(const Block& x, const std::vector<double>& gamma,
                const std::vector<double>& beta, double epsilon, const Switches& on);

/// RMS norm of every row: x gamma / sqrt(mean of x^2 + epsilon).
Block normalize_by_size(const Block& x, const std::vector<double>& gamma, double epsilon,
                        const Switches& on);

/// What is computed where "relu", "gelu", "gelu_tanh" or "silu" was asked for.
Curve curve_for(const std::string& asked, const Switches& on);

/// The curve at x.
double bent(Curve curve, double x);

/// The slope of ReLU or a GELU at x; of any other curve, measured.
double slope_of(Curve curve, double x);

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

/// Ways back with switches: from the slopes of an output to those of the inputs and weights.
#pragma once

#include <vector>

#include "doctor/library/attend.hpp"
#include "doctor/library/block.hpp"
#include "doctor/library/layers.hpp"
#include "doctor/library/many_heads.hpp"
#include "doctor/library/switches.hpp"

namespace attn::doctor {

/// d_scores of softmax, from its weights and the slopes in them.
Block softmax_back(const Block& weights, const Block& d_weights, const Switches& on);

struct AttentionSlopes {
    Block q, k, v;
};

/// Backward of attend without switches, in every head of every sentence.
AttentionSlopes attend_back(const Block& q, const Block& k, const Block& v,
                            const Masking& masking, const Block& d_output,
                            const Switches& on);

struct NormSlopes {
    Block x;
    std::vector<double> gamma, beta;
};

/// Backward of normalize (is_centred) or normalize_by_size without switches; the latter's beta has
/// slopes that nobody asks for.
NormSlopes norm_back(const Block& x, const std::vector<double>& gamma, double epsilon,
                     const Block& d_output, bool is_centred, const Switches& on);

/// The slopes in a weight [out x in] and a bias of which the output's slopes are d_y, and in what
/// the weight multiplied.
Array weight_back(const Block& d_y, const Block& x, const Switches& on);
Array bias_back(const Block& d_y, const Switches& on);

/// Backward of many_heads without switches, under the names of its inputs and weights: "query",
/// "in_proj_weight", ... and "x", the slope in words that are query, key and value.
Arrays many_heads_back(const Block& query, const Block& key, const Block& value,
                       const HeadWeights& weights, std::size_t n_heads,
                       const Masking& masking, const Block& d_output, const Switches& on);

/// Backward of encoder_layer without switches, under the names of x and its weights.
Arrays encoder_layer_back(const Block& x, const Arrays& weights,
                          const LayerSettings& settings, const Masking& masking,
                          const Block& d_output, const Switches& on);

}  // namespace attn::doctor

/// Multi-head attention with switches, and grouped heads: rotary positions, a cache, a window, a
/// soft cap.
#pragma once

#include <string>
#include <vector>

#include "doctor/library/attend.hpp"
#include "doctor/library/block.hpp"
#include "doctor/library/probe.hpp"
#include "doctor/library/switches.hpp"

namespace attn::doctor {

/// The four projections, [out x in] as PyTorch keeps them. A bias is empty for none.
struct Projection {
    Block weight = {};
    std::vector<double> bias = {};
};
struct HeadWeights {
    Projection query = {};
    Projection key = {};
    Projection value = {};
    Projection output = {};
};

/// The weights under nn.MultiheadAttention's names, each name with this before it.
HeadWeights head_weights(const Arrays& arrays, const std::string& prefix,
                         std::size_t n_heads, const Switches& on);

/// x W^T + b
Block linear(const Block& x, const Projection& by);

/// [sentences x 1 x n x d_model] as [sentences x n_heads x n x d_k], and back.
Block split_heads(const Block& x, std::size_t n_heads, const Switches& on);
Block merge_heads(const Block& x, const Switches& on);

/// Multi-head attention.
///
/// query       [sentences x 1 x n_query x d_model]
/// key, value  [sentences x 1 x n_key x d_model]
Block many_heads(const Block& query, const Block& key, const Block& value,
                 const HeadWeights& weights, std::size_t n_heads, const Masking& masking,
                 const Switches& on);

/// Grouped heads: attention of x's rows to past's and to their own, as the probe's settings say.
///
/// x, past  [sentences x 1 x n x d_model]; past may have no rows
/// prefix   before the weights' names: q_proj.weight, k_proj.weight, ... as a Llama has them;
///          where there is a q_norm.weight, each head's queries and keys are normalized
Block grouped_attention(const Block& x, const Block& past, const Probe& probe,
                        const std::string& prefix, const Switches& on);

/// The rows that a probe has in past, or none.
Block past_of(const Probe& probe);

}  // namespace attn::doctor

/// Attention with switches, and its softmax.
#pragma once

#include <cstddef>

#include "doctor/library/block.hpp"
#include "doctor/library/switches.hpp"

namespace attn::doctor {

/// Turns scores into weights, or into what the switches make of them.
Block weigh(Block scores, const Switches& switches);

/// What a query may attend to, as a probe says it.
struct Masking {
    bool causal = false;
    const Array* mask = nullptr;     // [n_query x n_key]
    const Array* padding = nullptr;  // [sentences x n_key]
    std::size_t window = 0;          // keys that a query sees, its own among them; 0: all
    std::size_t n_past = 0;          // keys of a cache, which stand first
    std::size_t n_kv_heads = 0;      // where they are fewer: for those who divide by them
    double soft_cap = 0;             // c for c tanh(score / c); 0: none
};

/// A probe's causal, mask and padding. The arrays stay the probe's.
Masking masking_of(const Probe& probe);

/// Attention in every head of every sentence.
///
/// q        [sentences x heads x n_query x d_k]
/// k, v     [sentences x heads x n_key x ...]
/// d_model  for those who divide by its root
Block attend(Block q, Block k, Block v, const Masking& masking, std::size_t d_model,
             const Switches& on);

/// The weights alone, as they meet the values.
Block attention_weights(const Block& q, const Block& k, const Masking& masking,
                        std::size_t d_model, const Switches& on);

}  // namespace attn::doctor

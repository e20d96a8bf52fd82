/// Grouped-query attention with switches: rotary positions, a cache, a window, a soft cap.
#pragma once

#include <string>

#include "doctor/library/block.hpp"
#include "doctor/library/probe.hpp"
#include "doctor/library/switches.hpp"

namespace attn::doctor {

/// Attention of x's rows to past's and to their own, as the probe's settings say.
///
/// x, past  [sentences x 1 x n x d_model]; past may have no rows
/// prefix   before the weights' names: q_proj.weight, k_proj.weight, ... as a Llama has them;
///          where there is a q_norm.weight, each head's queries and keys are normalized
Block grouped_attention(const Block& x, const Block& past, const Probe& probe,
                        const std::string& prefix, const Switches& on);

/// The rows that a probe has in past, or none.
Block past_of(const Probe& probe);

}  // namespace attn::doctor

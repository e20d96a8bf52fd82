/// "But the loss falls": a small model that learns on top of any attention (chapter 18).
#pragma once

#include <cstddef>
#include <vector>

#include "chapters/properties/attention_properties.hpp"

namespace attn::mistakes {

/// The mean squared error before each step and after the last.
///
/// 64 sentences of 5 words are drawn from the four words of the small example. Attention reads
/// them with the small example's weights, which stay as they are; a linear map of 4 numbers
/// and a bias learns to tell from the mean of its rows how much more often "love" stands in a
/// sentence than "I". Steps go downhill over all sentences at once.
///
/// returns  [steps + 1]
std::vector<double> losses_on_top_of(const AttentionFunction& attention, std::size_t steps,
                                     std::size_t seed);

}  // namespace attn::mistakes

/// What a translator of chapter 16 is made of, and what the chapter takes away.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace attn::chapters::ch16 {

/// The whole translator; what is false is taken away.
struct Design {
    std::size_t n_heads = 1;
    bool has_cross_attention = true;   // without, the decoder reads nothing
    bool is_causal = true;             // without, a word sees those after it
    bool is_scaled = true;             // the scores are divided by sqrt(d_k)
    bool source_has_positions = true;  // the sentence that is read
    bool target_has_positions = true;  // the sentence that is written

    bool operator==(const Design&) const = default;
};

/// A design under the name that options and recordings use.
struct NamedDesign {
    std::string name;   // "no_causal"
    std::string words;  // "no causal mask"
    Design design;
};

/// The whole translator, then one thing changed at a time.
const std::vector<NamedDesign>& changes();

/// Not divided by sqrt(d_k), with more heads than one: with h of them d_k is 32 / h.
const std::vector<NamedDesign>& undivided_heads();

/// The whole translator, and without the positions of what is read.
const std::vector<NamedDesign>& with_and_without_order();

}  // namespace attn::chapters::ch16

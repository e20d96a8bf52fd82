/// What must hold of any causal mask. Introduced in chapter 18.
#pragma once

#include <cstddef>
#include <functional>
#include <vector>

#include "attn/attention_mask.hpp"
#include "chapters/properties/property.hpp"

namespace attn {

/// A causal mask for any number of queries and keys, where earlier keys come from a cache.
using CausalMaskFunction =
    std::function<AttentionMask(std::size_t n_query, std::size_t n_key)>;

/// With as many queries as keys, no token sees a later one, and each sees itself.
Counterexample causal_mask_hides_the_future(const CausalMaskFunction& causal);

/// The last tokens of a sentence, asked alone, see what they see in the whole sentence.
Counterexample causal_mask_continues(const CausalMaskFunction& causal);

/// All of the above, in that order.
std::vector<Property<CausalMaskFunction>> causal_mask_properties();

}  // namespace attn

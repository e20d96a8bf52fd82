#include "chapters/14_translation/14_translation.hpp"

namespace attn::chapters::ch14 {

const std::vector<NamedDesign>& changes() {
    static const std::vector<NamedDesign> designs{
        {"whole", "whole (one head)", {}},
        {"two_heads", "two heads", {.n_heads = 2}},
        {"no_causal", "no causal mask", {.is_causal = false}},
        {"no_cross", "no cross-attention", {.has_cross_attention = false}},
        {"no_positions",
         "no positions",
         {.source_has_positions = false, .target_has_positions = false}},
        {"no_root", "not divided by √d_k", {.is_scaled = false}},
    };
    return designs;
}

const std::vector<NamedDesign>& undivided_heads() {
    static const std::vector<NamedDesign> designs{
        {"two_heads_no_root", "the same, two heads", {.n_heads = 2, .is_scaled = false}},
        {"four_heads_no_root", "the same, four heads", {.n_heads = 4, .is_scaled = false}},
    };
    return designs;
}

const std::vector<NamedDesign>& with_and_without_order() {
    static const std::vector<NamedDesign> designs{
        {"whole", "whole", {}},
        {"no_order", "no positions where it reads", {.source_has_positions = false}},
    };
    return designs;
}

}  // namespace attn::chapters::ch14

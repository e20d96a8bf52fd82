#include "chapters/properties/part_properties.hpp"

namespace attn {
namespace {

using counterexample::when_it_runs;

/// What is wrong with the mask's size, or nothing.
Counterexample wrong_size(const AttentionMask& mask, std::size_t n_query,
                          std::size_t n_key) {
    if (mask.fits(n_query, n_key)) return std::nullopt;
    return "the mask is " + shape_text(mask) + ", and is for " + std::to_string(n_query) +
           " queries and " + std::to_string(n_key) + " keys";
}

}  // namespace

Counterexample causal_mask_hides_the_future(const CausalMaskFunction& causal) {
    return when_it_runs([&]() -> Counterexample {
        const AttentionMask mask = causal(7, 7);
        if (auto found = wrong_size(mask, 7, 7)) return found;
        for (std::size_t i = 0; i < 7; ++i) {
            for (std::size_t j = 0; j < 7; ++j) {
                if (mask.allows(i, j) == (j <= i)) continue;
                return "token " + std::to_string(i) + (j > i ? " may" : " may not") +
                       " attend to token " + std::to_string(j);
            }
        }
        return std::nullopt;
    });
}

Counterexample causal_mask_continues(const CausalMaskFunction& causal) {
    return when_it_runs([&]() -> Counterexample {
        const AttentionMask whole = causal(7, 7);
        for (const std::size_t asked : {1u, 2u, 5u}) {
            const AttentionMask part = causal(asked, 7);
            if (auto found = wrong_size(part, asked, 7)) return found;
            for (std::size_t i = 0; i < asked; ++i) {
                for (std::size_t j = 0; j < 7; ++j) {
                    if (part.allows(i, j) == whole.allows(i + 7 - asked, j)) continue;
                    return "of 7 tokens, token " + std::to_string(i + 7 - asked) +
                           (part.allows(i, j) ? " may" : " may not") + " attend to token " +
                           std::to_string(j) + " with the last " + std::to_string(asked) +
                           " asked alone, unlike in the whole sentence";
                }
            }
        }
        return std::nullopt;
    });
}

std::vector<Property<CausalMaskFunction>> causal_mask_properties() {
    return {{"hides the future", causal_mask_hides_the_future},
            {"continues a sentence", causal_mask_continues}};
}

}  // namespace attn

/// What a model of chapter 15 is made of, and all that the chapter takes away or breaks.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "attn/encoder.hpp"

namespace attn::chapters::ch15 {

/// Mistakes of chapter 20, made on the way forward; the way back is right for what was computed.
enum class Mistake {
    none,
    heads_by_reshaping,       ///< the heads are cut out without a transpose
    residual_from_the_input,  ///< the second sum adds the layer's input
};

/// The whole layer; what is false is taken away.
struct Design {
    bool has_positions = true, has_attention = true, has_feed_forward = true,
         has_norms = true, has_residuals = true;
    bool is_scaled = true;  // the scores are divided by sqrt(d_k)
    std::size_t n_layers = 1, n_heads = 2;
    Mistake mistake = Mistake::none;
    bool bends_average = false;  // a layer with ReLU between the average and the logits

    bool operator==(const Design&) const = default;
};

/// A design under the name that tables, options and recordings use.
struct NamedDesign {
    std::string name;   // "no_attention"
    std::string words;  // "no attention"
    Design design;
};

/// All designs that were recorded.
const std::vector<NamedDesign>& all_designs();

/// throws  std::invalid_argument  when there is none of that name
const NamedDesign& design_named(const std::string& name);
std::vector<NamedDesign> designs_named(const std::vector<std::string>& names);

/// The whole layer, then one part taken away at a time.
std::vector<NamedDesign> one_part_less();

}  // namespace attn::chapters::ch15

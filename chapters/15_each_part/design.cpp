#include "chapters/15_each_part/design.hpp"

#include <algorithm>
#include <stdexcept>

namespace attn::chapters::ch15 {

const std::vector<NamedDesign>& all_designs() {
    static const std::vector<NamedDesign> designs{
        {"whole", "the whole layer", {}},
        {"no_positions", "no positions", {.has_positions = false}},
        {"no_attention", "no attention", {.has_attention = false}},
        {"no_feed_forward", "no feed-forward", {.has_feed_forward = false}},
        {"no_norms", "no norms", {.has_norms = false}},
        {"no_residuals", "no residuals", {.has_residuals = false}},
        {"no_root", "not divided by √d_k", {.is_scaled = false}},
        {"one_head", "one head", {.n_heads = 1}},
        {"words_alone",
         "no attention, no feed-forward",
         {.has_attention = false, .has_feed_forward = false}},
        {"average_bent",
         "no attention, ReLU",
         {.has_attention = false, .bends_average = true}},
        {"six", "residuals", {.n_layers = 6}},
        {"six_no_residuals", "no residuals", {.has_residuals = false, .n_layers = 6}},
        {"reshaped", "heads by reshaping", {.mistake = Mistake::heads_by_reshaping}},
        {"residual_from_input",
         "residual from the input",
         {.mistake = Mistake::residual_from_the_input}},
    };
    return designs;
}

const NamedDesign& design_named(const std::string& name) {
    const auto found = std::ranges::find(all_designs(), name, &NamedDesign::name);
    if (found != all_designs().end()) return *found;
    throw std::invalid_argument("design_named: there is no design '" + name + "'");
}

std::vector<NamedDesign> designs_named(const std::vector<std::string>& names) {
    std::vector<NamedDesign> designs;
    for (const std::string& name : names) designs.push_back(design_named(name));
    return designs;
}

std::vector<NamedDesign> one_part_less() {
    return designs_named({"whole", "no_positions", "no_attention", "no_feed_forward",
                          "no_norms", "no_residuals", "no_root", "one_head"});
}

}  // namespace attn::chapters::ch15

#include "chapters/13_each_part/13_each_part.hpp"

namespace attn::chapters::ch13 {

const std::vector<NamedDesign>& one_part_less() {
    static const std::vector<NamedDesign> designs{
        {"whole", "the whole layer", {}},
        {"no_positions", "no positions", {.has_positions = false}},
        {"no_attention", "no attention", {.has_attention = false}},
        {"no_feed_forward", "no feed-forward", {.has_feed_forward = false}},
        {"no_norms", "no norms", {.has_norms = false}},
        {"no_residuals", "no residuals", {.has_residuals = false}},
        {"no_root", "not divided by √d_k", {.is_scaled = false}},
        {"one_head", "one head", {.n_heads = 1}},
    };
    return designs;
}

const std::vector<NamedDesign>& six_layers() {
    static const std::vector<NamedDesign> designs{
        {"six", "pre-norm", {.n_layers = 6}},
        {"six_post", "post-norm", {.n_layers = 6, .placement = NormPlacement::post}},
        {"six_no_norms", "no norms", {.has_norms = false, .n_layers = 6}},
        {"six_no_residuals", "no residuals", {.has_residuals = false, .n_layers = 6}},
    };
    return designs;
}

const NamedDesign& six_whole() {
    return six_layers().front();
}

const NamedDesign& six_without_residuals() {
    return six_layers().back();
}

const NamedDesign& average_bent() {
    static const NamedDesign design{"average_bent",
                                    "no attention, ReLU",
                                    {.has_attention = false, .bends_average = true}};
    return design;
}

const std::vector<NamedDesign>& with_mistakes() {
    static const std::vector<NamedDesign> designs{
        {"columns",
         "softmax down the columns",
         {.mistake = Mistake::softmax_down_the_columns}},
        {"root_of_d_model", "divided by √d_model", {.mistake = Mistake::root_of_d_model}},
        {"reshaped", "heads by reshaping", {.mistake = Mistake::heads_by_reshaping}},
        {"residual_from_input",
         "residual from the input",
         {.mistake = Mistake::residual_from_the_input}},
    };
    return designs;
}

}  // namespace attn::chapters::ch13

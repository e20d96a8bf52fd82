#include "doctor/library/known_mistakes.hpp"

namespace attn::doctor {
namespace {

constexpr const char* half_way = "jadore801120, 49906df";

// A table: clang-format would give each member a line of its own.
// clang-format off

std::vector<Mistake> norm_place_mistakes() {
    return {
        {"norm_place", {.norm_place = NormPlace::exchanged},
         "Pre-norm and post-norm are exchanged.", 11, 20, "modalities 136"},
        {"norm_always_post", {.norm_place = NormPlace::always_post},
         "Post-norm only, the paper's and PyTorch's default: the norm comes after each "
         "sublayer, also where pre-norm was asked for. If it knows no other (or norm_first "
         "was forgotten), let the adapter skip those probes (or mend it).", 11, 20, "CLIP 91", Level::convention},
        {"norm_always_pre", {.norm_place = NormPlace::always_pre},
         "Pre-norm only, as in GPT-2: the norm comes before each sublayer, also where "
         "post-norm was asked for. If it knows no other, let the adapter skip those probes.",
         11, 20, "modalities 136", Level::convention},
        {"norm_mixed", {.norm_place = NormPlace::mixed_pre_post},
         "Attention has its norm before, what follows after: half a change from one kind "
         "to the other.", 11, 20, half_way},
        {"norm_mixed2", {.norm_place = NormPlace::mixed_post_pre},
         "Attention has its norm after, what follows before: half a change from one kind "
         "to the other.", 11, 20, half_way},
        {"norm_queries_only", {.norm_place = NormPlace::queries_only},
         "The norm comes before each sublayer, and in attention only the queries get it: "
         "keys and values come from the rows as they were.",
         11, 20, "jadore801120, 7e1cdd8 to 49906df"},
        {"norm_inside", {.norm_place = NormPlace::inside},
         "Each norm stands after its sublayer but before the sum, where post-norm has it "
         "after the sum.", 11, 20},
        {"norm_sandwich", {.norm_place = NormPlace::sandwich},
         "A pre-norm layer ends with one more norm.", 11},
        {"norms_shared", {.norms = Norms::first_twice},
         "One norm, the first, serves everywhere; each place has its own.", 11},
        {"norms_exchanged", {.norms = Norms::exchanged},
         "The first two norms are exchanged.", 11},
        {"norm_1_missing", {.norms = Norms::no_first},
         "The first norm is missing.", 11},
        {"norm_2_missing", {.norms = Norms::no_second},
         "The second norm is missing.", 11},
        {"norms_missing", {.norms = Norms::none}, "The norms are missing.", 11},
    };
}

std::vector<Mistake> residual_mistakes() {
    return {
        {"residual", {.residual = Residual::from_input},
         "Each sum starts from the layer's input: what attention found is not passed "
         "around what follows.", 11, 21, "strutive07 14"},
        {"residual_normed", {.residual = Residual::of_normed},
         "The sums of a pre-norm layer start from the normed rows, where the rows as they "
         "were belong.", 11, 21},
        {"residual_1_doubled", {.residual = Residual::first_doubled},
         "What the first sublayer, attention, gave is added to itself (x = f(x); "
         "x = x + x), where the layer's input belongs.", 11, 0, "kyegomez/BitNet 32"},
        {"residual_1_missing", {.residual = Residual::no_first},
         "Nothing is passed around the first sublayer, attention.", 11},
        {"residual_2_missing", {.residual = Residual::no_second},
         "Nothing is passed around the second sublayer.", 11},
        {"residual_missing", {.residual = Residual::none},
         "There are no residual sums.", 11},
    };
}

std::vector<Mistake> feed_forward_mistakes() {
    return {
        {"ffn_bias_missing", {.feed_forward_bias = FeedForwardBias::none},
         "The feed-forward network's biases are missing.", 10},
        {"ffn_bias_1_missing", {.feed_forward_bias = FeedForwardBias::no_first},
         "The feed-forward network's first bias is missing.", 10},
        {"ffn_bias_2_missing", {.feed_forward_bias = FeedForwardBias::no_second},
         "The feed-forward network's second bias is missing.", 10},
        {"act_twice", {.curve_place = CurvePlace::twice},
         "The activation comes twice: also after the second linear map.", 10},
        {"act_late", {.curve_place = CurvePlace::late},
         "The activation comes after the second linear map, where it belongs between the "
         "two.", 10},
    };
}

// clang-format on

}  // namespace

std::vector<Mistake> layer_mistakes() {
    return joined({norm_place_mistakes(), residual_mistakes(), feed_forward_mistakes()});
}

}  // namespace attn::doctor

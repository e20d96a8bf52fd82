#include "doctor/library/known_mistakes.hpp"

namespace attn::doctor {
namespace {

// A table: clang-format would give each member a line of its own.
// clang-format off

std::vector<Mistake> group_mistakes() {
    return {
        {"kv_modulo", {.groups = Groups::modulo},
         "Head h takes the keys and values of head h modulo n_kv_heads (repeat, tile), "
         "where neighbours share them (repeat_interleave). It is right for a model that "
         "was trained so.",
         8, 0, "jax-js 180, onnx 7274; llama.cpp 25315 (on purpose)", Level::convention},
        {"kv_first", {.groups = Groups::first},
         "All heads take the first head's keys and values.", 8, 0, "ONNXim 33"},
        {"kv_by_kv_heads", {.groups = Groups::by_kv_heads},
         "Head h takes the keys and values of head h / n_kv_heads, where "
         "h / (n_heads / n_kv_heads) belongs.", 8, 0, "ONNXim 33"},
        {"rope_missing", {.turns = Turns::none}, "There are no rotary positions.",
         9, 0, "LessUp/tiny-llm 491f049, ltouati/tiny-llm 85686f7"},
        {"rope_queries_only", {.turns = Turns::queries}, "Only queries are turned.",
         9, 0, "kvcache-ai/sglang 31"},
        {"rope_keys_only", {.turns = Turns::keys}, "Only keys are turned.", 9},
        {"rope_values_too", {.turns = Turns::values_too}, "Values are turned as well.", 9},
        {"scale_model_by_heads", {.divisor = Divisor::root_d_model_by_heads},
         "Scores are divided by the root of d_model / n_heads ({d_model} / {n_heads}); a "
         "head's d_k is a number of its own here, {d_k}, whose root, {root_d_k}, belongs.",
         8, 0, "transformers 38373"},
        {"scale_model_by_heads", {.divisor = Divisor::root_d_model_by_heads_down},
         "Scores are divided by the root of d_model // n_heads ({d_model} // {n_heads}); a "
         "head's d_k is a number of its own here, {d_k}, whose root, {root_d_k}, belongs.",
         8, 0, "transformers 38373"},
        {"scale_model_by_kv_heads", {.divisor = Divisor::root_d_model_by_kv_heads},
         "Scores are divided by the root of d_model / n_kv_heads ({d_model} / {n_kv_heads}), "
         "where the root of d_k ({d_k}), {root_d_k}, belongs.", 8},
        {"split_by_model", {.split = Heads::of_model_width},
         "Rows are cut into heads of d_model / n_heads ({d_model} / {n_heads}) columns; a "
         "head's d_k is a number of its own here, {d_k}.", 8},
        {"rope_exponent_by_model", {.angle_width = Width::of_model},
         "The exponent is divided by d_model / n_heads ({d_model} / {n_heads}); a head's d_k "
         "is a number of its own here, {d_k}.", 9},
        {"rope_before_split", {.turns = Turns::before_split},
         "Rows are turned before they are split into heads: the angles run over all heads' "
         "columns, where each head's begin anew.",
         9, 0, "Dg0230/mini-transformer e75eb12; LTX-Video 224 (on purpose)"},
    };
}

std::vector<Mistake> cache_mistakes() {
    return {
        {"cache_first_key_only", {.causal = Causal::first_key_only},
         "Where earlier words are kept, a new word sees the first key only: the causal "
         "mask of its row is cut from the upper left corner (is_causal=True).",
         14, 13, "x-transformers 187, pytorch 144858"},
        {"cache_corner", {.causal = Causal::first_sees_first},
         "Where earlier words are kept, the causal mask begins at the upper left corner: "
         "the first new word sees one key, the second two.", 14, 13, "onnx 8068, mlx 2967"},
        {"cache_open", {.causal = Causal::open_with_past},
         "Where earlier words are kept there is no causal mask: of several new words each "
         "sees the later ones.", 14, 0, "Mikyx-1/TinyLLM 17"},
        {"cache_first_row_zeros", {.kept = Kept::first_is_zeros},
         "The first row of kept keys and values is zeros, as if never written.",
         14, 0, "TrenTorch 192"},
        {"cache_unread", {.kept = Kept::unread},
         "The cache is written and never read: a new word sees the new words only.",
         14, 0, "ZhaXionghui/llama3-from-scratch-numpy 6a819d0"},
        {"cache_last_only", {.kept = Kept::last_only},
         "Of the cache only the newest word is read.", 14},
        {"cache_last_unread", {.kept = Kept::last_unread},
         "Of the cache all but the newest word is read.", 14},
        {"cache_own_unread", {.kept = Kept::own_unread},
         "Where earlier words are kept, a new word does not see itself: its key is not in the "
         "cache yet.", 14, 0, "cs249r_book 1953"},
        {"cache_new_unread", {.kept = Kept::new_unread},
         "Where earlier words are kept, only those are read: new words see neither themselves "
         "nor each other.", 14},
        {"cache_value_stale", {.kept = Kept::stale_values},
         "With a cache, a new word's value is the word's before it: values are one behind "
         "their keys.", 14},
        {"cache_window_one_less", {.kept = Kept::window_one_less},
         "Where earlier words are kept, the window is one key too narrow.",
         14, 0, "transformers 37574"},
        {"cache_turned_again", {.kept = Kept::turned_again},
         "Kept keys are turned a second time.", 14, 0, "shainet 110"},
        {"cache_turned_each_word", {.kept = Kept::turned_each_word},
         "Kept keys are turned once more with every word.",
         14, 0, "WajdiHammami/llm-attention-from-scratch d3be728"},
        {"cache_not_turned", {.kept = Kept::not_turned}, "Kept keys were never turned.",
         14, 0, "gpt-neox 363 (on purpose)"},
        {"cache_new_key_at_0", {.kept = Kept::new_key_at_0},
         "New keys are turned as if they stood at 0.", 14, 0, "mlx-vlm 1983"},
        {"cache_reversed", {.kept = Kept::reversed},
         "New keys and values come before the kept ones, where they belong after.", 14},
    };
}

std::vector<Mistake> score_extra_mistakes() {
    return {
        {"window_one_more", {.window = Window::one_more},
         "The window is one key too wide: its size should count the query's own key.",
         6, 0, "transformers 39408, mlx-lm 390; axlearn 1009 (on purpose)",
         Level::convention},
        {"window_one_less", {.window = Window::one_less},
         "The window is one key too narrow.", 6},
        {"window_half", {.window = Window::half},
         "The window is half as wide behind a word, as if it had its middle there.", 6},
        {"window_chunks", {.window = Window::chunks},
         "The window does not slide: words are cut into chunks, and see their own only.",
         6, 0, "Llama 4 (on purpose)", Level::convention},
        {"window_first_key_too", {.window = Window::first_key_too},
         "The first key is seen from everywhere, as a sink beside the window.",
         6, 0, "StreamingLLM (on purpose)", Level::convention},
        {"window_ignored", {.window = Window::ignored}, "There is no window.",
         6, 0, "vllm-metal 282, transformers 35691"},
        {"window_from_first_query", {.window = Window::from_first_query},
         "The window is counted from the first query, where it should be counted from the "
         "first key: kept words are forgotten too late.", 6},
        {"window_future", {.window = Window::future_too},
         "The window is open to both sides.", 6, 0, "bumblebee 341"},
        {"cap_missing", {.soft_cap = SoftCap::none}, "Scores are not capped.",
         6, 0, "realizar 27"},
        {"cap_after_mask", {.soft_cap = SoftCap::after_mask},
         "The cap comes after the mask: minus infinity becomes -{soft_cap}, so masked keys "
         "are open again.", 6, 11, "flash-attention 1025, sgl-kernel-xpu 491"},
        {"cap_times_tanh", {.soft_cap = SoftCap::times_tanh},
         "The score multiplies the tanh, where the cap ({soft_cap}) should.",
         6, 0, "unsloth-zoo 593"},
        {"cap_no_factor", {.soft_cap = SoftCap::no_factor},
         "The tanh is not multiplied by the cap ({soft_cap}).", 6},
        {"cap_before_scale", {.soft_cap = SoftCap::before_scale},
         "Scores are capped before they are divided by the root of d_k, {root_d_k}.", 6},
        {"head_norm_missing", {.head_norm = HeadNorm::none},
         "Queries and keys are not normalized.", 10, 0, "vllm-metal 659"},
        {"head_norm_unasked", {.head_norm = HeadNorm::always},
         "Queries and keys are normalized, also where no q_norm.weight asks for it, as "
         "Qwen3 does.",
         10, 0, "gigit0000/qwen3.c (on purpose)", Level::convention},
        {"head_norm_after_turning", {.head_norm = HeadNorm::after_turning},
         "Queries and keys are normalized after they are turned, as Hunyuan does.",
         10, 0, "vllm-metal 660", Level::convention},
        {"head_norm_all_heads", {.head_norm = HeadNorm::all_heads},
         "Queries and keys are normalized over all heads together, where each head is "
         "normalized alone.", 10, 0, "Lumina-T2X 112", Level::convention},
        {"head_norm_queries_only", {.head_norm = HeadNorm::queries_only},
         "Only queries are normalized.", 10},
        {"head_norm_values_too", {.head_norm = HeadNorm::values_too},
         "Values are normalized, too.", 10},
    };
}

// clang-format on

}  // namespace

std::vector<Mistake> head_norm_mistakes() {
    std::vector<Mistake> mistakes =
        named(rms_norm_mistakes(), {"layer_norm", "sum_of_squares", "norm_variance",
                                    "norm_no_division", "no_gamma", "gamma_plus_1"});
    for (Mistake& mistake : mistakes) {
        mistake.sentence = "Of queries and keys: " + mistake.sentence;
        if (mistake.name == "gamma_plus_1") mistake.seen = "Gemma 3 (on purpose)";
    }
    return mistakes;
}

std::vector<Mistake> grouped_mistakes() {
    return joined(
        {without(score_mistakes(),
                 {"running_max", "running_max_zeros", "global_max", "nan_row",
                  "online_blocks_8", "online_blocks_16", "online_blocks_32",
                  "online_blocks_64", "online_blocks_128"}),
         named(mask_mistakes(), {"causal_ignored", "causal_strict", "causal_next",
                                 "causal_future", "causal_inverted", "fill_zero", "add_10",
                                 "mask_after_softmax", "clip_after_mask"}),
         named(head_mistakes(),
               {"scale_model", "scale_dmodel", "split_reshape", "split_only", "merge_only",
                "merge_order", "merge_mod", "split_mod", "split_merge_mod"}),
         group_mistakes(),  // that nothing turns is likelier than any wrong turn
         without(turn_mistakes(), {"rope_evens_first", "rope_one_more", "rope_one_less",
                                   "rope_waves_exchanged"}),
         cache_mistakes(), score_extra_mistakes()});
}

// clang-format off

std::vector<Mistake> gate_mistakes() {
    return {
        {"gate_up_exchanged", {.gate = Gate::exchanged},
         "gate and up are exchanged: the activation belongs on gate (w1), and not on up "
         "(w3).", 10, 0, "mlx-lm 767"},
        {"gate_after_product", {.gate = Gate::after_product},
         "The activation is taken of gate times up, where it belongs on gate alone (a "
         "parenthesis?).", 10, 0, "breakdown-minimind 3"},
        {"gate_no_up", {.gate = Gate::no_up},
         "Nothing is multiplied by up (w3): this is an ordinary feed-forward network.",
         10, 0, "timesfm 493"},
        {"gate_no_curve", {.gate = Gate::no_curve}, "There is no activation.", 10},
        {"gate_sum", {.gate = Gate::sum},
         "gate and up are added, where they should be multiplied.", 10},
        {"gate_both_curved", {.gate = Gate::both_curved},
         "Both gate and up go through the activation.", 10},
        {"gate_gelu_for_silu", {.for_silu = Curve::gelu},
         "The activation is GELU, where SiLU was asked for.", 10},
        {"gate_sigmoid_for_silu", {.for_silu = Curve::sigmoid},
         "The activation is the sigmoid alone, where SiLU, x times it, was asked for.", 10},
        {"gate_silu_for_gelu", {.for_gelu = Curve::silu, .for_gelu_tanh = Curve::silu},
         "The activation is SiLU, where GELU was asked for.",
         10, 0, "TensorRT-Model-Connect 177"},
        {"gate_gelu_for_tanh", {.for_gelu_tanh = Curve::gelu},
         "The activation is the exact GELU, where its tanh formula was asked for.",
         10, 22, "transformers 29402, gemma_pytorch 37", Level::convention},
        {"gate_tanh_for_gelu", {.for_gelu = Curve::gelu_tanh},
         "The activation is GELU's tanh formula, where the exact GELU was asked for.",
         10, 22, "", Level::convention},
    };
}

// clang-format on

}  // namespace attn::doctor

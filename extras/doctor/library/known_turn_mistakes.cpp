#include <tuple>

#include "doctor/library/known_mistakes.hpp"

namespace attn::doctor {
namespace {

// A table: clang-format would give each member a line of its own.
// clang-format off

std::vector<Mistake> pair_mistakes() {
    return {
        {"rope_interleaved", {.pairs = Pairs::interleaved},
         "Columns 2i and 2i + 1 turn together, whatever layout was asked for. If it knows "
         "no other, let the adapter skip the halves' probes.",
         9, 0, "shainet 111", Level::convention},
        {"rope_halves", {.pairs = Pairs::halves},
         "Columns i and i + d_k / 2 turn together, whatever layout was asked for. If it "
         "knows no other, let the adapter skip the interleaved probes.",
         9, 0, "keras-hub 1416 (on purpose)", Level::convention},
        {"rope_evens_first", {.pairs = Pairs::evens_first},
         "Columns 2i and 2i + 1 turn together and come out as columns i and i + d_k / 2, "
         "whatever layout was asked for. Where queries and keys have it alike, scores are "
         "those of interleaved columns.",
         9, 0, "DeepSeek-V3 (on purpose), cyyueyang/llama-from-scratch", Level::convention},
        {"rope_angles_in_halves", {.pairs = Pairs::angles_in_halves},
         "The angles are laid out in halves (cat(freqs, freqs)), and the columns turn "
         "interleaved: the two of a pair get different angles.",
         9, 0, "transformers 47328, ark-nlp 47"},
        {"rope_turned_in_halves", {.pairs = Pairs::turned_in_halves},
         "The angles are laid out interleaved (repeat_interleave(2)), and the columns turn "
         "in halves (rotate_half): the two of a pair get different angles.", 9},
        {"rope_no_minus", {.rotation = Rotation::no_minus},
         "The minus of the turn is missing: it is (-b, a) that the sine multiplies, and "
         "not (b, a).", 9},
        {"rope_overwritten", {.rotation = Rotation::overwritten},
         "The first number of a pair is overwritten before the second is computed from it.",
         9},
        {"rope_backwards", {.rotation = Rotation::backwards},
         "Rows are turned the other way round: the sine has the other sign. Weights that "
         "learned it so are right with it, and no others.",
         9, 0, "nanochat 489 (on purpose)", Level::convention},
        {"rope_waves_exchanged", {.rotation = Rotation::waves_exchanged},
         "Sine and cosine are exchanged.", 9},
    };
}

/// Before the exponents: with d_k = 6 a base of 1e6 is 10000 with another exponent.
std::vector<Mistake> base_mistakes() {
    std::vector<Mistake> mistakes;
    for (const auto& [base, whose, seen] :
         {std::tuple{10000, "Llama 2's, and the paper's", "airllm 368, penzai 102"},
          {500000, "Llama 3's", ""},
          {1000000, "Qwen's and Code Llama's", "teleprint-me/qwen3.c (on purpose)"}}) {
        const std::string number = std::to_string(base);
        mistakes.push_back(
            {"rope_base_" + number, {.turn_base = static_cast<double>(base)},
             "The base (theta) is " + number + ", whatever was asked for ({base}): " + whose +
             ". If you handed it over, it is dropped on the way: a mistake.",
             9, 0, seen, Level::convention});
    }
    return mistakes;
}

std::vector<Mistake> angle_mistakes() {
    return {
        {"rope_exponent_doubled", {.exponent = Exponent::doubled},
         "The exponent is doubled: arange(0, d, 2) is 2i already.",
         9, 0, "weihuaguo270-ops/attention-from-scratch 6f2bce0"},
        {"rope_exponent_half", {.exponent = Exponent::half},
         "The exponent is half of what it should be: arange(d / 2) is divided by d_k "
         "({d_k}).", 9, 0, "LLMs-from-scratch 410 asks"},
        {"rope_exponent_own", {.exponent = Exponent::column},
         "Each column has an angle of its own, where the two of a pair share one.", 9},
        {"rope_exponent_last", {.exponent = Exponent::reaches_base},
         "The exponent is divided by d_k - 2, where d_k ({d_k}) belongs.", 9},
        {"rope_exponent_less", {.exponent = Exponent::one_pair_less},
         "The exponent is -2(i - 1) / d_k with i from 0: the paper's i begins at 1, and the "
         "first pair should turn by 1 for each word.", 9, 0, "bkitano/llama-from-scratch 8"},
        {"rope_exponent_more", {.exponent = Exponent::half_a_pair_more},
         "The exponent is (2i - 1) / d_k with i from 1, where 2(i - 1) / d_k belongs: the "
         "first pair should turn by 1 for each word.",
         9, 0, "stanford-cs336/assignment1-basics 22"},
        {"rope_power_multiplies", {.power_multiplies = true},
         "Positions are multiplied by the power of the base, where they should be divided "
         "by it.", 9, 0, "LeetCUDA 289"},
        {"rope_half_turned", {.turned_share = 0.5},
         "Only the first half of a head's columns is turned, the rest stays.",
         9, 0, "GPT-NeoX's rotary_pct, Phi's and GLM's partial_rotary_factor (on purpose)",
         Level::convention},
        {"rope_quarter_turned", {.turned_share = 0.25},
         "Only the first quarter of a head's columns is turned, the rest stays.",
         9, 0, "Pythia, StableLM, Qwen3-Next (on purpose)", Level::convention},
        {"rope_half_turned_wide", {.turned_share = 0.5, .angle_width = Width::of_head},
         "Only the first half of a head's columns is turned, and its exponents run over the "
         "whole head, where they should run over what is turned.",
         9, 0, "pie 603, mlx-lm 1698"},
        {"rope_llama_3", {.slowed = 8},
         "Slow pairs turn 8 times as slowly (rope_scaling of type llama3), for texts longer "
         "than 8192 words.", 9, 0, "Llama 3.1 (on purpose)", Level::convention},
        {"rope_llama_3_2", {.slowed = 32},
         "Slow pairs turn 32 times as slowly (rope_scaling of type llama3), for texts longer "
         "than 8192 words.", 9, 0, "Llama 3.2 (on purpose)", Level::convention},
        {"rope_bfloat16", {.angle_digits = 8},
         "Positions and angles are rounded to bfloat16: beyond 256 neighbours share a "
         "position.", 9, 0, "transformers 29285, sglang-jax 1472"},
        {"rope_float16", {.angle_digits = 11},
         "Positions and angles are rounded to float16.", 9, 0, "mlc-llm 2449"},
    };
}

std::vector<Mistake> start_mistakes() {
    return {
        {"rope_first_ignored", {.start = Start::ignored},
         "Positions begin at 0 again, where earlier words are kept.",
         9, 0, "mlx-vlm 1983, moeut 6"},
        {"rope_first_for_all", {.start = Start::of_all_rows},
         "All rows get the position of the first of them.",
         9, 0, "omlx 2363, Dg0230/mini-transformer"},
        {"rope_one_more", {.start = Start::one_more},
         "Positions are one too large. Where queries and keys have it alike, no score "
         "changes.", 9, 0, "onnxruntime-genai 2354, flash-linear-attention 766",
         Level::convention},
        {"rope_one_less", {.start = Start::one_less},
         "Positions are one too small. Where queries and keys have it alike, no score "
         "changes.", 9, 0, "", Level::convention},
        {"rope_first_twice", {.start = Start::at_end},
         "New rows are counted twice: their positions begin where they should end.",
         9, 0, "tiny-llm 46"},
    };
}

// clang-format on

}  // namespace

std::vector<Mistake> turn_mistakes() {
    return joined({pair_mistakes(), base_mistakes(), angle_mistakes(), start_mistakes()});
}

}  // namespace attn::doctor

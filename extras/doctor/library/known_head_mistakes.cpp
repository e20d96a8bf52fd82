#include "doctor/library/known_mistakes.hpp"

namespace attn::doctor {
namespace {

constexpr const char* reshape_seen = "FuxiCTR 30";

// A table: clang-format would give each member a line of its own.
// clang-format off

std::vector<Mistake> scale_and_axis_mistakes() {
    return {
        {"scale_model", {.divisor = Divisor::root_d_model},
         "Scores are divided by the root of d_model ({d_model}), {root_d_model}, where the "
         "root of the head's d_k ({d_k}), {root_d_k}, belongs.",
         8, 3, "karpathy/ng-video-lecture 6"},
        {"scale_dmodel", {.divisor = Divisor::d_model},
         "Scores are divided by d_model, {d_model}, where the root of d_k ({d_k}), "
         "{root_d_k}, belongs.", 8},
        {"scale_heads", {.divisor = Divisor::root_n_heads},
         "Scores are divided by the root of the number of heads, where the root of d_k "
         "({d_k}), {root_d_k}, belongs.", 8},
        {"softmax_heads", {.along = Along::heads},
         "Softmax runs over the heads (dim=1 of four, which nn.Softmax() takes when none "
         "is named), where it should run over the keys.",
         8, 1, "hyunwoongko/transformer, until 391c9cd"},
        {"softmax_batch", {.along = Along::sentences},
         "Softmax runs over the sentences of the batch (dim=0), where it should run over "
         "the keys.", 8, 1},
    };
}

std::vector<Mistake> split_and_merge_mistakes() {
    return {
        {"heads_whole", {.split = Heads::whole},
         "Heads are never split: one softmax weighs all {d_model} columns of the values, "
         "where each of {n_heads} heads has a softmax of its own. With one head it is "
         "right.", 8, 0, "eddywm/llm-ts 4d9a68a"},
        {"heads_whole_model", {.divisor = Divisor::root_d_model, .split = Heads::whole},
         "Heads are never split: one softmax weighs all {d_model} columns of the values, "
         "where each of {n_heads} heads has a softmax of its own; and scores are divided "
         "by the root of d_model. With one head it is right.", 8, 0, "eddywm/llm-ts 4d9a68a"},
        {"split_reshape", {.split = Heads::reshaped, .merge = Heads::reshaped},
         "Heads are split and merged by a reshape without a transpose: a head holds some "
         "words whole, where it should hold some columns of every word.",
         8, 14, reshape_seen},
        {"split_only", {.split = Heads::reshaped},
         "Heads are split by a reshape without a transpose: a head holds some words whole, "
         "where it should hold some columns of every word.", 8, 14, reshape_seen},
        {"merge_only", {.merge = Heads::reshaped},
         "Heads are merged by a reshape without a transpose: output rows hold several "
         "words' numbers.", 8, 14, "jsbaan/transformer-from-scratch 6"},
        {"merge_order", {.merge = Heads::reversed},
         "Heads are merged in reverse order.", 8, 15},
        {"merge_mod", {.merge = Heads::interleaved},
         "Heads are merged interleaved, column by column, where they should stand side by "
         "side.", 8, 15},
        {"merge_batch", {.merge = Heads::sentences_swapped},
         "Heads and sentences are exchanged in the merge.", 8, 15, "gazelle93 1"},
        {"merge_columns", {.merge = Heads::transposed},
         "Each head's rows and columns are exchanged in the merge.", 8, 14},
        {"split_mod", {.split = Heads::interleaved},
         "Column c goes to head c modulo n_heads ({n_heads}), where each head has columns "
         "side by side.", 8},
        {"split_merge_mod", {.split = Heads::interleaved, .merge = Heads::interleaved},
         "Heads take every n_heads-th column (view(..., d_k, n_heads)), where a head's "
         "columns stand side by side.", 8},
        {"batch_swapped", {.sentences_for_words = true},
         "Attention runs over the sentences of the batch, where it should run over the "
         "words: the first two axes are exchanged (batch_first?).",
         8, 0, "nn.MultiheadAttention's default"},
    };
}

std::vector<Mistake> block_order_mistakes() {
    return {
        {"layout_qvk", {.blocks = Blocks::qvk},
         "Keys and values are exchanged (or the blocks of in_proj_weight are taken as q, "
         "v, k).", 8, 0, "jsbaan/transformer-from-scratch, until 5835e50"},
        {"layout_kqv", {.blocks = Blocks::kqv},
         "Queries and keys are exchanged (or the blocks of in_proj_weight are taken as k, "
         "q, v).", 8},
        {"layout_vkq", {.blocks = Blocks::vkq},
         "Queries and values are exchanged (or the blocks of in_proj_weight are taken as "
         "v, k, q).", 8},
        {"layout_kvq", {.blocks = Blocks::kvq},
         "The blocks of in_proj_weight are taken as k, v, q; they are q, k, v.", 8},
        {"layout_vqk", {.blocks = Blocks::vqk},
         "The blocks of in_proj_weight are taken as v, q, k; they are q, k, v.", 8},
        {"layout_per_head", {.blocks = Blocks::per_head},
         "in_proj_weight is read head by head (q, k, v of head 1, then of head 2); PyTorch "
         "has all of q first.",
         8, 0, "jsbaan/transformer-from-scratch, labml ddpm", Level::convention},
        {"layout_columns", {.blocks = Blocks::columns},
         "The numbers of in_proj_weight, [3 d x d], are read as [d x 3 d].", 8},
        {"layout_rows", {.blocks = Blocks::rows},
         "in_proj_weight is turned to [d x 3 d], as GPT-2 keeps it, and its numbers are "
         "read as [3 d x d]. Does your adapter turn it for a program that does not want "
         "it turned?", 8},
        {"weights_in_t", {.transposed = Transposed::in},
         "W_q, W_k and W_v are used as [in x out]; PyTorch keeps [out x in].", 8},
        {"weights_out_t", {.transposed = Transposed::out},
         "W_o is used as [in x out]; PyTorch keeps [out x in].", 8},
        {"weights_t", {.transposed = Transposed::all},
         "All four matrices are used as [in x out]; PyTorch keeps [out x in].", 8},
    };
}

std::vector<Mistake> projection_mistakes() {
    return {
        {"no_out_proj", {.projections = Projections::no_output},
         "The last linear map, W_o, is missing.",
         8, 0, "hyunwoongko/transformer, until 91368af"},
        {"no_value_proj", {.projections = Projections::no_value},
         "Values are not projected: W_v is missing.", 8},
        {"no_query_proj", {.projections = Projections::no_query},
         "Queries are not projected: W_q is missing.", 8},
        {"no_key_proj", {.projections = Projections::no_key},
         "Keys are not projected: W_k is missing.", 8},
        {"shared_qk", {.projections = Projections::key_by_query},
         "Keys are projected with W_q, where W_k belongs.", 8},
        {"bias_missing", {.biases = Biases::none}, "All biases are missing.", 8},
        {"bias_in_missing", {.biases = Biases::no_in},
         "The biases of q, k and v are missing.", 8},
        {"bias_v_missing", {.biases = Biases::no_value},
         "The bias of the values is missing.", 8},
        {"bias_q_missing", {.biases = Biases::no_query},
         "The bias of the queries is missing.", 8},
        {"bias_out_missing", {.biases = Biases::no_output},
         "The bias of the last linear map is missing.", 8},
        {"residual_inside", {.around = Around::residual},
         "The query's input is added to the output: a residual sum stands within what is "
         "called attention.", 8, 0, "Mayukhdeb/tiny-transformer"},
        {"residual_and_norm_inside", {.around = Around::residual_and_norm},
         "The query's input is added to the output, and a layer norm follows: both stand "
         "within what is called attention.", 8, 0, "Mayukhdeb/tiny-transformer"},
        {"norm_after_attention", {.around = Around::norm},
         "A layer norm follows the last linear map, within what is called attention.", 8},
    };
}

std::vector<Mistake> batch_mask_mistakes() {
    return {
        {"mask_first", {.given = Given::first_sentence},
         "The first sentence's padding serves for all sentences.", 8},
        {"mask_order", {.given = Given::other_order},
         "The mask is repeated in another order than the heads: sentences get each other's "
         "padding.", 8, 15, "lsdefine 36"},
        {"mask_head0", {.given = Given::first_head},
         "Only the first head gets the mask.", 8},
        {"causal_only", {.join = Join::causal_only},
         "Of two masks the causal one overwrites the padding, where both should hold.",
         6, 0, "jsbaan/transformer-from-scratch, mask_logits"},
        {"causal_mask_rows", {.join = Join::given_closes_rows},
         "Where the causal mask and padding meet, padding closes rows where it should "
         "close columns: words see the padding.", 6, 9, "hyunwoongko/transformer 40"},
        {"padding_only", {.join = Join::given_only},
         "Of two masks the padding overwrites the causal one, where both should hold.", 6},
        {"masks_or", {.join = Join::either},
         "Two masks are joined so that either is enough to be let in, where both should "
         "hold.", 6},
    };
}

// clang-format on

}  // namespace

std::vector<Mistake> head_mistakes() {
    return joined({scale_and_axis_mistakes(), split_and_merge_mistakes(),
                   block_order_mistakes(), projection_mistakes(), batch_mask_mistakes()});
}

}  // namespace attn::doctor

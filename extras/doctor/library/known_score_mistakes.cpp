#include "doctor/library/known_mistakes.hpp"

namespace attn::doctor {
namespace {

std::vector<Mistake> block_mistakes() {
    std::vector<Mistake> mistakes;
    for (const std::size_t n : {2U, 4U, 8U, 16U, 32U, 64U, 128U}) {
        const std::string size = std::to_string(n);
        mistakes.push_back(
            {"online_blocks_" + size,
             {.block = n},
             "Keys come in blocks of " + size +
                 ", and each block has a softmax of its own: a row's weights "
                 "sum to the number of blocks, and should sum to 1.",
             19,
             24});
    }
    return mistakes;
}

// A table: clang-format would give each member a line of its own.
// clang-format off

std::vector<Mistake> scale_mistakes() {
    return {
        {"no_scale", {.divisor = Divisor::none},
         "Scores are divided by nothing, where the root of d_k ({d_k}), {root_d_k}, "
         "belongs.", 4, 5, "mlc-llm 3426"},
        {"scale_twice", {.divisor = Divisor::d_k},
         "Scores are divided by d_k, {d_k}, where its root, {root_d_k}, belongs: divided "
         "twice?", 4, 4, "transformers 38290"},
        {"scale_times", {.divisor = Divisor::one_over_root_d_k},
         "Scores are multiplied by the root of d_k, {root_d_k}, where they should be "
         "divided by it.", 4},
        {"scale_quarter", {.divisor = Divisor::fourth_root_d_k},
         "Scores are divided by the fourth root of d_k ({d_k}), where its root, "
         "{root_d_k}, belongs: was only the query scaled, or only the key?", 4},
        {"scale_keys", {.divisor = Divisor::root_n_key},
         "Scores are divided by the root of the number of keys, where the root of d_k "
         "({d_k}), {root_d_k}, belongs.", 4},
        {"scale_queries", {.divisor = Divisor::root_n_query},
         "Scores are divided by the root of the number of queries (len(q)?), where the "
         "root of d_k ({d_k}), {root_d_k}, belongs.", 4},
        {"scale_after", {.divisor = Divisor::root_d_k_after_softmax},
         "The root of d_k, {root_d_k}, divides the weights after softmax, where it should "
         "divide the scores before.", 4},
        {"key_reshaped", {.keys_reshaped = true},
         "K is reshaped to d_k x n_key, where it should be transposed.",
         3, 14, "hyunwoongko/transformer, until 391c9cd"},
        {"weights_transposed", {.weights_transposed = true},
         "The table of weights is transposed before it meets the values.", 3},
    };
}

}  // namespace

std::vector<Mistake> softmax_mistakes() {
    const char* no_exponential = "Scores are divided by their sum, without an exponential.";
    const char* no_softmax = "There is no softmax: the scores themselves are the weights.";
    return {
        {"softmax_axis", {.along = Along::queries},
         "Softmax runs down the columns: each key's weights sum to 1, where each row, a "
         "query's, should.", 2, 1, "labml 146"},
        {"softmax_all", {.along = Along::table},
         "One softmax runs over the whole table: all its weights together sum to 1, where "
         "each row's should.", 2},
        {"no_exponential", {.weighing = Weighing::scores_over_their_sum},
         no_exponential, 2, 2, "agentic-flow 192"},
        {"no_exponential",
         {.weighing = Weighing::scores_over_their_sum, .closed_are_zeros = false},
         no_exponential, 2, 2, "agentic-flow 192"},
        {"log_softmax", {.weighing = Weighing::log_softmax},
         "The weights are logarithms: is it log_softmax for softmax?", 2},
        {"no_softmax", {.weighing = Weighing::scores}, no_softmax, 2},
        {"no_softmax", {.weighing = Weighing::scores, .closed_are_zeros = false},
         no_softmax, 2},
        {"no_division", {.weighing = Weighing::exponentials},
         "The exponentials are not divided by their sum.", 2},
        {"sigmoid", {.weighing = Weighing::sigmoid},
         "Each score goes through a sigmoid of its own, where softmax belongs.", 2},
        {"base_2", {.weighing = Weighing::powers_of_2},
         "Powers of 2 stand where exponentials, powers of e, belong (exp2 without "
         "log2(e)).", 2},
        {"off_by_one", {.sink = 0},
         "The sum has an extra 1: exp / (1 + sum), where exp / sum belongs.", 2},
        {"no_max", {.maximum = Maximum::none},
         "Exponentials are taken without subtracting the row's largest score first: a "
         "score of 710 overflows (of 89, in float32).", 5, 0, "", Level::edge},
        {"running_max", {.maximum_from = -1e4, .nothing_open = ZeroByZero::nan},
         "The running maximum begins at about -10000 or above (at 0?), where minus infinity "
         "belongs: a row of scores far below that is 0/0.", 5, 6, "flashinfer 4401", Level::edge},
        {"running_max_zeros", {.maximum_from = -1e4, .underflow = ZeroByZero::zeros},
         "The running maximum begins at about -10000 or above (at 0?), where minus infinity "
         "belongs: a row of scores far below that attends to nothing.", 5, 6, "flashinfer 4401, llm.c", Level::edge},
        {"running_max_5", {.maximum_from = -5e4, .nothing_open = ZeroByZero::nan},
         "The running maximum begins at about -50000, where minus infinity belongs: a row of "
         "scores far below that is 0/0.", 5, 6, "flashinfer 4401", Level::edge},
        {"global_max", {.maximum = Maximum::of_table},
         "One maximum serves all rows, and a row far below it is 0/0; each row has its "
         "own.", 5, 0, "", Level::edge},
        {"nan_row", {.nothing_open = ZeroByZero::nan},
         "A row in which all is masked (minus infinity) is NaN, as torch.softmax gives; "
         "here zeros belong.", 6, 12, "pytorch 103963", Level::convention},
    };
}

std::vector<Mistake> score_mistakes() {
    return joined({without(softmax_mistakes(), {"running_max_5"}), scale_mistakes(),
                   block_mistakes()});
}

std::vector<Mistake> lone_head_mistakes() {
    std::vector<Mistake> mistakes = {
        {"swap_qk", {.roles = Roles::queries_as_keys},
         "Queries and keys are exchanged.", 3, 0, "jadore801120, 94aae68"},
        {"swap_kv", {.roles = Roles::keys_as_values},
         "Keys and values are exchanged.", 3, 0, "jsbaan/transformer-from-scratch 5835e50"},
        {"swap_qv", {.roles = Roles::queries_as_values},
         "Queries and values are exchanged.", 3},
        {"causal_corner", {.causal = Causal::first_sees_first},
         "With fewer queries than keys the causal mask begins at the upper left corner, as "
         "PyTorch's is_causal does: of {n_key} keys the first query sees one. Where earlier "
         "keys come from a cache, it must see all but the newest ones.",
         6, 13, "executorch 22443", Level::convention},
    };
    for (const int n : {2, 4, 8, 16}) {
        const std::string heads = std::to_string(n);
        mistakes.push_back({"scale_model_" + heads,
                            {.model_of_heads = static_cast<double>(n)},
                            "Scores are divided by the root of " + heads +
                                " d_k ({d_k}), where the root of d_k, {root_d_k}, belongs: "
                                "the width of a model of " +
                                heads + " heads?",
                            4,
                            3,
                            "karpathy/ng-video-lecture 6"});
    }
    return mistakes;
}

// clang-format on

}  // namespace attn::doctor

#include <algorithm>
#include <cmath>

#include "doctor/library/attend.hpp"
#include "doctor/library/kind.hpp"
#include "doctor/library/known_mistakes.hpp"
#include "doctor/library/layers.hpp"
#include "doctor/library/ways_back.hpp"

namespace attn::doctor {
namespace {

/// Large scores are left out, and rows of two numbers, whose slopes cancel to nearly 0.
bool is_everyday(const Probe& probe) {
    if (probe.kind == "layer_norm" && probe.stage.starts_with("offset")) return true;
    if (probe.name == "2 columns") return false;
    if (!probe.is_near_1()) return false;
    for (const auto& [name, array] : probe.arrays) {
        for (const double value : array.values) {
            if (std::abs(value) > 90 && !std::isinf(value)) return false;
        }
    }
    return true;
}

/// The probes of a kind without a way back, each with slopes in its output.
std::vector<Probe> with_slopes(const Kind& kind, const std::vector<Probe>& probes) {
    std::vector<Probe> all;
    for (const Probe& asked : probes) {
        if (!is_everyday(asked)) continue;
        Probe probe = asked;
        const std::vector<std::size_t> shape = kind.reference(asked, {}).at("output").shape;
        probe.kind = kind.name + "_grad";
        probe.arrays["grad_output"] =
            asked.stage == "small" ? small_array(77, shape) : random_array(77, shape);
        all.push_back(std::move(probe));
    }
    return all;
}

/// Slopes under the names of files.
Arrays as_outputs(Array output, const Arrays& slopes) {
    Arrays outputs = {{"output", std::move(output)}};
    for (const auto& [name, array] : slopes) outputs["grad_" + name] = array;
    return outputs;
}

Arrays softmax_grad_reference(const Probe& probe, const Switches& on) {
    const Block weights = weigh(as_block(probe.arrays.at("scores")), {});
    const Block slopes =
        softmax_back(weights, as_block(probe.arrays.at("grad_output")), on);
    return as_outputs(as_array(weights, 2), {{"scores", as_array(slopes, 2)}});
}

Arrays attention_grad_reference(const Probe& probe, const Switches& on) {
    const Masking masking = masking_of(probe);
    const Block q = as_block(probe.arrays.at("q"));
    const Block k = as_block(probe.arrays.at("k"));
    const Block v = as_block(probe.arrays.at("v"));
    const AttentionSlopes slopes =
        attend_back(q, k, v, masking, as_block(probe.arrays.at("grad_output")), on);
    return as_outputs(as_array(attend(q, k, v, masking, q.cols, {.causal = on.causal}), 2),
                      {{"q", as_array(slopes.q, 2)},
                       {"k", as_array(slopes.k, 2)},
                       {"v", as_array(slopes.v, 2)}});
}

/// Of layer norm, or of RMS norm, which has no bias.
Arrays norm_grad_reference(const Probe& probe, const Switches& on) {
    const Block x = as_block(probe.arrays.at("x"));
    const std::vector<double>& gamma = probe.arrays.at("weight").values;
    const double epsilon = probe.number("eps");
    const bool has_bias = probe.has("bias");
    NormSlopes slopes = norm_back(x, gamma, epsilon,
                                  as_block(probe.arrays.at("grad_output")), has_bias, on);
    Arrays all = {{"x", as_array(slopes.x, 3)},
                  {"weight", {.shape = {x.cols}, .values = std::move(slopes.gamma)}}};
    if (!has_bias)
        return as_outputs(as_array(normalize_by_size(x, gamma, epsilon, {}), 3), all);
    all["bias"] = {.shape = {x.cols}, .values = std::move(slopes.beta)};
    const Block y = normalize(x, gamma, probe.arrays.at("bias").values, epsilon, {});
    return as_outputs(as_array(y, 3), all);
}

Arrays mha_grad_reference(const Probe& probe, const Switches& on) {
    const std::size_t n_heads = probe.count("n_heads");
    const Masking masking = masking_of(probe);
    const Block query = as_block(probe.arrays.at("query"));
    const Block key = as_block(probe.arrays.at("key"));
    const Block value = as_block(probe.arrays.at("value"));
    const HeadWeights w = head_weights(probe.arrays, "", n_heads, {});
    Arrays slopes = many_heads_back(query, key, value, w, n_heads, masking,
                                    as_block(probe.arrays.at("grad_output")), on);
    if (probe.setting("self_attention") != "1") slopes.erase("x");
    if (probe.setting("bias") != "1") {
        slopes.erase("in_proj_bias");
        slopes.erase("out_proj.bias");
    }
    const Block y = many_heads(query, key, value, w, n_heads, masking, {});
    return as_outputs(as_array(y, 3), slopes);
}

// A table: clang-format would give each member a line of its own.
// clang-format off

std::vector<Mistake> softmax_back_mistakes() {
    return {
        {"no_average", {.softmax_back = SoftmaxBack::no_average},
         "Softmax's way back lacks the average: each score's slope is its weight times its "
         "own weight's slope, where the row's average is subtracted first.",
         12, 0, "chapter 14's wrong ways"},
        {"plain_average", {.softmax_back = SoftmaxBack::plain_average},
         "Softmax's way back subtracts the plain mean of the row's slopes, where their "
         "average by the weights belongs.", 12},
        {"weights_left_out", {.softmax_back = SoftmaxBack::weights_left_out},
         "Softmax's way back does not multiply by the weights.", 12},
        {"softmax_skipped", {.softmax_back = SoftmaxBack::straight_through},
         "Nothing is done for softmax on the way back: the weights' slopes are taken for "
         "the scores'.", 12},
        {"diagonal_only", {.softmax_back = SoftmaxBack::diagonal_only},
         "Softmax's way back is p (1 - p), the diagonal alone: each score moves the other "
         "weights of its row, too.",
         12, 0, "Apiquet/DeepLearningFrameworkFromScratchCpp 1, libnd4j 440"},
        {"average_down_columns", {.softmax_back = SoftmaxBack::down_the_columns},
         "Softmax's way back averages down the columns, where it should average along the "
         "rows.", 12},
    };
}

std::vector<Mistake> attention_back_mistakes() {
    return joined(
        {softmax_back_mistakes(),
         {
        {"no_root", {.root_back = RootBack::forgotten},
         "The scores' slopes are not divided by the root of d_k ({d_k}), {root_d_k}, on "
         "the way back.", 12, 0, "chapter 14's wrong ways"},
        {"root_twice", {.root_back = RootBack::twice},
         "The scores' slopes are divided by d_k, {d_k}, on the way back, where its root, "
         "{root_d_k}, belongs.", 12},
        {"root_times", {.root_back = RootBack::multiplies},
         "The scores' slopes are multiplied by the root of d_k, {root_d_k}, on the way "
         "back, where they should be divided by it.", 12},
        {"no_keys", {.product_back = ProductBack::nothing_through_keys},
         "Nothing goes back through the keys: their slopes are 0.",
         12, 0, "chapter 14's wrong ways"},
        {"no_queries", {.product_back = ProductBack::nothing_through_queries},
         "Nothing goes back through the queries: their slopes are 0.", 12},
        {"no_values", {.product_back = ProductBack::nothing_through_values},
         "Nothing goes back through the values: their slopes are 0.", 12},
        {"query_key_slopes_exchanged",
         {.product_back = ProductBack::queries_and_keys_exchanged},
         "The slopes of queries and keys are exchanged.", 12},
        {"keys_untransposed", {.product_back = ProductBack::keys_untransposed},
         "The keys' slopes are d_scores q, where the transpose, d_scores^T q, belongs.",
         12},
        {"values_untransposed", {.product_back = ProductBack::values_untransposed},
         "The values' slopes are weights d_output, where the transpose, weights^T "
         "d_output, belongs.", 12},
        {"values_by_scores", {.product_back = ProductBack::values_by_scores},
         "The values' slopes are made with the scores, where the weights belong.", 12}}});
}

/// Of the norm of this name, without what concerns its mean.
std::vector<Mistake> norm_back_mistakes(const std::string& norm) {
    return {
        {"no_sigma", {.norm_back = NormBack::no_sigma},
         norm + "'s way back does not divide by sigma, the root.", 12},
        {"variance_for_sigma", {.norm_back = NormBack::variance_for_sigma},
         norm + "'s way back divides by what is under the root, where the root, sigma, "
         "belongs.", 12},
        {"gamma_forgotten", {.norm_back = NormBack::no_gamma},
         norm + "'s way back to x forgets gamma.", 12},
        {"product_added", {.norm_back = NormBack::product_added},
         norm + "'s way back adds n times the mean of g n, where it should be subtracted.", 12},
        {"sum_for_mean", {.norm_back = NormBack::sum_of_product},
         norm + "'s way back subtracts n times the sum of g n, where the mean belongs: it is "
         "not divided by d ({d_model}).", 12},
        {"product_by_x", {.norm_back = NormBack::product_by_x},
         norm + "'s way back subtracts x times the mean of g x over the root to the power 1, "
         "where its third power belongs.", 12},
        {"gamma_outside_product", {.norm_back = NormBack::gamma_outside_product},
         norm + "'s way back forgets gamma in the mean of g n.", 12, 0, "llm.c 763"},
        {"gamma_in_product", {.norm_back = NormBack::gamma_in_product},
         norm + "'s way back has gamma in the mean of g n only.", 12},
        {"gamma_zero", {.gamma_back = GammaBack::zero},
         "gamma's slopes (grad_weight) are 0 everywhere.", 12, 0, "unsloth 4550"},
        {"gamma_of_input_slopes", {.gamma_back = GammaBack::of_input_slopes},
         "gamma's slopes are made with those of x, where those of the output belong: is the "
         "memory of grad_output used again?", 12, 0, "unsloth 4550"},
        {"gamma_by_input", {.gamma_back = GammaBack::by_input},
         "gamma's slopes are made with x, where the normalized rows belong.", 12},
        {"gamma_by_output", {.gamma_back = GammaBack::by_output},
         "gamma's slopes are made with what gamma has multiplied, where the normalized "
         "rows belong.", 12},
        {"last_place", {.adding = Adding::last_only},
         "= for +=: gamma (and beta) get the slopes of the last row, where those of all "
         "rows add up.", 12, 0, "chapter 14's wrong ways"},
        {"mean_over_rows", {.adding = Adding::mean},
         "gamma's (and beta's) slopes are means over the rows, where they should be sums.",
         12},
    };
}

std::vector<Mistake> layer_norm_back_mistakes() {
    return joined(
        {norm_back_mistakes("Layer norm"),
         {
        {"no_means", {.norm_back = NormBack::no_means},
         "Layer norm's way back lacks its two means: d_x is d_y gamma / sigma, from which "
         "the mean of g and n times the mean of g n belong subtracted.",
         12, 0, "chapter 14's wrong ways"},
        {"no_mean", {.norm_back = NormBack::no_mean},
         "Layer norm's way back lacks the mean of g (what the row's own mean takes back).",
         12},
        {"product_over_d_less_1", {.norm_back = NormBack::product_over_d_less_1},
         "Layer norm's way back divides the sum of g n by d - 1, where d ({d_model}) belongs.",
         12},
        {"no_mean_of_product", {.norm_back = NormBack::no_mean_of_product},
         "Layer norm's way back lacks n times the mean of g n (what the row's own variance "
         "takes back).", 12}}});
}

std::vector<Mistake> rms_norm_back_mistakes() {
    return joined(
        {norm_back_mistakes("RMS norm"),
         {
        {"root_cut", {.norm_back = NormBack::no_mean_of_product},
         "RMS norm's way back takes the root for a constant, though x is in it: n times "
         "the mean of g n belongs subtracted.", 12, 0, "joelsearcy/microgpt-go f4cc7a7"},
        {"mean_too", {.norm_back = NormBack::mean_too},
         "RMS norm's way back subtracts the mean of g, too, as layer norm's does: no mean "
         "was subtracted on the way.", 12}}});
}

std::vector<Mistake> mha_back_mistakes() {
    return joined(
        {attention_back_mistakes(),
         {
        {"last_place", {.adding = Adding::last_only},
         "= for +=: weights get the slopes of the last sentence, where those of all "
         "{batch} add up.", 12, 0, "chapter 14's wrong ways"},
        {"mean_over_sentences", {.adding = Adding::mean},
         "The weights' slopes are means over the {batch} sentences, where they should be "
         "sums.", 12},
        {"weight_slopes_transposed", {.weight_back = WeightBack::transposed},
         "The weights' slopes are [in x out]; the weights are [out x in].", 12},
        {"out_proj_skipped", {.output_back = OutputBack::skipped},
         "The way back goes past W_o.", 12},
        {"out_proj_untransposed", {.output_back = OutputBack::untransposed},
         "The way back through W_o takes W_o^T for W_o.", 12},
        {"in_proj_skipped", {.input_back = InputBack::skipped},
         "The inputs' slopes go past W_q, W_k and W_v.", 12},
        {"values_way_only", {.input_back = InputBack::values_only},
         "= for +=: a word gets the slopes of its value, where those of its query and key "
         "add up with them.", 12, 0, "chapter 14's wrong ways"},
        {"queries_way_only", {.input_back = InputBack::queries_only},
         "A word gets the slopes of its query, where those of its key and value add up "
         "with them.", 12}}});
}

Arrays encoder_layer_grad_reference(const Probe& probe, const Switches& on) {
    const Masking masking = masking_of(probe);
    const Block x = as_block(probe.arrays.at("x"));
    const LayerSettings settings = layer_settings(probe);
    const Arrays slopes = encoder_layer_back(x, probe.arrays, settings, masking,
                                             as_block(probe.arrays.at("grad_output")), on);
    return as_outputs(as_array(encoder_layer(x, probe.arrays, settings, masking, {}), 3),
                      slopes);
}

std::vector<Mistake> encoder_layer_back_mistakes() {
    return joined(
        {without(layer_norm_back_mistakes(), {"last_place", "mean_over_rows"}),
         without(mha_back_mistakes(), {"weight_slopes_transposed"}),
         {
        {"no_straight_way", {.straight_back = StraightBack::dropped},
         "Nothing goes back past the sublayers: the residual sums' straight way is "
         "dropped.", 12, 0, "chapter 14's wrong ways"},
        {"straight_1_dropped", {.straight_back = StraightBack::no_first},
         "The first sum's straight way, around attention, is dropped.", 12},
        {"straight_2_dropped", {.straight_back = StraightBack::no_second},
         "The second sum's straight way, around the network, is dropped.", 12},
        {"straight_through_norm", {.straight_back = StraightBack::through_norm},
         "In a pre-norm layer the second sum's straight way goes through the norm, too, where "
         "it belongs past it.", 12, 0, "quack 53"},
        {"activation_skipped", {.curve_back = CurveBack::skipped},
         "The way back goes past the activation, where its slope belongs.", 12},
        {"activation_at_output", {.curve_back = CurveBack::at_output},
         "The activation's slope is taken at what it gave, where what it was given "
         "belongs.", 12}}});
}

// clang-format on

Kind way_back_of(const Kind& kind, Arrays (*reference)(const Probe&, const Switches&),
                 std::vector<Mistake> mistakes) {
    return {kind.name + "_grad", with_slopes(kind, kind.probes),
            with_slopes(kind, kind.small_probes), reference, std::move(mistakes)};
}

}  // namespace

Kind softmax_grad_kind() {
    return way_back_of(softmax_kind(), softmax_grad_reference, softmax_back_mistakes());
}

Kind layer_norm_grad_kind() {
    return way_back_of(layer_norm_kind(), norm_grad_reference, layer_norm_back_mistakes());
}

Kind rms_norm_grad_kind() {
    return way_back_of(rms_norm_kind(), norm_grad_reference, rms_norm_back_mistakes());
}

Kind attention_grad_kind() {
    std::vector<Mistake> mistakes = attention_back_mistakes();
    for (const Mistake& mistake : lone_head_mistakes()) {
        if (mistake.name == "causal_corner") mistakes.push_back(mistake);
    }
    return way_back_of(attention_kind(), attention_grad_reference, mistakes);
}

Kind mha_grad_kind() {
    return way_back_of(mha_kind(), mha_grad_reference, mha_back_mistakes());
}

Kind encoder_layer_grad_kind() {
    return way_back_of(encoder_layer_kind(), encoder_layer_grad_reference,
                       encoder_layer_back_mistakes());
}

}  // namespace attn::doctor

#include "chapters/mistakes/mutants.hpp"

#include <algorithm>
#include <stdexcept>

#include "attn/activation.hpp"
#include "attn/positional_encoding.hpp"
#include "attn/softmax.hpp"
#include "chapters/mistakes/attention.hpp"
#include "chapters/mistakes/heads.hpp"
#include "chapters/mistakes/positions.hpp"
#include "chapters/mistakes/sublayers.hpp"

namespace attn {

Parts right_parts() {
    return {
        .softmax = [](std::span<const double> scores) { return softmax(scores); },
        .attention =
            [](const Matrix& q, const Matrix& k, const Matrix& v,
               const AttentionMask& mask) {
                return scaled_dot_product_attention(q, k, v, mask);
            },
        .causal_mask =
            [](std::size_t n_query, std::size_t n_key) {
                return causal_mask(n_query, n_key, CausalAlignment::last_sees_last);
            },
        .heads = {split_heads, merge_heads},
        .positions = [](std::size_t n, std::size_t d) { return positional_encoding(n, d); },
        .norm = [](const Matrix& x,
                   double epsilon) { return LayerNorm{.epsilon = epsilon}.forward(x); },
        .layer = [](const EncoderLayer& layer,
                    const Matrix& x) { return layer.forward(x); },
        .gelu = gelu_exact,
        .dropout = [](const Matrix& x, double p, Mode mode,
                      Random& generator) { return dropout(x, p, mode, generator); }};
}

namespace mistakes {

std::vector<Mutant> mutants() {
    const auto with = [](const char* name, auto Parts::*part, auto wrong) {
        Mutant mutant{name, right_parts()};
        mutant.parts.*part = wrong;
        return mutant;
    };
    const auto attention = [&](const char* name, auto wrong) {
        return with(name, &Parts::attention, wrong);
    };
    return {
        attention("softmax_axis", softmax_down_the_columns),
        attention("no_exponential", no_exponential),
        attention("scale_model", scaled_by_the_model),
        attention("scale_twice", scaled_twice),
        attention("no_scale", not_scaled),
        with("running_max", &Parts::softmax, running_maximum_from_a_number),
        attention("mask_inverted", mask_inverted),
        attention("mask_after_softmax", mask_after_softmax),
        attention("mask_rows", mask_on_rows),
        attention("fill_small", fill_too_small),
        attention("clip_after_mask", clipped_after_the_mask),
        attention("nan_row", nan_where_all_is_masked),
        with("causal_corner", &Parts::causal_mask, causal_from_the_wrong_corner),
        with("split_reshape", &Parts::heads,
             HeadFunctions{split_by_reshaping, merge_by_reshaping}),
        with("merge_order", &Parts::heads,
             HeadFunctions{split_heads, merge_last_head_first}),
        with("exponent_doubled", &Parts::positions, exponent_doubled),
        with("halves", &Parts::positions, halves_for_interleaved),
        with("unbiased_variance", &Parts::norm, norm_with_unbiased_variance),
        with("epsilon_outside", &Parts::norm, norm_with_epsilon_outside),
        with("norm_place", &Parts::layer, norm_before),
        with("residual", &Parts::layer, residual_from_the_input),
        with("gelu_kind", &Parts::gelu, gelu_of_the_wrong_kind),
        with("dropout_on", &Parts::dropout, dropout_left_on),
        attention("online_blocks", each_block_by_itself),
    };
}

Parts mutant(const std::string& name) {
    const std::vector<Mutant> all = mutants();
    const auto found = std::ranges::find(all, name, &Mutant::name);
    if (found == all.end()) throw std::out_of_range("there is no mutant " + name);
    return found->parts;
}

std::vector<Counterexample> put_to_the_mutants(
    const std::function<Counterexample(const Parts&)>& property) {
    std::vector<Counterexample> found;
    for (const Mutant& mutant : mutants()) {
        found.push_back(
            counterexample::when_it_runs([&] { return property(mutant.parts); }));
    }
    return found;
}

}  // namespace mistakes
}  // namespace attn

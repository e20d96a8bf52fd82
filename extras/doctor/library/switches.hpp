/// The places in the references where something else could be written. Introduced in chapter 20.
///
/// The default of each is what is right. No switch enters what the book teaches: the references
/// are the doctor's own, and a test holds them equal to the library while no switch is set.
#pragma once

#include <cstddef>
#include <limits>

namespace attn::doctor {

enum class Weighing {
    softmax,
    log_softmax,
    scores_over_their_sum,
    powers_of_2,
    sigmoid,
    scores,
    exponentials
};
enum class Along { keys, queries, table, heads, sentences };
enum class Maximum { of_row, of_table, none };
enum class ZeroByZero { zeros, nan };
enum class Divisor {
    root_d_k,
    none,
    d_k,
    root_d_model,
    root_d_model_by_heads,
    root_d_model_by_heads_down,
    root_d_model_by_kv_heads,
    d_model,
    root_n_key,
    root_n_query,
    root_n_heads,
    fourth_root_d_k,
    one_over_root_d_k,
    root_d_k_after_softmax
};
enum class Causal {
    right,
    first_sees_first,
    first_key_only,
    without_itself,
    and_next,
    future,
    open_with_past,
    ignored,
    inverted
};
enum class Given {
    right,
    inverted,
    ignored,
    rows,
    rows_too,
    rows_open,
    first_sentence,
    other_order,
    first_head
};
enum class Join { both, either, causal_only, given_only, given_closes_rows };
enum class Fill { replaces, is_added, replaces_where_some_are_open };
enum class Roles { right, queries_as_keys, keys_as_values, queries_as_values };
enum class Heads {
    right,
    reshaped,
    interleaved,
    reversed,
    sentences_swapped,
    transposed,
    whole,
    of_model_width
};
enum class Blocks { qkv, qvk, kqv, vkq, kvq, vqk, per_head, columns, rows };
enum class Transposed { none, in, out, all };
enum class Projections { all, no_query, no_key, no_value, no_output, key_by_query };
enum class Biases { all, none, no_in, no_query, no_value, no_output };
enum class Around { nothing, residual, residual_and_norm, norm };
enum class Variance { over_d, over_d_less_1, mean_square };
enum class Square { mean, sum, sum_times_d, about_mean, variance };  // RMS norm's
enum class NormAxis { row, time, sentences, sentence, columns, all };
enum class EpsilonPlace { under_root, outside, missing, squared, at_least, least_variance };
enum class NormDivisor { deviation, variance, nothing };
enum class Affine {
    right,
    no_gamma,
    no_beta,
    none,
    exchanged,
    beta_first,
    first_number,
    gamma_plus_1
};
enum class Curve {
    as_asked,
    relu,
    gelu,
    gelu_tanh,
    gelu_by_sigmoid,
    gelu_0_44715,
    gelu_doubled,
    gelu_without_root,
    silu,
    leaky_relu,
    sigmoid,
    none
};
enum class CurvePlace { between, twice, late };
enum class NormPlace {
    as_asked,
    exchanged,
    always_post,
    always_pre,
    mixed_pre_post,
    mixed_post_pre,
    queries_only,
    inside,
    sandwich
};
enum class Residual {
    right,
    from_input,
    of_normed,
    first_doubled,
    no_first,
    no_second,
    no_third,
    none
};
enum class Norms {
    right,
    first_twice,
    second_twice,
    exchanged,
    no_first,
    no_second,
    no_third,
    none
};
enum class FeedForwardBias { both, no_first, no_second, none };
enum class Exponent {
    right,
    doubled,
    column_twice,
    column,
    half,
    reaches_base,
    of_pairs,
    one_pair_less,
    half_a_pair_more
};
enum class Waves { right, exchanged, sines, cosines, by_row };
enum class EmbeddingScale {
    right,
    none,
    divided,
    d_model,
    of_sum,
    no_positions,
    positions_twice,
    rows_alone
};
enum class PositionRow { of_word, of_sentence, number_n };
enum class Memory { right, own_keys, own_values, own_both, causal };
enum class MemoryPadding { right, on_own_too, on_own_only };
enum class CrossOrder {
    right,
    cross_first,
    no_cross,
    no_self,
    shared_weights,
    queries_before_sum,
    queries_of_input
};

// Rotary positions, grouped heads and gated networks.
enum class Pairs {
    as_asked,
    interleaved,
    halves,
    angles_in_halves,
    turned_in_halves,
    evens_first
};
enum class Start { right, ignored, of_all_rows, one_more, one_less, at_end };
enum class Rotation { right, backwards, waves_exchanged, no_minus, overwritten };
enum class Width { right, of_head, of_model };
enum class Turns { right, none, queries, keys, values_too, before_split };
enum class Kept {
    right,
    turned_again,
    turned_each_word,
    not_turned,
    new_key_at_0,
    first_is_zeros,
    reversed,
    unread,
    last_only,
    last_unread,
    own_unread,
    new_unread,
    window_one_less,
    stale_values
};
enum class Groups { right, modulo, first, by_kv_heads };
enum class Window {
    right,
    one_more,
    one_less,
    half,
    ignored,
    from_first_query,
    future_too,
    chunks,
    first_key_too
};
enum class SoftCap { right, none, after_mask, times_tanh, no_factor, before_scale };
enum class HeadNorm {
    right,
    none,
    always,
    after_turning,
    all_heads,
    queries_only,
    values_too
};
enum class Gate { right, exchanged, after_product, no_up, no_curve, sum, both_curved };

// Ways back, for chapter 14's slopes.
enum class SoftmaxBack {
    right,
    no_average,
    plain_average,
    weights_left_out,
    straight_through,
    down_the_columns,
    diagonal_only
};
enum class RootBack { right, forgotten, twice, multiplies };
enum class ProductBack {
    right,
    nothing_through_keys,
    nothing_through_queries,
    nothing_through_values,
    queries_and_keys_exchanged,
    keys_untransposed,
    values_untransposed,
    values_by_scores
};
enum class NormBack {
    right,
    no_means,
    no_mean,
    no_mean_of_product,
    mean_too,  // RMS norm's
    no_sigma,
    no_gamma,
    variance_for_sigma,
    product_added,
    sum_of_product,
    product_over_d_less_1,
    product_by_x,
    gamma_outside_product,
    gamma_in_product
};
enum class GammaBack { right, by_input, by_output, of_input_slopes, zero };
enum class Adding { right, last_only, mean };  // over rows or sentences: = for +=
enum class WeightBack { right, transposed };
enum class OutputBack { right, skipped, untransposed };
enum class CurveBack { right, skipped, at_output };
enum class StraightBack { right, dropped, no_first, no_second, through_norm };
enum class InputBack { right, values_only, queries_only, skipped };

struct Switches {
    static constexpr double infinity = std::numeric_limits<double>::infinity();

    // softmax, and what is taken for it
    Weighing weighing = Weighing::softmax;
    bool closed_are_zeros =
        true;  // of scores without an exponential; else they stay infinite
    Along along = Along::keys;
    std::size_t block = 0;  // keys that share a softmax; 0: all
    Maximum maximum = Maximum::of_row;
    double maximum_from = -infinity;
    double sink = -infinity;  // one more logit in the sum, with no value
    double added_to_sum = 0;  // after the maximum was taken away
    ZeroByZero nothing_open = ZeroByZero::zeros;
    ZeroByZero underflow = ZeroByZero::nan;

    // scores and masks
    Roles roles = Roles::right;
    bool keys_reshaped = false;
    bool weights_transposed = false;
    Divisor divisor = Divisor::root_d_k;
    double model_of_heads = 1;  // the divisor's d_k is taken this many times
    double d_k_more = 0;        // and this is added to it
    double divided_by = 0;      // whatever d_k is; 0: by the divisor
    double temperature = 1;     // times the divisor
    Causal causal = Causal::right;
    Given given = Given::right;
    Join join = Join::both;
    double fill = -infinity;
    Fill fill_by = Fill::replaces;
    bool mask_after_softmax = false;
    double clip = infinity;

    // heads and projections
    Heads split = Heads::right;
    Heads merge = Heads::right;
    bool sentences_for_words = false;
    Blocks blocks = Blocks::qkv;
    Transposed transposed = Transposed::none;
    Projections projections = Projections::all;
    Biases biases = Biases::all;
    Around around = Around::nothing;

    // norms
    Variance variance = Variance::over_d;
    Square square = Square::mean;
    NormAxis norm_axis = NormAxis::row;
    EpsilonPlace epsilon_place = EpsilonPlace::under_root;
    double epsilon = 0;  // 0: as asked
    NormDivisor norm_divisor = NormDivisor::deviation;
    Affine affine = Affine::right;
    bool one_word_as_it_is = false;

    // activations: by what was asked for
    Curve for_relu = Curve::as_asked;
    Curve for_gelu = Curve::as_asked;
    Curve for_gelu_tanh = Curve::as_asked;
    Curve for_silu = Curve::as_asked;
    CurvePlace curve_place = CurvePlace::between;
    Gate gate = Gate::right;

    // layers
    NormPlace norm_place = NormPlace::as_asked;
    Residual residual = Residual::right;
    Norms norms = Norms::right;
    FeedForwardBias feed_forward_bias = FeedForwardBias::both;
    Memory memory = Memory::right;
    MemoryPadding memory_padding = MemoryPadding::right;
    CrossOrder cross = CrossOrder::right;

    // positions and embeddings
    Exponent exponent = Exponent::right;
    double base = 10000;
    bool halves = false;
    double first_position = 0;
    Waves waves = Waves::right;
    bool first_row_zeros = false;
    bool positions_scaled = false;
    double angle_factor = 1;
    bool power_multiplies = false;
    EmbeddingScale embedding_scale = EmbeddingScale::right;
    PositionRow position_row = PositionRow::of_word;
    bool ids_from_1 = false;

    // rotary positions and grouped heads
    Pairs pairs = Pairs::as_asked;
    Start start = Start::right;
    Rotation rotation = Rotation::right;
    Turns turns = Turns::right;
    double turn_base = 0;     // 0: as asked
    double ntk = 1;           // the base times its power d / (d - 2)
    double turned_share = 1;  // of a head's columns
    double slowed = 1;        // slow pairs, by Llama 3's scaling
    Width angle_width = Width::right;
    int angle_digits = 0;  // binary digits kept of positions and angles; 0: all
    Kept kept = Kept::right;
    Groups groups = Groups::right;
    Window window = Window::right;
    SoftCap soft_cap = SoftCap::right;
    HeadNorm head_norm = HeadNorm::right;

    // ways back
    SoftmaxBack softmax_back = SoftmaxBack::right;
    RootBack root_back = RootBack::right;
    ProductBack product_back = ProductBack::right;
    NormBack norm_back = NormBack::right;
    GammaBack gamma_back = GammaBack::right;
    Adding adding = Adding::right;
    WeightBack weight_back = WeightBack::right;
    OutputBack output_back = OutputBack::right;
    InputBack input_back = InputBack::right;
    CurveBack curve_back = CurveBack::right;
    StraightBack straight_back = StraightBack::right;
};

/// Sets into's switches as more has them, but for those that more leaves right.
///
/// returns  false, and into is half changed, when both set the same switch
bool put_together(Switches& into, const Switches& more);

}  // namespace attn::doctor

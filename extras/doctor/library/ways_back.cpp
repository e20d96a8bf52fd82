#include "doctor/library/ways_back.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "doctor/library/kind.hpp"

namespace attn::doctor {
namespace {

/// What is subtracted from a weight's slope: right is the average of its row's, each with its
/// weight.
double average_of(const Block& weights, const Block& d_weights, std::size_t at,
                  SoftmaxBack how) {
    const std::size_t cols = weights.cols;
    if (how == SoftmaxBack::no_average || how == SoftmaxBack::straight_through) return 0;
    if (how == SoftmaxBack::diagonal_only) return weights.values[at] * d_weights.values[at];
    const bool down = how == SoftmaxBack::down_the_columns;
    const std::size_t table = weights.rows * cols;
    const std::size_t first = down ? at / table * table + at % cols : at / cols * cols;
    const std::size_t step = down ? cols : 1, n = down ? weights.rows : cols;
    double sum = 0;
    for (std::size_t i = 0; i < n; ++i) {
        const double weight = how == SoftmaxBack::plain_average
                                  ? 1 / static_cast<double>(n)
                                  : weights.values[first + i * step];
        sum += weight * d_weights.values[first + i * step];
    }
    return sum;
}

double root_back(double d_k, RootBack how) {
    const double root = std::sqrt(d_k);
    switch (how) {
        case RootBack::right:
            return root;
        case RootBack::forgotten:
            return 1;
        case RootBack::twice:
            return d_k;
        case RootBack::multiplies:
            return 1 / root;
    }
    return root;
}

/// Rows of x that meet rows of y: x^T y, over all sentences [a x b].
Array outer_sum(const Block& x, const Block& y, const Switches& on) {
    const Block each = times(transposed(x), y);
    const std::size_t n = x.sentences, size = x.cols * y.cols;
    Array sum{.shape = {x.cols, y.cols}, .values = std::vector<double>(size)};
    const std::size_t first = on.adding == Adding::last_only ? n - 1 : 0;
    for (std::size_t at = first * size; at < each.values.size(); ++at) {
        sum.values[at % size] += each.values[at];
    }
    if (on.adding == Adding::mean) {
        for (double& value : sum.values) value /= static_cast<double>(n);
    }
    return sum;
}

/// The three blocks of in_proj below each other.
Array below_each_other(const std::vector<Array>& blocks) {
    Array all = blocks[0];
    for (std::size_t b = 1; b < blocks.size(); ++b) {
        all.shape[0] += blocks[b].shape[0];
        all.values.insert(all.values.end(), blocks[b].values.begin(),
                          blocks[b].values.end());
    }
    return all;
}

Block through_output_projection(const Block& d_output, const Block& w_o, OutputBack how) {
    if (how == OutputBack::skipped) return d_output;
    return how == OutputBack::untransposed ? times_transposed(d_output, w_o)
                                           : times_transposed(d_output, transposed(w_o));
}

/// The slopes in what a weight multiplied.
Block through(const Block& d_y, const Block& weight, InputBack how) {
    return how == InputBack::skipped ? d_y : times_transposed(d_y, transposed(weight));
}

Block words_back(const Block& q, const Block& k, const Block& v, InputBack how) {
    if (how == InputBack::values_only) return v;
    if (how == InputBack::queries_only) return q;
    return sum(sum(q, k), v);
}

/// One row of a norm, and the slopes that reach it.
struct NormRow {
    double sigma = 1;
    std::vector<double> normalized = {};
    std::vector<double> g = {};  // the slopes in normalized: d_output gamma
    double mean_g = 0;           // RMS norm's stays 0
    double mean_gn = 0;          // of g normalized, with a factor
};

/// By what the mean of g normalized is multiplied before it is subtracted.
double factor_of_product(double n, double sigma, NormBack how) {
    switch (how) {
        case NormBack::no_means:
        case NormBack::no_mean_of_product:
            return 0;
        case NormBack::product_added:
            return -1;
        case NormBack::sum_of_product:
            return n;
        case NormBack::product_over_d_less_1:
            return n / (n - 1);
        case NormBack::product_by_x:
            return sigma * sigma;
        default:
            return 1;
    }
}

NormRow norm_row(const double* x, const double* d_output, const std::vector<double>& gamma,
                 double epsilon, bool is_centred, NormBack how) {
    const std::size_t d = gamma.size();
    const double n = static_cast<double>(d);
    double mean = 0, variance = 0;
    for (std::size_t j = 0; is_centred && j < d; ++j) mean += x[j] / n;
    for (std::size_t j = 0; j < d; ++j) variance += (x[j] - mean) * (x[j] - mean) / n;
    NormRow row{.sigma = std::sqrt(variance + epsilon)};
    for (std::size_t j = 0; j < d; ++j) {
        row.normalized.push_back((x[j] - mean) / row.sigma);
        const bool none = how == NormBack::no_gamma;
        const double g = d_output[j] * gamma[j];
        row.g.push_back(none || how == NormBack::gamma_in_product ? d_output[j] : g);
        if (is_centred || how == NormBack::mean_too) row.mean_g += row.g[j] / n;
        row.mean_gn += (none || how == NormBack::gamma_outside_product ? d_output[j] : g) *
                       row.normalized[j] / n;
    }
    row.mean_gn *= factor_of_product(n, row.sigma, how);
    return row;
}

/// The slopes in the row's x.
void norm_row_back(NormRow row, NormBack how, double* d_x) {
    if (how == NormBack::no_means || how == NormBack::no_mean) row.mean_g = 0;
    double by = row.sigma;
    if (how == NormBack::no_sigma) by = 1;
    if (how == NormBack::variance_for_sigma) by = row.sigma * row.sigma;
    for (std::size_t j = 0; j < row.g.size(); ++j) {
        d_x[j] = (row.g[j] - row.mean_g - row.normalized[j] * row.mean_gn) / by;
    }
}

/// What the slopes of gamma are made with.
double met_by_gamma(double x, double normalized, double gamma, GammaBack how) {
    if (how == GammaBack::by_input) return x;
    if (how == GammaBack::zero) return 0;
    return how == GammaBack::by_output ? normalized * gamma : normalized;
}

}  // namespace

Array weight_back(const Block& d_y, const Block& x, const Switches& on) {
    const Array slope = outer_sum(d_y, x, on);
    return on.weight_back == WeightBack::transposed
               ? as_array(transposed(as_block(slope)), 2)
               : slope;
}

Array bias_back(const Block& d_y, const Switches& on) {
    Block ones(d_y.sentences, 1, d_y.rows, 1);
    std::fill(ones.values.begin(), ones.values.end(), 1.0);
    Array sum = outer_sum(d_y, ones, on);
    sum.shape = {d_y.cols};
    return sum;
}

Block softmax_back(const Block& weights, const Block& d_weights, const Switches& on) {
    Block d_scores = d_weights;
    const bool by_weight = on.softmax_back != SoftmaxBack::weights_left_out &&
                           on.softmax_back != SoftmaxBack::straight_through;
    for (std::size_t at = 0; at < weights.values.size(); ++at) {
        const double above =
            d_weights.values[at] - average_of(weights, d_weights, at, on.softmax_back);
        d_scores.values[at] = by_weight ? weights.values[at] * above : above;
    }
    return d_scores;
}

AttentionSlopes attend_back(const Block& q, const Block& k, const Block& v,
                            const Masking& masking, const Block& d_output,
                            const Switches& on) {
    const ProductBack product = on.product_back;
    const bool needs_square = product == ProductBack::queries_and_keys_exchanged ||
                              product == ProductBack::keys_untransposed ||
                              product == ProductBack::values_untransposed;
    if (needs_square && q.rows != k.rows) throw Inapplicable{};
    const Block weights = attention_weights(q, k, masking, q.cols, {.causal = on.causal});
    Block d_scores = softmax_back(weights, times_transposed(d_output, v), on);
    const double root = root_back(static_cast<double>(q.cols), on.root_back);
    for (double& slope : d_scores.values) slope /= root;
    const bool k_as_is = product == ProductBack::keys_untransposed;
    const bool v_as_is = product == ProductBack::values_untransposed;
    const Block& met =
        product == ProductBack::values_by_scores ? times_transposed(q, k) : weights;
    AttentionSlopes slopes = {.q = times(d_scores, k),
                              .k = times(k_as_is ? d_scores : transposed(d_scores), q),
                              .v = times(v_as_is ? met : transposed(met), d_output)};
    if (product == ProductBack::queries_and_keys_exchanged) std::swap(slopes.q, slopes.k);
    const auto forget = [](Block& x) { x.values.assign(x.values.size(), 0); };
    if (product == ProductBack::nothing_through_keys) forget(slopes.k);
    if (product == ProductBack::nothing_through_queries) forget(slopes.q);
    if (product == ProductBack::nothing_through_values) forget(slopes.v);
    return slopes;
}

NormSlopes norm_back(const Block& x, const std::vector<double>& gamma, double epsilon,
                     const Block& d_output, bool is_centred, const Switches& on) {
    NormSlopes slopes{
        .x = x, .gamma = std::vector<double>(x.cols), .beta = std::vector<double>(x.cols)};
    const std::size_t rows = x.sentences * x.rows;
    const double share = on.adding == Adding::mean ? 1 / static_cast<double>(rows) : 1;
    for (std::size_t i = 0; i < rows; ++i) {
        const double* in = &x.values[i * x.cols];
        const double* d_out = &d_output.values[i * x.cols];
        const NormRow row = norm_row(in, d_out, gamma, epsilon, is_centred, on.norm_back);
        norm_row_back(row, on.norm_back, &slopes.x.values[i * x.cols]);
        for (std::size_t j = 0; j < x.cols; ++j) {
            if (on.adding == Adding::last_only) slopes.gamma[j] = slopes.beta[j] = 0;
            const double slope = on.gamma_back == GammaBack::of_input_slopes
                                     ? slopes.x.values[i * x.cols + j]
                                     : d_out[j];
            slopes.gamma[j] +=
                share * slope *
                met_by_gamma(in[j], row.normalized[j], gamma[j], on.gamma_back);
            slopes.beta[j] += share * d_out[j];
        }
    }
    return slopes;
}

Arrays many_heads_back(const Block& query, const Block& key, const Block& value,
                       const HeadWeights& w, std::size_t n_heads, const Masking& masking,
                       const Block& d_output, const Switches& on) {
    const Switches right;
    const Block q = split_heads(linear(query, w.query), n_heads, right);
    const Block k = split_heads(linear(key, w.key), n_heads, right);
    const Block v = split_heads(linear(value, w.value), n_heads, right);
    const Block concat = merge_heads(attend(q, k, v, masking, query.cols, right), right);
    const Block d_concat =
        through_output_projection(d_output, w.output.weight, on.output_back);
    const AttentionSlopes heads =
        attend_back(q, k, v, masking, split_heads(d_concat, n_heads, right), on);
    const Block d_q = merge_heads(heads.q, right);
    const Block d_k = merge_heads(heads.k, right);
    const Block d_v = merge_heads(heads.v, right);
    const Block d_query = through(d_q, w.query.weight, on.input_back);
    const Block d_key = through(d_k, w.key.weight, on.input_back);
    const Block d_value = through(d_v, w.value.weight, on.input_back);
    Arrays slopes = {
        {"query", as_array(d_query, 3)},
        {"key", as_array(d_key, 3)},
        {"value", as_array(d_value, 3)},
        {"in_proj_weight",
         below_each_other({weight_back(d_q, query, on), weight_back(d_k, key, on),
                           weight_back(d_v, value, on)})},
        {"in_proj_bias",
         below_each_other({bias_back(d_q, on), bias_back(d_k, on), bias_back(d_v, on)})},
        {"out_proj.weight", weight_back(d_output, concat, on)},
        {"out_proj.bias", bias_back(d_output, on)}};
    if (query.same_shape(key)) {
        slopes["x"] = as_array(words_back(d_query, d_key, d_value, on.input_back), 3);
    }
    return slopes;
}

}  // namespace attn::doctor

/// What must hold of the parts of a Transformer, whoever wrote them. Introduced in chapter 20.
#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <vector>

#include "attn/attention_mask.hpp"
#include "attn/dropout.hpp"
#include "attn/encoder.hpp"
#include "attn/matrix.hpp"
#include "attn/random.hpp"
#include "chapters/properties/property.hpp"

namespace attn {

// ---- softmax

/// Softmax of one row of scores.
using SoftmaxFunction = std::function<std::vector<double>(std::span<const double> scores)>;

/// The weights are not negative and sum to 1.
Counterexample softmax_gives_weights(const SoftmaxFunction& softmax);

/// Adding the same number to all scores changes nothing, be it 1 or -20000.
Counterexample softmax_ignores_any_constant(const SoftmaxFunction& softmax);

/// All of the above, in that order.
std::vector<Property<SoftmaxFunction>> softmax_properties();

// ---- causal mask

/// A causal mask for any number of queries and keys, where earlier keys come from a cache.
using CausalMaskFunction =
    std::function<AttentionMask(std::size_t n_query, std::size_t n_key)>;

/// With as many queries as keys, no token sees a later one, and each sees itself.
Counterexample causal_mask_hides_the_future(const CausalMaskFunction& causal);

/// The last tokens of a sentence, asked alone, see what they see in the whole sentence.
Counterexample causal_mask_continues(const CausalMaskFunction& causal);

/// All of the above, in that order.
std::vector<Property<CausalMaskFunction>> causal_mask_properties();

// ---- heads: split and merged

/// What splits a matrix into heads, and what merges heads.
struct HeadFunctions {
    std::function<std::vector<Matrix>(const Matrix& m, std::size_t n_heads)> split;
    std::function<Matrix(const std::vector<Matrix>& heads)> merge;
};

/// A change in one token changes that token's row in the heads, and no other.
Counterexample splitting_keeps_tokens_apart(const HeadFunctions& heads);

/// Each head has columns of its own, and the first head has the first ones.
Counterexample splitting_takes_columns(const HeadFunctions& heads);

/// Split and merged, a matrix is what it was.
Counterexample merging_undoes_splitting(const HeadFunctions& heads);

/// All of the above, in that order.
std::vector<Property<HeadFunctions>> head_properties();

// ---- sinusoidal positional encoding

/// A positional encoding, with a row for each position.
using EncodingFunction =
    std::function<Matrix(std::size_t n_positions, std::size_t d_model)>;

/// The dot product of two positions' rows depends on their distance alone.
Counterexample encoding_depends_on_distance(const EncodingFunction& encoding);

/// The waves are the paper's, with the angle position / 10000^(2 pair / d_model) for each
/// pair, in any layout. They are read off the dot products of rows, which are sums of
/// cos(distance / 10000^(2 pair / d_model)).
Counterexample encoding_has_the_papers_waves(const EncodingFunction& encoding);

/// Sine and cosine alternate: row 0 is 0, 1, 0, 1, ...
Counterexample encoding_alternates(const EncodingFunction& encoding);

/// All of the above, in that order.
std::vector<Property<EncodingFunction>> encoding_properties();

// ---- layer norm

/// Layer norm without a learned scale and shift.
using NormFunction = std::function<Matrix(const Matrix& x, double epsilon)>;

/// Each row has mean 0.
Counterexample norm_gives_mean_0(const NormFunction& norm);

/// Without epsilon, each row has variance 1: its squares have a mean of 1.
Counterexample norm_gives_variance_1(const NormFunction& norm);

/// Without epsilon, norm(a x + b) is norm(x) for a above 0.
Counterexample norm_ignores_shift_and_scale(const NormFunction& norm);

/// A row of variance v becomes one of variance v / (v + epsilon).
Counterexample norm_adds_epsilon_to_the_variance(const NormFunction& norm);

/// All of the above, in that order.
std::vector<Property<NormFunction>> norm_properties();

// ---- the exact GELU

/// An activation: the nonlinearity between two linear layers.
using ActivationFunction = std::function<double(double x)>;

/// GELU by its definition: x times the probability that a standard normal variable is below x.
/// That probability, an area, is added up here strip by strip, so that no erf is trusted.
Counterexample gelu_is_x_times_the_area(const ActivationFunction& gelu);

/// f(x) - f(-x) = x, because the two areas sum to 1.
Counterexample gelu_differs_from_its_mirror_by_x(const ActivationFunction& gelu);

/// All of the above, in that order.
std::vector<Property<ActivationFunction>> gelu_properties();

// ---- dropout

/// Dropout of the entries of x with probability p.
using DropoutFunction =
    std::function<Matrix(const Matrix& x, double p, Mode mode, Random& generator)>;

/// In evaluation the result is x, to the last bit.
Counterexample dropout_does_nothing_in_evaluation(const DropoutFunction& dropout);

/// In training the mean over many draws is x.
Counterexample dropout_keeps_the_mean(const DropoutFunction& dropout);

/// In training each call drops other entries.
Counterexample dropout_draws_new_entries(const DropoutFunction& dropout);

/// All of the above, in that order.
std::vector<Property<DropoutFunction>> dropout_properties();

// ---- post-norm encoder layer

/// One post-norm encoder layer with the weights of layer, for any x.
using LayerFunction = std::function<Matrix(const EncoderLayer& layer, const Matrix& x)>;

/// With untrained norms, every output row has mean 0 and variance 1.
Counterexample layer_passes_on_normalized_rows(const LayerFunction& forward);

/// When attention gives b for every token and the feed-forward network 0, the output is
/// norm(norm(x + b)).
Counterexample layer_adds_the_attention_output(const LayerFunction& forward);

/// When attention gives 0 and the feed-forward network c for every token, the output is
/// norm(norm(x) + c).
Counterexample layer_adds_the_feed_forward_output(const LayerFunction& forward);

/// Without positions, tokens in another order give the same rows in that order.
Counterexample layer_commutes_with_permutation(const LayerFunction& forward);

/// All of the above, in that order.
std::vector<Property<LayerFunction>> layer_properties();

}  // namespace attn

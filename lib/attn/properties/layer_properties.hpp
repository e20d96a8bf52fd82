/// What must hold of everything around attention: softmax, masks, heads, positions, norms,
/// activations, dropout, whole layers. Each function below takes yours and returns nothing,
/// or the counterexample in words, as in attn/properties/attention_properties.hpp. Introduced in chapter 12.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "attn/dropout.hpp"
#include "attn/encoder.hpp"
#include "attn/mask.hpp"
#include "attn/matrix.hpp"
#include "attn/properties/counterexample.hpp"
#include "attn/random.hpp"

namespace attn {

/// A property with its name, of any kind of function.
template <class Function>
struct PropertyOf {
    std::string name;
    std::function<Counterexample(const Function&)> check;
};

/// Softmax of one row of scores.
using SoftmaxFunction = std::function<std::vector<double>(std::span<const double> scores)>;

/// Not negative, and the sum is 1.
Counterexample softmax_gives_shares(const SoftmaxFunction& softmax);
/// Adding the same number to all scores changes nothing, be it 1 or -20000.
Counterexample softmax_ignores_any_constant(const SoftmaxFunction& softmax);

/// A causal mask for any number of queries and keys, the earlier keys having been kept.
using CausalMaskFunction = std::function<Mask(std::size_t n_query, std::size_t n_key)>;

/// With as many queries as keys, no token sees a later one, and each sees itself.
Counterexample causal_mask_hides_the_future(const CausalMaskFunction& causal);
/// The last tokens of a sentence, asked alone, see what they see in the whole sentence.
Counterexample causal_mask_continues(const CausalMaskFunction& causal);

/// What cuts a matrix into heads, and what puts heads together.
struct HeadFunctions {
    std::function<std::vector<Matrix>(const Matrix& m, std::size_t n_heads)> split;
    std::function<Matrix(const std::vector<Matrix>& heads)> merge;
};

/// What changes in one token changes that token's row in the heads, and no other.
Counterexample splitting_keeps_tokens_apart(const HeadFunctions& heads);
/// Each head has columns of its own: the first head the first ones.
Counterexample splitting_takes_columns(const HeadFunctions& heads);
/// Split, then merged, is as it was.
Counterexample merging_undoes_splitting(const HeadFunctions& heads);

/// A row for each position.
using EncodingFunction =
    std::function<Matrix(std::size_t n_positions, std::size_t d_model)>;

/// The dot product of two positions' rows depends on how far apart they are, not on where.
Counterexample encoding_sees_distances(const EncodingFunction& encoding);
/// The waves are those of the paper: of angle position / 10000^(2 pair / d_model) for each
/// pair, in whatever layout. It is read off the dot products of rows, which are sums of
/// cos(distance / 10000^(2 pair / d_model)).
Counterexample encoding_has_the_papers_waves(const EncodingFunction& encoding);
/// Sine and cosine take turns: row 0 is 0, 1, 0, 1, ...
Counterexample encoding_takes_turns(const EncodingFunction& encoding);

/// Layer norm without a learned scale and shift.
using NormFunction = std::function<Matrix(const Matrix& x, double epsilon)>;

Counterexample norm_gives_mean_0(const NormFunction& norm);
/// Without epsilon, the squares of a row have a mean of 1.
Counterexample norm_gives_variance_1(const NormFunction& norm);
/// Without epsilon, norm(a x + b) is norm(x) for a above 0.
Counterexample norm_ignores_shift_and_scale(const NormFunction& norm);
/// A row of variance v becomes one of variance v / (v + epsilon).
Counterexample norm_adds_epsilon_to_the_variance(const NormFunction& norm);

/// The bend between two linear maps.
using ActivationFunction = std::function<double(double x)>;

/// GELU by its definition: x times the area below the bell curve to the left of x. The area
/// is added up here strip by strip, so that no erf is trusted.
Counterexample gelu_is_x_times_the_area(const ActivationFunction& gelu);
/// f(x) - f(-x) = x, as the two areas sum to 1.
Counterexample gelu_differs_from_its_mirror_by_x(const ActivationFunction& gelu);

using DropoutFunction =
    std::function<Matrix(const Matrix& x, double p, Mode mode, Random& generator)>;

/// In evaluation the result is x to the bit.
Counterexample dropout_rests_in_evaluation(const DropoutFunction& dropout);
/// In training the mean over many draws is x.
Counterexample dropout_keeps_the_mean(const DropoutFunction& dropout);
/// In training each call leaves out other entries.
Counterexample dropout_draws_anew(const DropoutFunction& dropout);

/// One post-norm encoder layer with the weights of layer, for whatever x.
using LayerFunction = std::function<Matrix(const EncoderLayer& layer, const Matrix& x)>;

/// Plain norms at the end: every row that is handed on has mean 0 and variance 1.
Counterexample layer_hands_on_normed_rows(const LayerFunction& forward);
/// Attention that finds b, whatever x is, and a silent feed-forward leave norm(norm(x + b)).
Counterexample layer_keeps_what_attention_found(const LayerFunction& forward);
/// Silent attention and a feed-forward that finds c leave norm(norm(x) + c).
Counterexample layer_adds_what_feed_forward_found(const LayerFunction& forward);
/// Without positions, tokens in another order give the same rows in that order.
Counterexample layer_commutes_with_permutation(const LayerFunction& forward);

/// All properties of a kind, in the order above.
std::vector<PropertyOf<SoftmaxFunction>> softmax_properties();
std::vector<PropertyOf<CausalMaskFunction>> causal_mask_properties();
std::vector<PropertyOf<HeadFunctions>> head_properties();
std::vector<PropertyOf<EncodingFunction>> encoding_properties();
std::vector<PropertyOf<NormFunction>> norm_properties();
std::vector<PropertyOf<ActivationFunction>> gelu_properties();
std::vector<PropertyOf<DropoutFunction>> dropout_properties();
std::vector<PropertyOf<LayerFunction>> layer_properties();

}  // namespace attn

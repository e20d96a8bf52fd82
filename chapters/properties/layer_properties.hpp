/// What must hold of any post-norm encoder layer. Introduced in chapter 18.
#pragma once

#include <functional>
#include <vector>

#include "attn/encoder.hpp"
#include "attn/matrix.hpp"
#include "chapters/properties/property.hpp"

namespace attn {

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

/// What must hold of any softmax. Introduced in chapter 18.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "chapters/properties/property.hpp"

namespace attn {

/// Softmax of one row of scores.
using SoftmaxFunction = std::function<std::vector<double>(std::span<const double> scores)>;

/// The weights are not negative and sum to 1.
Counterexample softmax_gives_weights(const SoftmaxFunction& softmax);

/// Adding the same number to all scores changes nothing, be it 1 or -20000.
Counterexample softmax_ignores_any_constant(const SoftmaxFunction& softmax);

/// All of the above, in that order.
std::vector<Property<SoftmaxFunction>> softmax_properties();

}  // namespace attn

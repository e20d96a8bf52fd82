/// What must hold of the exact GELU. Introduced in chapter 18.
#pragma once

#include <functional>
#include <vector>

#include "chapters/properties/property.hpp"

namespace attn {

/// An activation: the nonlinearity between two linear layers.
using ActivationFunction = std::function<double(double x)>;

/// GELU by its definition: x times the probability that a standard normal variable is below x.
/// That probability, an area, is added up here strip by strip, so that no erf is trusted.
Counterexample gelu_is_x_times_the_area(const ActivationFunction& gelu);

/// f(x) - f(-x) = x, because the two areas sum to 1.
Counterexample gelu_differs_from_its_mirror_by_x(const ActivationFunction& gelu);

/// All of the above, in that order.
std::vector<Property<ActivationFunction>> gelu_properties();

}  // namespace attn

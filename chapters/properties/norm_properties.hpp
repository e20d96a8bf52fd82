/// What must hold of any layer norm. Introduced in chapter 18.
#pragma once

#include <functional>
#include <vector>

#include "attn/matrix.hpp"
#include "chapters/properties/property.hpp"

namespace attn {

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

}  // namespace attn

/// What must hold of any dropout. Introduced in chapter 18.
#pragma once

#include <functional>
#include <vector>

#include "attn/dropout.hpp"
#include "attn/matrix.hpp"
#include "attn/random.hpp"
#include "chapters/properties/property.hpp"

namespace attn {

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

}  // namespace attn

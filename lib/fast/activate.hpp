/// Activations in float32. Introduced in chapter 21.
#pragma once

#include <span>

#include "attn/activation.hpp"

namespace attn::fast {

/// attn::activate of each number, in place.
///
/// relu is exact. gelu_exact takes the normal probability from a formula of Abramowitz and
/// Stegun that is off by at most 1.5e-7; gelu_tanh is x / (1 + exp(-2 u)) for the formula's
/// tanh(u). Both differ from the library's by at most 1e-6 times the larger of 1 and |x|. At
/// -infinity all are 0. NaN for NaN.
void activate(Activation activation, std::span<float> numbers) noexcept;

}  // namespace attn::fast

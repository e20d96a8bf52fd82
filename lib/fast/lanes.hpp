/// Sums and maxima in many lanes. Introduced in chapter 21.
#pragma once

#include <span>

#include "attn/strict_arithmetic.hpp"

namespace attn::fast {

// A sum in one variable is a chain: each addition waits for the one before, and the compiler must
// not reorder it, because floating-point sums depend on the order. So the order is written out: 64
// lanes, each the sum of every 64th number, then the lanes pairwise. That is faster, the same on
// every machine with the same instructions, and usually more exact than the chain.

/// The sum of the numbers; 0 for none.
float sum(std::span<const float> numbers) noexcept;

/// The sum of the signed distances from center.
float sum_of_distances(std::span<const float> numbers, float center) noexcept;

/// The sum of the squared distances from center.
float sum_of_squares(std::span<const float> numbers, float center) noexcept;

/// The largest number that is not NaN; -infinity when there is none.
float largest(std::span<const float> numbers) noexcept;

}  // namespace attn::fast

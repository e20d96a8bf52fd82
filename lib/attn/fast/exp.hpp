/// An exponential that turns into vector code. Introduced in chapter 13.
#pragma once

#include <span>

#include "attn/strict_arithmetic.hpp"

namespace attn::fast {

/// e to the power of x, at most 2 units in the last place from the exact value over the whole
/// range: below 88.7228... as a float, above +infinity; from -87.3 downwards through the
/// subnormal floats, and 0 below -103.98. exp(-infinity) is 0, and NaN stays NaN.
///
/// x = n ln 2 + r with a whole n and |r| at most ln 2 / 2, so e^x = 2^n e^r: a polynomial for
/// e^r, and 2^n is written into a float's exponent.
float exp(float x) noexcept;

/// The same for each number, in place: a loop without a branch, which compilers turn into
/// vectors.
void exp(std::span<float> numbers) noexcept;

}  // namespace attn::fast

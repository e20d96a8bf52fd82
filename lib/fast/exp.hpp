/// An exponential that compiles to vector code. Introduced in chapter 19.
#pragma once

#include <span>

#include "attn/strict_arithmetic.hpp"

namespace attn::fast {

/// e^x, at most 2 units in the last place from the exact value over the whole range: +infinity
/// above 88.7228, subnormal below -87.3, 0 below -103.98. exp(-infinity) is 0. NaN for NaN.
///
/// x = n ln 2 + r with a whole n and |r| at most ln 2 / 2, so e^x = 2^n e^r: e^r is a polynomial,
/// and 2^n is written into a float's exponent.
float exp(float x) noexcept;

/// The same for each number, in place: a loop without a branch, which compilers vectorize.
void exp(std::span<float> numbers) noexcept;

}  // namespace attn::fast

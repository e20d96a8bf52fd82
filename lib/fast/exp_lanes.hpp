/// Exponentials of all lanes of a vector, for the loops in this folder's sources.
/// Introduced in chapter 21.
#pragma once

#include <bit>

#include "fast/simd.hpp"

namespace attn::fast {

/// 2^n as floats, for n + 127 from 1 to 254: it goes into the exponent's bits.
static inline Floats power_of_two(Words n_and_127) {
    return std::bit_cast<Floats>(n_and_127 << 23);
}

/// e^x, at most 2 units in the last place from the exact value over the whole range: +infinity
/// above 88.7228, subnormal below -87.3, 0 below -103.98. 0 for -infinity, NaN for NaN. For every
/// number by the same steps, without a branch or a call.
///
/// x = n ln 2 + r with a whole n and |r| at most ln 2 / 2, so e^x = 2^n e^r: e^r is a polynomial,
/// and 2^n is written into a float's exponent.
static inline Floats exp_lanes(Floats x) {
    // Beyond these e^x is infinity or 0 anyway, and n stays where two powers can reach it.
    // NaN compares as false, and goes on.
    x = x > 89.0f ? 89.0f : x;
    x = x < -105.0f ? -105.0f : x;
    // Near 1.5 * 2^23 floats are whole numbers: adding it rounds, and leaves n in the last bits.
    const float shift = 12582912.0f;
    const Floats shifted = x * 1.44269504f + shift;
    const Floats n = shifted - shift;
    const Words n_and_254 = std::bit_cast<Words>(shifted) - 0x4B400000u + 254u;
    // ln 2 in two pieces; the first has so few digits that n times it is exact.
    const Floats r = (x - n * 0.693115234375f) - n * 3.19461833e-5f;
    // e^r = 1 + r + r^2 q(r), with q fitted so that e^r is off by less than 2^-28.
    Floats q = 1.38145394e-3f * r + 8.36874545e-3f;
    q = q * r + 4.1668389e-2f;
    q = q * r + 1.66665211e-1f;
    q = q * r + 4.9999994e-1f;
    const Floats p = 1.0f + (r + r * r * q);
    // In two steps, so that the subnormal results are rounded once and 2^128 is reached.
    const Words half = n_and_254 >> 1;
    return p * power_of_two(half) * power_of_two(n_and_254 - half);
}

/// 2^x for an x of at most 0, within 2^-22 of it: the exponential of attention, where scores
/// are in powers of 2 and lie below the largest one. Half the steps of exp_lanes. 0 below
/// 2^-100, which beside the largest weight, 1, would be rounded away. NaN for NaN.
static inline Floats exp2_lanes(Floats x) {
    // As above; 127 more, so that the last bits are those of the exponent of 2^n.
    const float shift = 12582912.0f + 127.0f;
    const Floats shifted = x + shift;
    const Floats power = std::bit_cast<Floats>(std::bit_cast<Words>(shifted) << 23);
    const Floats r = x - (shifted - shift);
    // 2^r with the smallest error that 1 and five more coefficients allow.
    Floats p = 1.3264727e-3f * r + 9.671513e-3f;
    p = p * r + 5.5507336e-2f;
    p = p * r + 2.4022242e-1f;
    p = p * r + 6.93147e-1f;
    p = p * r + 1.0f;
    return x < -100.0f ? 0.0f : p * power;
}

}  // namespace attn::fast

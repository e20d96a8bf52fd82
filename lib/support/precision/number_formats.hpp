/// The four floating-point formats that models are computed in, bit by bit. Introduced in
/// chapter 5.
#pragma once

#include <array>
#include <cstdint>

#include "attn/strict_arithmetic.hpp"

namespace attn {

/// A binary floating-point format as IEEE 754 defines them: one bit of sign, some of exponent,
/// some of fraction. The largest exponent is reserved for infinity and NaN.
///
/// Every function below takes formats of 2 to 11 bits of exponent and 1 to 52 of fraction,
/// whose numbers are all doubles, and throws std::domain_error for any other.
struct NumberFormat {
    const char* name;
    int exponent_bits;
    int fraction_bits;
};

inline constexpr NumberFormat float16{"float16", 5, 10};
inline constexpr NumberFormat bfloat16{"bfloat16", 8, 7};  // float32's upper half
inline constexpr NumberFormat float32{"float32", 8, 23};   // C++'s float, nearly everywhere
inline constexpr NumberFormat float64{"float64", 11, 52};  // C++'s double

/// All four, narrowest first.
inline constexpr std::array<NumberFormat, 4> number_formats{float16, bfloat16, float32,
                                                            float64};

/// The largest number below infinity: 65504 in float16.
double largest_finite(const NumberFormat& format);

/// The smallest positive normal number, which has all bits of its fraction: 2^-14 in float16.
double smallest_normal(const NumberFormat& format);

/// The smallest positive number: 2^-24 in float16. From here to the smallest normal number the
/// numbers are evenly spaced; they are called subnormal.
double smallest_subnormal(const NumberFormat& format);

/// One unit in the last place (ulp): the distance between the format's numbers near value.
///
/// value    any; beyond the largest number the spacing continues as if there were more
/// returns  NaN when value is infinite or NaN
double unit_in_last_place(double value, const NumberFormat& format);

/// The format's number nearest to value; halfway between two, the one whose last bit is 0
/// ("ties to even").
///
/// returns  infinity from halfway to the first number that the format lacks; 0, with
///          value's sign, up to half of the smallest subnormal number; NaN for NaN
/// source   IEEE 754-2019, section 4.3.1, roundTiesToEven
double rounded(double value, const NumberFormat& format);

/// The number that 16 bits mean: sign first, then exponent, then fraction.
///
/// throws   std::domain_error  when the format does not have 16 bits
double decode16(std::uint16_t bits, const NumberFormat& format);

/// The bits of the format's number nearest to value. NaN becomes one of its many bit patterns:
/// sign 0, all bits of the exponent, the first of the fraction.
///
/// throws   std::domain_error  when the format does not have 16 bits
std::uint16_t encode16(double value, const NumberFormat& format);

}  // namespace attn

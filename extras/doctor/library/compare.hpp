/// How far answers are from what was expected.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "doctor/library/kind.hpp"

namespace attn::doctor {

/// How far an answer may be from what is expected, beside the expected number's size.
namespace tolerance {
inline constexpr double float64 = 1e-9;
inline constexpr double float32 = 4e-5;
inline constexpr double float16 = 1e-2;
inline constexpr double a_few_digits = 0.1;
}  // namespace tolerance

/// What is wanted, but at the edges two digits only: scores of 10000 and more stand there, and
/// float32 keeps three decimals of them.
double tolerance_at(const Probe& probe, double wanted);

/// A number of so many binary digits; 0: all of them. bfloat16 has 8, float16 and TF32 11, float32
/// 24.
double with_binary_digits(double x, int digits);

/// The largest difference beside the size of expected's numbers, or beside 1 where they are
/// smaller. Infinite where shapes, NaNs or infinities differ.
double distance(const Array& yours, const Array& expected);

/// The same over all that yours has; infinite when expected is empty.
double distance(const Arrays& yours, const Arrays& expected);

/// Only those of arrays that given has, too.
Arrays only(const Arrays& arrays, const Arrays& given);

/// What the reference gives, or nothing where the mistake would crash.
Arrays expected_from(const Kind& kind, const Probe& probe, const Switches& switches);

/// The probe, and where yours has zeros in the rows of padding, with a setting for that, of which
/// the reference of encoder_layer knows.
Probe as_answered(Probe probe, const Arrays& yours);

/// "2 x 3"
std::string shape_words(const std::vector<std::size_t>& shape);

}  // namespace attn::doctor

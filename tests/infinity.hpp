/// What a softmax, a mask or a number format has to bear.
#pragma once

#include <limits>

inline constexpr double infinity = std::numeric_limits<double>::infinity();
inline constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();
inline constexpr float float_infinity = std::numeric_limits<float>::infinity();

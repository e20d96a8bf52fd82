/// Where e^x leaves a number format, found by bisection.
#pragma once

#include "support/precision/number_formats.hpp"

namespace attn::chapters::ch03 {

/// The scores at which e^x leaves a format. At the upper end, e^x first passes the largest
/// finite number and still rounds to it; only from halfway to the number that would come next
/// does it round to infinity. The lower end is the same, with the smallest number above 0 and
/// with 0.
struct ExpLimits {
    double passes_largest;
    double rounds_to_infinity;
    double passes_smallest;
    double rounds_to_zero;
    double last_score;  // the largest number of the format whose exponential is finite
};

/// The limits by bisection, to the last bits of a double.
///
/// returns  scores x, no unit; the two of the smallest and of 0 are below 0
/// throws   std::domain_error  for a format that number_formats.hpp refuses
ExpLimits exp_limits(const NumberFormat& format);

}  // namespace attn::chapters::ch03

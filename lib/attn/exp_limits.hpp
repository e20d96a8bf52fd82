/// Where e^x leaves a number format, found by trying. Introduced in chapter 3.
#pragma once

#include "attn/number_formats.hpp"

namespace attn {

/// The four places at which e^x leaves a format. Above, e^x first passes the largest finite
/// number and still rounds to it; only from halfway to the number that would come next does
/// it round to infinity. Below it is the same with the smallest number above 0 and with 0.
struct ExpLimits {
    double passes_largest;
    double rounds_to_infinity;
    double passes_smallest;
    double rounds_to_zero;
};

/// The limits by bisection, to the last bits of a double.
///
/// returns  scores x, no unit; the first two are above 0, the others below
/// throws   std::domain_error  for a format that number_formats.hpp refuses
ExpLimits exp_limits(const NumberFormat& format);

}  // namespace attn

/// What the sources of chapter 5 share.
#pragma once

#include <span>
#include <vector>

#include "chapters/program/chapter.hpp"
#include "plots/plot.hpp"
#include "support/precision/number_formats.hpp"

namespace attn::chapters::ch05 {

// Where e^x leaves a number format, found by bisection.

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

// Softmax as it is computed in a smaller number format.

/// Softmax as the formula has it, each step rounded to the format: the scores, every e^score,
/// every addition, every division.
///
/// Each step is computed in double first. For + and / in float16, bfloat16 and float32 the
/// second rounding changes nothing, because a double has more than twice as many bits; e^score
/// is the double's, rounded.
///
/// scores   [n]  no unit
/// returns  [n]  numbers of the format, NaN where the format divides inf/inf or 0/0
/// throws   ShapeError         when scores is empty
///          std::domain_error  for a format that number_formats.hpp refuses
/// source   Figueroa (1995) for double rounding
std::vector<double> softmax_naive_in(const NumberFormat& format,
                                     std::span<const double> scores);

/// The same with the largest score subtracted first; this step is rounded too.
///
/// scores   [n]  no unit; one that is beyond the format becomes infinite and gives NaN
/// returns  [n]  numbers of the format
/// throws   as softmax_naive_in
std::vector<double> softmax_in(const NumberFormat& format, std::span<const double> scores);

// The figures of chapter 5, in the order in which its text shows them.

/// The scores on float32's number line, as given and with the largest subtracted. Pale is where
/// e^x is subnormal.
plots::Figure window_figure(std::span<const double> scores);

/// A sum of ones in float32 and in bfloat16, which has no 257.
plots::Figure stall_figure();
// Chapter 5's detours: number formats, and what is lost in the narrow ones.

void further(Chapter& chapter, const Value<Numbers>& scores);

}  // namespace attn::chapters::ch05

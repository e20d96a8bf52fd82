/// Softmax as it is computed in a smaller number format.
#pragma once

#include <span>
#include <vector>

#include "support/precision/number_formats.hpp"

namespace attn::chapters::ch03 {

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

}  // namespace attn::chapters::ch03

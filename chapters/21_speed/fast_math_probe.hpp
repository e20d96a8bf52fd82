/// A few lines that are right, and stop being right under -ffast-math. fast_math_probe.cpp
/// is compiled twice: as everything else here, and with that option.
#pragma once

#include <vector>

namespace attn::as_written {

/// Whether x is a NaN, an infinity.
bool sees_nan(double x);
bool sees_infinity(double x);

/// The weight of the last key by online softmax, which must not be masked (-infinity). Keys
/// before it may be.
double last_weight(const std::vector<double>& scores);

}  // namespace attn::as_written

/// The same source, compiled with -ffast-math.
namespace attn::with_fast_math {

bool sees_nan(double x);
bool sees_infinity(double x);
double last_weight(const std::vector<double>& scores);

}  // namespace attn::with_fast_math

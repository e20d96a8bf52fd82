/// Small values as the chapters print them.
#pragma once

#include <span>
#include <string>

namespace attn::chapters {

/// "(4, 3)": a vector's entries, with as few digits as name them.
std::string vector_text(std::span<const double> v);

/// value with so many decimals, or "below 1e-12" (without its sign) where it is smaller
/// than that but not 0: such digits are rounding noise and differ from machine to machine.
std::string number_or_noise(double value, int decimals);

/// value with so many decimals where they show it; where they would show 0, or fill a line,
/// as a power of ten: "8.194e-40", "9.889e+42".
std::string number_or_power(double value, int decimals);

}  // namespace attn::chapters

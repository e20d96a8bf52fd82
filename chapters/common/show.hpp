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

}  // namespace attn::chapters

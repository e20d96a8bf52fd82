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
/// as a power of ten: "8.194e-40", "9.889e42".
std::string number_or_power(double value, int decimals);

/// value with so many decimals and a power of ten: "8.194e-40", "-1.5e12"; "0", "nan",
/// "inf" and "-inf" stand alone.
std::string scientific_text(double value, int decimals);

/// A measured number, with two decimals or as a power of ten. A comparison of outputs asks only
/// whether there is one.
std::string measured_text(double value);

/// A share with four digits: "0.7311", or "8.194e-40" below 0.0001; "0" and "1" only for
/// exactly these.
std::string share_text(double share);

}  // namespace attn::chapters

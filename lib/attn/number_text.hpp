/// A number as text, the same on every machine. Introduced in chapter 1.
#pragma once

#include <string>

namespace attn {

/// value with a fixed number of decimals: number_text(2.0 / 3.0, 2) is "0.67".
///
/// decimals  0 to 100
/// returns   never "-0.00"; "nan" without a sign; "inf" or "-inf"
/// throws    std::domain_error  when decimals is outside its range
std::string number_text(double value, int decimals);

/// The fewest digits that read back as exactly this double, as std::to_chars writes them: "0.1",
/// "1e+06", "-0".
///
/// returns  "nan" without a sign; "inf" or "-inf"
std::string exact_text(double value);

}  // namespace attn

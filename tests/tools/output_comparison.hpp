/// Is what a program printed what was recorded, on this machine too?
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace book {

/// Compares a program's output with its recording, line by line and word by word; how many
/// blanks stand between words does not count. Within a word (as in "(1.50," or "cos=0.71"):
///
/// - a number with a point or an exponent may be one unit of its recorded last digit away,
///   and must be printed alike: as many decimals, an exponent where there was one;
/// - a number with neither is a count or a shape, and must be the same, and so must digits
///   behind a letter, as in "float32";
/// - "0.000e+00" is zero and nothing else, because its last digit has no size;
/// - a number behind a tilde, "~271.3", was measured: any other "~number" will do,
///   and any unit of time behind it ("~4.0 ms" may take "~900 µs" elsewhere);
/// - words behind a tilde, "~(a processor, a compiler)", were found out: any other words in
///   parentheses behind a tilde will do;
/// - U+2212, the minus sign, counts as "-".
///
/// returns  nothing when they agree, else the first difference in words
std::optional<std::string> output_difference(std::string_view recorded,
                                             std::string_view actual);

}  // namespace book

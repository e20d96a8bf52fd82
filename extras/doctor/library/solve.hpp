/// Constants that can be solved for: a divisor, a fill, a base, a sink.
#pragma once

#include <string>
#include <vector>

#include "doctor/library/search.hpp"

namespace attn::doctor {

/// Mistakes whose one number, such as what the scores are divided by, is solved for from the
/// smallest wrong answer. Those that give all of the answer within tolerance.
std::vector<Mistake> solved(const Kind& kind, const std::vector<Answered>& answers,
                            double tolerance);

/// The names that these can have.
std::vector<std::string> solvable(const Kind& kind);

}  // namespace attn::doctor

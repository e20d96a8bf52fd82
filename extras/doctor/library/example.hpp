/// The smallest example.
#pragma once

#include <optional>

#include "doctor/library/kind.hpp"

namespace attn::doctor {

/// The smallest of the kind's small inputs for which command answers wrongly.
///
/// found    what the findings are, so that only inputs that show them are asked; nullptr when
///          nothing explains the answers
/// returns  nothing when command answers all of them rightly
std::optional<Example> smallest_example(const Kind& kind, const Command& command,
                                        const Switches* found, double tolerance);

}  // namespace attn::doctor

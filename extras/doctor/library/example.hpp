/// The smallest example.
#pragma once

#include <functional>
#include <optional>

#include "doctor/library/kind.hpp"
#include "doctor/library/search.hpp"

namespace attn::doctor {

/// The smallest of the kind's small inputs for which command answers wrongly.
///
/// answered  only what is like these is asked: a command may do nothing but pre-norm, say
/// found     what the findings give for a probe, so that only inputs that show them are asked; empty
///           when nothing explains the answers
/// returns   nothing when command answers all of them rightly
std::optional<Example> smallest_example(const Kind& kind, const Command& command,
                                        const std::vector<Answered>& answered,
                                        const std::function<Arrays(const Probe&)>& found,
                                        double tolerance);

}  // namespace attn::doctor

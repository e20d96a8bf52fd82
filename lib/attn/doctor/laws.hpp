/// The laws that any right program keeps, for answers that no known mistake explains.
#pragma once

#include <string>
#include <vector>

#include "attn/doctor/diagnosis.hpp"
#include "attn/doctor/probe.hpp"

namespace attn::doctor {

/// Each law of the kind, and what breaks it. None for a kind of which we know no laws.
///
/// The properties ask one question after the other, and a command is best asked all at once. So
/// each property runs twice: over a right function, which writes down what it is asked, and over
/// the command's answers to just that.
std::vector<Law> laws(const std::string& kind, const Command& command);

}  // namespace attn::doctor

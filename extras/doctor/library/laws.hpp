/// The laws that any right program keeps, for answers that no known mistake explains.
#pragma once

#include <string>
#include <vector>

#include "doctor/library/diagnosis.hpp"
#include "doctor/library/kind.hpp"
#include "doctor/library/probe.hpp"

namespace attn::doctor {

/// Each law of the kind, and the smallest of the kind's small inputs for which the answers break
/// it by more than precision, beside a number's size. None for a kind of which no law is known here.
///
/// They are those of chapters/properties that small whole numbers can show. The properties themselves
/// hold a function to 1e-12, which no program in float32 could keep.
std::vector<Law> laws(const Kind& kind, const Command& command, double precision = 1e-5);

}  // namespace attn::doctor

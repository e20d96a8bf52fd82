/// Softmax with switches.
#pragma once

#include "doctor/library/block.hpp"
#include "doctor/library/switches.hpp"

namespace attn::doctor {

/// Turns scores into weights, or into what the switches make of them.
Block weigh(Block scores, const Switches& switches);

}  // namespace attn::doctor

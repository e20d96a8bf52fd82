/// Softmax with switches.
#pragma once

#include "attn/doctor/block.hpp"
#include "attn/doctor/switches.hpp"

namespace attn::doctor {

/// Turns scores into weights, or into what the switches make of them.
Block weigh(Block scores, const Switches& switches);

}  // namespace attn::doctor

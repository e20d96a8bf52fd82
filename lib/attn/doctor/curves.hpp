/// Activations with switches.
#pragma once

#include <string>

#include "attn/doctor/switches.hpp"

namespace attn::doctor {

/// What is computed where "relu", "gelu" or "gelu_tanh" was asked for.
Curve curve_for(const std::string& asked, const Switches& on);

double bent(Curve curve, double x);

}  // namespace attn::doctor

/// Activations with switches.
#pragma once

#include <string>

#include "doctor/library/switches.hpp"

namespace attn::doctor {

/// What is computed where "relu", "gelu", "gelu_tanh" or "silu" was asked for.
Curve curve_for(const std::string& asked, const Switches& on);

double bent(Curve curve, double x);

/// The slope of ReLU or a GELU at x; of any other curve, measured.
double slope_of(Curve curve, double x);

}  // namespace attn::doctor

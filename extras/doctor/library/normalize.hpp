/// Layer norm and RMS norm with switches.
#pragma once

#include <vector>

#include "doctor/library/block.hpp"
#include "doctor/library/switches.hpp"

namespace attn::doctor {

/// Layer norm of every row of x [sentences x 1 x n x d].
///
/// gamma, beta  [d], or empty for 1 and 0
Block normalize(const Block& x, const std::vector<double>& gamma,
                const std::vector<double>& beta, double epsilon, const Switches& on);

/// RMS norm of every row: x gamma / sqrt(mean of x^2 + epsilon).
Block normalize_by_size(const Block& x, const std::vector<double>& gamma, double epsilon,
                        const Switches& on);

}  // namespace attn::doctor

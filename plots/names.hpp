/// The words inside a plot and at its curves' ends: names, notes, numbers at bars. They keep clear
/// of one another.
#pragma once

#include <vector>

#include "plots/layout.hpp"

namespace attn::plots {

/// Adds the words of the plot's marks, clear of the words that it has already.
void add_names(Placed& placed);

/// Places on a line, sorted, moved so that neighbours are at least apart. A crowd spreads
/// evenly around its middle; who stands alone stays. None is beyond last.
std::vector<double> parted(const std::vector<double>& wanted, double apart, double last);

}  // namespace attn::plots

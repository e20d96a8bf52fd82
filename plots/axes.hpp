/// The ends and the ticks of axes that nobody named.
#pragma once

#include "plots/plot.hpp"

namespace attn::plots {

/// The plot with all ends of its axes, and with the ticks of its y axis and of axes of words.
///
/// Row 0 of cells and bars is on top. A chart's y axis begins at 0, unless values are below.
Plot with_ends(Plot plot);

/// The ticks of the x axis where it is so many pixels long: as many round numbers as fit.
std::vector<Tick> x_ticks_for(const Plot& plot, double pixels);

/// About count round numbers from first to last: steps of 1, 2 or 5, or decades.
std::vector<Tick> round_ticks(double first, double last, double count, bool log);

/// How far along an axis with known ends a value stands: 0 at its first, 1 at its last.
double share_of(const Axis& axis, double value);

}  // namespace attn::plots

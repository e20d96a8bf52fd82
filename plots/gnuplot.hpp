/// A figure's data in gnuplot, to look closer: to zoom, to turn and to read off.
#pragma once

#include <string>
#include <vector>

#include "plots/plot.hpp"

namespace attn::plots {

/// Why gnuplot can show nothing here, and what to do; empty where it can.
std::string why_no_gnuplot();

/// What gnuplot is told: a script with the data in it, a window for each plot. Tables become maps
/// of colours, large ones surfaces. A diagram without numbers is left out.
///
/// throws  std::runtime_error  when this program was built without gnuplot-iostream
std::string gnuplot_script(const std::vector<Figure>& figures);

/// Runs the script. The windows stay when this program has ended; where there is no desktop, the
/// plots are drawn as text. What gnuplot complains of goes to stderr.
void show_in_gnuplot(const std::vector<Figure>& figures);

}  // namespace attn::plots

/// Several small maps in one figure, in the order in which one becomes the next.
#pragma once

#include <string>
#include <vector>

#include "plots/heat_map.hpp"

namespace attn::plots {

/// Shares for a panel: a map whose axes are not named, as the figure's words name them.
HeatMap shares_panel(const Matrix& shares, const std::vector<std::string>& row_labels,
                     const std::vector<std::string>& column_labels);

/// A map with its name in bold, name_height pixels above the cells' top left corner.
void draw_panel(Canvas& canvas, Point corner, double pitch, const std::string& name,
                double name_height, const HeatMap& map);

/// An arrow from one panel to the next, with the name of what happens there above it.
void draw_step(Canvas& canvas, double left, double right, double y,
               const std::string& name);

}  // namespace attn::plots

/// Arrows between plots of different rows, on the ways that their figure says.
#pragma once

#include <cstddef>
#include <vector>

#include "plots/grid.hpp"
#include "plots/layout.hpp"

namespace attn::plots {

/// A link, the rows of its ends, and how many plots stand before each.
struct Way {
    Link link;
    std::size_t from_row = 0, from_plot = 0, to_row = 0, to_plot = 0;
};

/// throws  std::invalid_argument  when a link's end is no plot's name, or that of two, or when a
///                                link does not lead to a lower row
std::vector<Way> ways_of(const Figure& figure);

/// How much higher their lanes make the gap above a row.
double height_of_lanes(const std::vector<Way>& ways, std::size_t row);

/// How much of the page's left (-1) or right (1) edge they take.
double width_of_lanes(const std::vector<Way>& ways, int side);

/// Adds the arrows and their words to a page in which all plots have their places.
///
/// gap_tops  where the gap above each row begins
void add_links(Page& page, const std::vector<Way>& ways,
               const std::vector<double>& gap_tops);

}  // namespace attn::plots

/// The ways of arrows between plots of different rows: planned before rows have their places,
/// drawn when they have. No two of them lie on one another.
#pragma once

#include <cstddef>
#include <map>
#include <vector>

#include "plots/grid.hpp"
#include "plots/layout.hpp"

namespace attn::plots {

/// A plot that is linked: its row, its place there, and how many plots stand before it.
struct Spot {
    std::size_t row = 0, slot = 0, slots = 1, plot = 0;

    /// How far from left to right, from 0 to 1.
    double share() const {
        return (static_cast<double>(slot) + 0.5) / static_cast<double>(slots);
    }
};

/// How a link goes: straight down; down and into its goal's side; through the gap above its
/// goal's row and into the top; along the page's edge past other rows.
enum class Route { straight, side, gap, edge };

struct Way {
    Link link = {};
    Spot from = {}, to = {};
    Route route = Route::straight;
    bool is_right = false;  // along the right edge, or into the right side
    bool leaves_sideways = false, enters_sideways = false;  // of those along the right edge
    std::size_t lane = 0;  // along an edge; 0 is the outermost

    bool enters_top() const {
        return route == Route::gap || (route == Route::edge && !enters_sideways);
    }
};

struct LinkPlan {
    std::vector<Way> ways = {};
    std::size_t left_lanes = 0, right_lanes = 0;
    std::map<std::size_t, std::vector<std::size_t>> sources =
        {};  // plots, by the gap above a row

    /// How much higher the links make the gap above a row.
    double height_above(std::size_t row) const;
};

inline constexpr double lane_width = 9;

/// throws  std::invalid_argument  when a link's end is no plot's name, or that of two, or when a
///                                link does not lead to a lower row
LinkPlan plan_links(const Figure& figure, const std::vector<GridRow>& rows);

/// Adds the links' arrows and words to a page in which all plots have their places.
///
/// gap_tops  where the gap above each row begins
void add_links(Page& page, const LinkPlan& plan, const std::vector<double>& gap_tops);

}  // namespace attn::plots

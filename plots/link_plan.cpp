#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <utility>

#include "attn/text/utf8.hpp"
#include "plots/links.hpp"

namespace attn::plots {
namespace {

[[noreturn]] void refuse(const Figure& figure, const Link& link, const std::string& why) {
    throw std::invalid_argument("figure " + figure.name + ": the link from '" +
                                clean_utf8(link.from) + "' to '" + clean_utf8(link.to) +
                                "' " + why);
}

/// Where the one plot of that name stands.
Spot spot_of(const Figure& figure, const Link& link, const std::string& name,
             const std::vector<GridRow>& rows) {
    std::vector<Spot> found;
    std::size_t plot = 0;
    for (std::size_t r = 0; r < rows.size(); ++r) {
        for (std::size_t c = 0; c < rows[r].slots.size(); ++c) {
            for (const Plot& one : rows[r].slots[c].plots) {
                if (one.name == name) found.push_back({r, c, rows[r].slots.size(), plot});
                ++plot;
            }
        }
    }
    if (found.size() == 1) return found[0];
    refuse(figure, link,
           std::string("has an end that is ") + (found.empty() ? "no plot" : "two plots") +
               ": '" + clean_utf8(name) + "'");
}

/// Whether nothing stands in a row at the right of a slot.
bool is_free_beside(const GridRow& row, std::size_t slot) {
    return std::all_of(row.slots.begin() + static_cast<std::ptrdiff_t>(slot) + 1,
                       row.slots.end(), [](const Slot& other) {
                           return other.plots.empty() &&
                                  std::holds_alternative<Nothing>(*other.block);
                       });
}

/// The next row below with blocks in it.
std::size_t next_row(const std::vector<GridRow>& rows, std::size_t row) {
    do {
        ++row;
    } while (row < rows.size() && rows[row].is_steps);
    return row;
}

void choose_route(Way& way, const std::vector<GridRow>& rows, bool is_only_one) {
    const bool is_free = is_free_beside(rows[way.to.row], way.to.slot);
    const double apart = way.from.share() - way.to.share();
    if (next_row(rows, way.from.row) == way.to.row) {
        const bool is_over = 2 * std::abs(apart) * static_cast<double>(way.to.slots) < 1;
        way.is_right = apart > 0;
        way.route = is_over && is_only_one                ? Route::straight
                    : !is_over && way.is_right && is_free ? Route::side
                                                          : Route::gap;
        return;
    }
    way.route = Route::edge;
    way.is_right = way.from.share() + way.to.share() >= 1;
    way.leaves_sideways = way.is_right && is_free_beside(rows[way.from.row], way.from.slot);
    way.enters_sideways = way.is_right && is_free;
}

/// Where a way begins to go down an edge: beside its row, or below it.
std::size_t begin_of(const Way& way) {
    return 2 * way.from.row + (way.leaves_sideways ? 0 : 1);
}

/// Gives the ways along one edge their lanes, and says how many there are: who begins higher is
/// farther outside.
std::size_t assign_lanes(std::vector<Way>& ways, bool right) {
    std::vector<Way*> order;
    for (Way& way : ways) {
        if (way.route == Route::edge && way.is_right == right) order.push_back(&way);
    }
    std::stable_sort(order.begin(), order.end(), [](const Way* a, const Way* b) {
        return std::pair(begin_of(*a), a->from.plot) <
               std::pair(begin_of(*b), b->from.plot);
    });
    std::vector<std::size_t> taken_until;
    for (Way* way : order) {
        while (way->lane < taken_until.size() && taken_until[way->lane] >= begin_of(*way)) {
            ++way->lane;
        }
        if (way->lane == taken_until.size()) taken_until.push_back(0);
        taken_until[way->lane] = 2 * way->to.row;
    }
    return taken_until.size();
}

void add_source(LinkPlan& plan, std::size_t row, std::size_t plot) {
    std::vector<std::size_t>& sources = plan.sources[row];
    if (std::find(sources.begin(), sources.end(), plot) == sources.end()) {
        sources.push_back(plot);
    }
}

}  // namespace

double LinkPlan::height_above(std::size_t row) const {
    constexpr double around_lanes = 12, around_arrow = 16;
    const auto found = sources.find(row);
    if (found != sources.end()) {
        return around_lanes + lane_width * static_cast<double>(found->second.size());
    }
    const bool has_arrow = std::any_of(ways.begin(), ways.end(), [&](const Way& way) {
        return way.to.row == row && way.route == Route::straight;
    });
    return has_arrow ? around_arrow : 0;
}

LinkPlan plan_links(const Figure& figure, const std::vector<GridRow>& rows) {
    LinkPlan plan;
    for (const Link& link : figure.links) {
        Way way{link, spot_of(figure, link, link.from, rows),
                spot_of(figure, link, link.to, rows)};
        if (way.to.row <= way.from.row) refuse(figure, link, "must lead to a lower row");
        plan.ways.push_back(way);
    }
    for (Way& way : plan.ways) {
        const auto entering =
            std::count_if(plan.ways.begin(), plan.ways.end(),
                          [&](const Way& other) { return other.to.plot == way.to.plot; });
        choose_route(way, rows, entering == 1);
    }
    plan.left_lanes = assign_lanes(plan.ways, false);
    plan.right_lanes = assign_lanes(plan.ways, true);
    for (const Way& way : plan.ways) {
        if (way.enters_top()) add_source(plan, way.to.row, way.from.plot);
        if (way.route == Route::edge && !way.leaves_sideways) {
            add_source(plan, next_row(rows, way.from.row), way.from.plot);
        }
    }
    return plan;
}

}  // namespace attn::plots

#include "plots/links.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <stdexcept>
#include <utility>

#include "plots/clearance.hpp"
#include "support/text/utf8.hpp"

namespace attn::plots {
namespace {

constexpr double lane_width = 9;
constexpr double away = 5;  // from a table to an arrow

[[noreturn]] void refuse(const Figure& figure, const Link& link, const std::string& why) {
    throw std::invalid_argument("figure " + figure.name + ": the link from '" +
                                clean_utf8(link.from) + "' to '" + clean_utf8(link.to) +
                                "' " + why);
}

/// The row and the number of the one plot of that name.
std::pair<std::size_t, std::size_t> place_of(const Figure& figure, const Link& link,
                                             const std::string& name) {
    std::vector<std::pair<std::size_t, std::size_t>> found;
    std::size_t row = 0, plot = 0;
    for (const GridRow& in : rows_of(figure)) {
        for (const Slot& slot : in.slots) {
            for (const Plot& one : slot.plots) {
                if (one.name == name) found.emplace_back(row, plot);
                ++plot;
            }
        }
        ++row;
    }
    if (found.size() == 1) return found[0];
    refuse(figure, link,
           std::string("has an end that is ") + (found.empty() ? "no plot" : "two plots") +
               ": '" + clean_utf8(name) + "'");
}

/// Below the home's words, where they are in the way.
double begin_below(const Placed& home) {
    double begin = home.box.bottom();
    const double x = home.box.centre().x;
    for (const Text& text : home.texts) {
        const Box box = box_of(text);
        const bool is_in_the_way = box.left - 4 < x && box.right() + 4 > x;
        if (box.top > home.box.bottom() && is_in_the_way)
            begin = std::max(begin, box.bottom());
    }
    return begin + away;
}

/// Above the goal's words; down to its cells where x is past its name.
double end_above(const Placed& goal, double x) {
    double end = goal.box.top - away;
    for (const std::vector<Text>* texts : {&goal.texts, &goal.ticks}) {
        for (const Text& text : *texts) {
            const Box box = box_of(text);
            const bool is_passed = text.align == Align::left && x > box.right() + 14;
            if (text.at.y < goal.box.top && !is_passed) end = std::min(end, box.top - 8);
        }
    }
    return end;
}

std::vector<Point> points_of(const Page& page, const Way& way,
                             const std::vector<double>& gap_tops) {
    const Link& link = way.link;
    const Placed& from = page.plots[way.from_plot];
    const Box& home = from.box;
    const Placed& goal = page.plots[way.to_plot];
    const bool leaves_below = link.leaves == Side::below;
    std::vector<Point> points{leaves_below ? Point{home.centre().x, begin_below(from)}
                                           : Point{home.right() + away, home.centre().y}};
    const auto down_to = [&](double y) { points.push_back({points.back().x, y}); };
    const auto across_to = [&](double x) { points.push_back({x, points.back().y}); };
    const auto lane_y = [&](std::size_t row, std::size_t lane) {
        return gap_tops[row] + 8 + lane_width * static_cast<double>(lane);
    };
    if (link.edge != 0) {
        if (leaves_below) down_to(lane_y(way.from_row + 1, link.lane_below));
        const double out = 2 + lane_width * std::abs(link.edge);
        across_to(link.edge > 0 ? page.width - out : out);
    }
    if (link.enters == Side::right) {
        down_to(goal.box.top + goal.box.height * link.at);
        across_to(goal.box.right() + away);
        return points;
    }
    const double x = goal.box.left + goal.box.width * link.at;
    if (std::abs(x - points.back().x) > 1) {
        down_to(lane_y(way.to_row, link.lane));
        across_to(x);
    }
    down_to(end_above(goal, x));
    return points;
}

/// At the left of the last part, or above it.
Text words_beside(const Link& link, const std::vector<Point>& points) {
    const Point end = points.back(), turn = points[points.size() - 2];
    const Point middle{(end.x + turn.x) / 2, (end.y + turn.y) / 2};
    const bool is_level = end.y == turn.y;
    return {.at = {is_level ? middle.x : middle.x - 9, is_level ? middle.y - 15 : middle.y},
            .text = link.text,
            .paint = link.paint == Paint::muted ? Paint::ink : link.paint,
            .size = small_size,
            .align = is_level ? Align::centre : Align::right};
}

}  // namespace

std::vector<Way> ways_of(const Figure& figure) {
    std::vector<Way> ways;
    for (const Link& link : figure.links) {
        const auto [from_row, from_plot] = place_of(figure, link, link.from);
        const auto [to_row, to_plot] = place_of(figure, link, link.to);
        if (to_row <= from_row) refuse(figure, link, "must lead to a lower row");
        ways.push_back({link, from_row, from_plot, to_row, to_plot});
    }
    return ways;
}

double height_of_lanes(const std::vector<Way>& ways, std::size_t row) {
    std::size_t lanes = 0;
    for (const auto& [link, from_row, from_plot, to_row, to_plot] : ways) {
        if (to_row == row && link.enters == Side::above)
            lanes = std::max(lanes, link.lane + 1);
        if (from_row + 1 == row && link.edge != 0 && link.leaves == Side::below)
            lanes = std::max(lanes, link.lane_below + 1);
    }
    return lanes == 0 ? 0 : 12 + lane_width * static_cast<double>(lanes);
}

double width_of_lanes(const std::vector<Way>& ways, int side) {
    int lanes = 0;
    for (const Way& way : ways) lanes = std::max(lanes, side * way.link.edge);
    return lanes == 0 ? 0 : lane_width * lanes - 7;
}

void add_links(Page& page, const std::vector<Way>& ways,
               const std::vector<double>& gap_tops) {
    for (const Way& way : ways) {
        const std::vector<Point> points = points_of(page, way, gap_tops);
        const bool is_plain = way.link.paint == Paint::muted;
        page.routes.push_back(
            {points, is_plain ? Paint::axis : way.link.paint, is_plain ? 1.6 : 2, true});
        if (!way.link.text.empty()) page.texts.push_back(words_beside(way.link, points));
    }
}

}  // namespace attn::plots

#include <algorithm>
#include <utility>

#include "plots/clearance.hpp"
#include "plots/links.hpp"
#include "plots/text_width.hpp"

namespace attn::plots {
namespace {

constexpr double away = 5;  // from a table to an arrow

/// From left to right: who comes along the left edge, then by where they come from, then who
/// comes along the right edge.
double order_of(const Way& way) {
    if (way.route != Route::edge) return way.from.share();
    const double lane = static_cast<double>(way.lane) / 100;
    return way.is_right ? 2 - lane : lane - 1;
}

/// Where each way enters its goal's top, as a share of the goal's width.
std::map<const Way*, double> entries_of(const std::vector<Way>& ways) {
    constexpr double past_the_name = 0.88;
    std::map<std::size_t, std::vector<const Way*>> by_goal;
    for (const Way& way : ways) {
        if (way.enters_top()) by_goal[way.to.plot].push_back(&way);
    }
    std::map<const Way*, double> entries;
    for (auto& [goal, entering] : by_goal) {
        std::stable_sort(entering.begin(), entering.end(), [](const Way* a, const Way* b) {
            return order_of(*a) < order_of(*b);
        });
        double i = 0;
        for (const Way* way : entering) {
            entries[way] = ++i / (static_cast<double>(entering.size()) + 1);
        }
        const Way& last = *entering.back();
        if (last.route == Route::edge && last.is_right) entries[&last] = past_the_name;
    }
    return entries;
}

class Router {
public:
    Router(Page& page, const LinkPlan& plan, const std::vector<double>& gap_tops)
        : page_(page), plan_(plan), gap_tops_(gap_tops), entries_(entries_of(plan.ways)) {
        for (const auto& [row, sources] : plan.sources) sort_lanes(row, sources);
    }

    void add_arrows() {
        for (const Way& way : plan_.ways) {
            const bool is_plain = way.link.paint == Paint::muted;
            page_.routes.push_back({points_of(way), is_plain ? Paint::axis : way.link.paint,
                                    is_plain ? 1.6 : 2, true});
        }
    }

    /// The words of the arrows, which were added last: beside the heads, where they touch
    /// nothing.
    void add_words() {
        const std::size_t first = page_.routes.size() - plan_.ways.size();
        for (std::size_t i = 0; i < plan_.ways.size(); ++i) {
            if (plan_.ways[i].link.text.empty()) continue;
            page_.texts.push_back(clearance_of(page_).best(
                places_for_words(plan_.ways[i], page_.routes[first + i])));
        }
    }

private:
    const Box& home(const Way& way) const { return page_.plots[way.from.plot].box; }
    const Placed& goal(const Way& way) const { return page_.plots[way.to.plot]; }

    double edge_x(const Way& way) const {
        const double out = 11 + lane_width * static_cast<double>(way.lane);
        return way.is_right ? page_.width - out : out;
    }

    double entry_x(const Way& way) const {
        return goal(way).box.left + entries_.at(&way) * goal(way).box.width;
    }

    /// Above the goal's words; down to its cells where x is past its name.
    double entry_y(const Way& way, double x) const {
        double top = goal(way).box.top - away;
        for (const std::vector<Text>* texts : {&goal(way).texts, &goal(way).ticks}) {
            for (const Text& text : *texts) {
                const Box box = box_of(text);
                const bool is_passed = text.align == Align::left && x > box.right() + 14;
                if (text.at.y < goal(way).box.top && !is_passed) {
                    top = std::min(top, box.top - 8);
                }
            }
        }
        return top;
    }

    /// Below the home's words, where they are in the way.
    double foot_y(const Way& way) const {
        const double x = home(way).centre().x;
        double foot = home(way).bottom();
        for (const Text& text : page_.plots[way.from.plot].texts) {
            const Box box = box_of(text);
            const bool is_in_the_way = box.left - 4 < x && box.right() + 4 > x;
            if (box.top > home(way).bottom() && is_in_the_way) {
                foot = std::max(foot, box.bottom());
            }
        }
        return foot + away;
    }

    /// The gap into which a way leads that leaves its home below.
    std::size_t gap_below(const Way& way) const {
        std::size_t row = way.from.row + 1;
        while (plan_.sources.count(row) == 0) ++row;
        return row;
    }

    /// Those that lead to the left, the one that ends farthest left first; then those that lead
    /// to the right, the one that ends farthest right first: so the fewest cross.
    void sort_lanes(std::size_t row, const std::vector<std::size_t>& sources) {
        std::vector<std::pair<double, std::size_t>> order;
        for (const std::size_t source : sources) {
            double least = page_.width, most = 0,
                   start = page_.plots[source].box.centre().x;
            for (const Way& way : plan_.ways) {
                if (way.from.plot != source) continue;
                const bool is_edge = way.route == Route::edge;
                const bool enters = way.enters_top() && way.to.row == row;
                const bool leaves =
                    is_edge && !way.leaves_sideways && gap_below(way) == row;
                if (is_edge && enters) start = edge_x(way);
                if (!enters && !leaves) continue;
                const double x = enters ? entry_x(way) : edge_x(way);
                least = std::min(least, x);
                most = std::max(most, x);
            }
            const bool is_left = (least + most) / 2 < start;
            order.emplace_back(is_left ? most : 2 * page_.width - least, source);
        }
        std::sort(order.begin(), order.end());
        for (std::size_t i = 0; i < order.size(); ++i) lanes_[{row, order[i].second}] = i;
    }

    double lane_y(std::size_t row, const Way& way) const {
        const std::size_t lane = lanes_.at({row, way.from.plot});
        return gap_tops_[row] + 8 + lane_width * static_cast<double>(lane);
    }

    /// The side of a goal is entered at equal distances, lowest by who comes along the edge.
    double side_y(const Way& way) const {
        double above = 0, all = 0;
        for (const Way& other : plan_.ways) {
            if (other.to.plot != way.to.plot) continue;
            const bool is_near = other.route == Route::side;
            if (is_near || other.enters_sideways) ++all;
            if (is_near && way.route == Route::edge) ++above;
        }
        return goal(way).box.top + goal(way).box.height * (above + 1) / (all + 1);
    }

    std::vector<Point> points_of(const Way& way) const {
        const Point below{home(way).centre().x, foot_y(way)};
        const double side = goal(way).box.right() + away;
        if (way.route == Route::straight) return {below, {below.x, entry_y(way, below.x)}};
        if (way.route == Route::side) {
            return {below, {below.x, side_y(way)}, {side, side_y(way)}};
        }
        std::vector<Point> points{below};
        points.reserve(7);
        if (way.leaves_sideways) {
            points = {{home(way).right() + away, home(way).centre().y},
                      {edge_x(way), home(way).centre().y}};
        } else if (way.route == Route::edge) {
            const double y = lane_y(gap_below(way), way);
            points.insert(points.end(), {{below.x, y}, {edge_x(way), y}});
        }
        const double last_x = points.back().x;
        if (way.enters_sideways) {
            points.insert(points.end(), {{last_x, side_y(way)}, {side, side_y(way)}});
            return points;
        }
        const double x = entry_x(way), y = lane_y(way.to.row, way);
        points.insert(points.end(), {{last_x, y}, {x, y}, {x, entry_y(way, x)}});
        return points;
    }

    std::vector<Text> places_for_words(const Way& way, const Stroke& stroke) const {
        const Point end = stroke.points.back(),
                    turn = stroke.points[stroke.points.size() - 2];
        const bool is_plain = way.link.paint == Paint::muted;
        Text text{.at = {(end.x + turn.x) / 2, end.y - 15},
                  .text = way.link.text,
                  .paint = is_plain ? Paint::ink : way.link.paint,
                  .size = small_size,
                  .align = Align::centre};
        if (end.y == turn.y) return {text};
        std::vector<Text> places;
        for (const double y : {end.y - 12, (end.y + turn.y) / 2, turn.y + 12}) {
            for (const Align align : {Align::right, Align::left}) {
                text.at = {end.x + (align == Align::right ? -9 : 10), y};
                text.align = align;
                places.push_back(text);
            }
        }
        return places;
    }

    Page& page_;
    const LinkPlan& plan_;
    const std::vector<double>& gap_tops_;
    std::map<const Way*, double> entries_;
    std::map<std::pair<std::size_t, std::size_t>, std::size_t> lanes_;  // by row and source
};

}  // namespace

void add_links(Page& page, const LinkPlan& plan, const std::vector<double>& gap_tops) {
    Router router(page, plan, gap_tops);
    router.add_arrows();
    router.add_words();
}

}  // namespace attn::plots

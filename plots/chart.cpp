#include "plots/chart.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "attn/text/print.hpp"
#include "plots/table.hpp"

namespace attn::plots {
namespace {

void require_extent(const Axis& axis) {
    const double extent = axis.last - axis.first;
    const bool above_zero = axis.first > 0.0 && axis.last > 0.0;
    if (extent != 0.0 && std::isfinite(extent) && (!axis.log || above_zero)) return;
    throw std::domain_error("Chart: the axis '" + axis.name +
                            "' must lead from one finite value to another, on a log axis "
                            "both above 0");
}

/// How far along the axis the value stands: 0 is the first, 1 the last.
double share_of(const Axis& axis, double value) {
    if (axis.log) return std::log(value / axis.first) / std::log(axis.last / axis.first);
    return (value - axis.first) / (axis.last - axis.first);
}

bool is_on(const Axis& axis, double value) {
    const double share = share_of(axis, value);
    return share >= -1e-9 && share <= 1.0 + 1e-9;
}

/// The places, sorted, moved so that neighbours are at least apart from one another. A crowd
/// spreads evenly around its middle; who stands alone stays.
std::vector<double> parted(const std::vector<double>& wanted, double apart) {
    struct Crowd {
        double middle;
        std::size_t size;
    };
    const auto half = [&](const Crowd& c) {
        return apart * static_cast<double>(c.size) / 2;
    };
    std::vector<Crowd> crowds;
    for (const double place : wanted) {
        crowds.push_back({place, 1});
        while (crowds.size() > 1) {
            const Crowd last = crowds.back();
            const Crowd before = crowds[crowds.size() - 2];
            if (last.middle - half(last) >= before.middle + half(before)) break;
            const double n = static_cast<double>(last.size);
            const double m = static_cast<double>(before.size);
            crowds.pop_back();
            crowds.back() = {(before.middle * m + last.middle * n) / (m + n),
                             before.size + last.size};
        }
    }
    std::vector<double> places;
    for (const Crowd& crowd : crowds) {
        for (std::size_t i = 0; i < crowd.size; ++i) {
            places.push_back(crowd.middle - half(crowd) +
                             apart * (static_cast<double>(i) + 0.5));
        }
    }
    return places;
}

}  // namespace

std::vector<Tick> ticks_at(const std::vector<double>& values) {
    std::vector<Tick> ticks;
    for (const double value : values) {
        ticks.push_back({value, with_real_minus(exact_text(value))});
    }
    return ticks;
}

Chart::Chart(Canvas& canvas, const Box& box, const Axis& x, const Axis& y)
    : canvas_(canvas), box_(box), x_(x), y_(y) {
    require_extent(x);
    require_extent(y);
    draw_axes();
}

Point Chart::at(double x, double y) const {
    return {box_.left + box_.width * share_of(x_, x),
            box_.bottom() - box_.height * share_of(y_, y)};
}

void Chart::draw_axes() const {
    const TextStyle below{.colour = muted, .align = Align::centre};
    const TextStyle beside{.colour = muted, .align = Align::right};
    for (const Tick& tick : y_.ticks) {
        const Point left = at(x_.first, tick.at);
        canvas_.line(left, at(x_.last, tick.at), {.colour = grid, .width = 1});
        canvas_.text({left.x - 10, left.y}, tick.label, beside);
    }
    canvas_.line({box_.left, box_.bottom()}, {box_.right(), box_.bottom()},
                 {.colour = axis, .width = 1.2});
    for (const Tick& tick : x_.ticks) {
        const Point foot = at(tick.at, y_.first);
        canvas_.line(foot, {foot.x, foot.y + 8}, {.colour = axis, .width = 1.2});
        canvas_.text({foot.x, foot.y + 25}, tick.label, below);
    }
    canvas_.text({box_.left - 28, box_.top - 22}, y_.name, {.colour = muted});
    canvas_.text({box_.right(), box_.bottom() + 52}, x_.name, beside);
}

void Chart::curve(const std::vector<Point>& values, const LineStyle& style) {
    Path path{{}, style};
    const auto finish = [&] {
        if (path.points.size() > 1) canvas_.add(path);
        path.points.clear();
    };
    for (const Point& value : values) {
        if (is_on(y_, value.y) && std::isfinite(share_of(x_, value.x))) {
            path.points.push_back(at(value.x, value.y));
        } else {
            finish();
        }
    }
    finish();
}

void Chart::dot(Point value, Colour colour, double size) {
    canvas_.add(Dot{at(value.x, value.y), colour, size});
}

void Chart::reference(double x, std::string_view label) {
    const Point top{at(x, y_.last).x, box_.top};
    canvas_.line({top.x, box_.bottom()}, top,
                 {.colour = axis, .width = 1.2, .dashed = true});
    canvas_.text({top.x + 10, top.y + 14}, label, {.colour = muted});
}

void Chart::label_ends(std::vector<Ending> endings) {
    std::sort(endings.begin(), endings.end(), [&](const Ending& a, const Ending& b) {
        return at(x_.last, a.y).y < at(x_.last, b.y).y;
    });
    std::vector<double> wanted;
    for (const Ending& ending : endings) wanted.push_back(at(x_.last, ending.y).y);
    constexpr double line_height = 26;
    std::vector<double> places = parted(wanted, line_height);
    double lowest = box_.bottom();  // a crowd at the foot of the chart stays above its axis
    for (std::size_t i = places.size(); i-- > 0; lowest -= line_height) {
        places[i] = std::min(places[i], lowest);
    }
    for (std::size_t i = 0; i < endings.size(); ++i) {
        const double y = places[i];
        const Point end{box_.right(), wanted[i]};
        canvas_.line({end.x + 4, end.y}, {end.x + 20, y},
                     {.colour = endings[i].colour, .width = 1});
        canvas_.text({end.x + 26, y}, endings[i].name, {.colour = endings[i].colour});
    }
}

void Chart::label(Point value, Point offset, std::string_view text,
                  const TextStyle& style) {
    const Point place = at(value.x, value.y);
    canvas_.text({place.x + offset.x, place.y + offset.y}, text, style);
}

void draw_bars(Canvas& canvas, const Box& box, const std::vector<Bar>& bars, double least,
               double most) {
    const Axis scale{least, most, {}, "bars"};
    require_extent(scale);
    if (!is_on(scale, 0))
        throw std::domain_error("draw_bars: 0 must be from least to most");
    const auto place = [&](double value) {
        return box.left + box.width * share_of(scale, value);
    };
    const double step = box.height / static_cast<double>(bars.size());
    const double thickness = std::min(step * 0.75, 44.0);
    double middle = box.top + step / 2;
    for (const Bar& bar : bars) {
        if (!is_on(scale, bar.value)) {
            throw std::domain_error("draw_bars: the bar '" + bar.name + "' is " +
                                    exact_text(bar.value) + ", not from " +
                                    exact_text(least) + " to " + exact_text(most));
        }
        const double from = std::min(place(0), place(bar.value));
        const double to = std::max(place(0), place(bar.value));
        canvas.add(
            Rectangle{{from, middle - thickness / 2, to - from, thickness}, bar.colour});
        if (!bar.name.empty()) {
            canvas.text({box.left - 12, middle}, bar.name,
                        {.colour = bar.colour, .align = Align::right});
        }
        const std::string digits = label_text(bar.value, bar.decimals);
        canvas.text({to + 12, middle}, bar.number.empty() ? digits : bar.number,
                    {.bold = true});
        middle += step;
    }
    canvas.line({place(0), box.top}, {place(0), box.bottom()},
                {.colour = axis, .width = 1.2});
}

}  // namespace attn::plots

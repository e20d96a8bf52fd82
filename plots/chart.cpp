#include "plots/chart.hpp"

#include <cmath>
#include <stdexcept>

namespace attn::plots {
namespace {

void require_extent(const Axis& axis) {
    const double extent = axis.last - axis.first;
    if (extent != 0.0 && std::isfinite(extent)) return;
    throw std::domain_error("Chart: the axis '" + axis.name +
                            "' must lead from one finite value to another");
}

double share_of(const Axis& axis, double value) {
    return (value - axis.first) / (axis.last - axis.first);
}

}  // namespace

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
    for (const Point& value : values) path.points.push_back(at(value.x, value.y));
    canvas_.add(std::move(path));
}

void Chart::dot(Point value, Colour colour) {
    canvas_.add(Dot{at(value.x, value.y), colour});
}

void Chart::label(Point value, Point offset, std::string_view text,
                  const TextStyle& style) {
    const Point place = at(value.x, value.y);
    canvas_.text({place.x + offset.x, place.y + offset.y}, text, style);
}

void draw_bars(Canvas& canvas, const Box& box, const std::vector<Bar>& bars, double full) {
    if (!(full > 0)) throw std::domain_error("draw_bars: the full length must be above 0");
    const double step = box.height / static_cast<double>(bars.size());
    const double thickness = std::min(step - 12, 44.0);
    double middle = box.top + step / 2;
    for (const Bar& bar : bars) {
        if (!(bar.value >= 0) || !std::isfinite(bar.value)) {
            throw std::domain_error("draw_bars: the bar '" + bar.name +
                                    "' must be finite and not below 0");
        }
        const double length = box.width * bar.value / full;
        canvas.add(
            Rectangle{{box.left, middle - thickness / 2, length, thickness}, bar.colour});
        canvas.text({box.left - 12, middle}, bar.name,
                    {.colour = bar.colour, .align = Align::right});
        canvas.text({box.left + length + 12, middle}, label_text(bar.value, bar.decimals),
                    {.bold = true});
        middle += step;
    }
    canvas.line({box.left, box.top}, {box.left, box.bottom()},
                {.colour = axis, .width = 1.2});
}

}  // namespace attn::plots

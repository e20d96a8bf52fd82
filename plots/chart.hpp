/// Curves and points over two axes, and bars.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "plots/canvas.hpp"

namespace attn::plots {

struct Tick {
    double at;
    std::string label;
};

/// The values from first to last (which may be the smaller one), where to mark them, and
/// what they are.
struct Axis {
    double first = 0, last = 1;
    std::vector<Tick> ticks = {};
    std::string name = {};
};

/// A place on a canvas in which values become positions. Drawing it draws its axes: a line
/// below, a horizontal grid, and the axes' names.
class Chart {
public:
    /// throws  std::domain_error  when an axis has no extent
    Chart(Canvas& canvas, const Box& box, const Axis& x, const Axis& y);

    /// Where the values (x, y) stand, in pixels.
    Point at(double x, double y) const;

    void curve(const std::vector<Point>& values, const LineStyle& style);
    void dot(Point value, Colour colour);

    /// A text beside a value; offset is in pixels.
    void label(Point value, Point offset, std::string_view text,
               const TextStyle& style = {});

private:
    void draw_axes() const;

    Canvas& canvas_;
    Box box_;
    Axis x_, y_;
};

/// A bar: how long, what it is called, and the number at its end.
struct Bar {
    std::string name;
    double value;
    Colour colour;
    int decimals = 2;
};

/// Horizontal bars from a common line at box's left edge; full is the value as long as the
/// box. Names stand left of the line, values in bold at the bars' ends.
///
/// throws  std::domain_error  when a value is negative or not finite, or full is not above
/// 0
void draw_bars(Canvas& canvas, const Box& box, const std::vector<Bar>& bars, double full);

}  // namespace attn::plots

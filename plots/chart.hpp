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
/// what they are. On a log axis equal ratios are equal distances, and all values are above
/// 0.
struct Axis {
    double first = 0, last = 1;
    std::vector<Tick> ticks = {};
    std::string name = {};
    bool log = false;
};

/// Ticks at values that have no other name than their digits.
std::vector<Tick> ticks_at(const std::vector<double>& values);

/// Where a curve ends, and what it is called.
struct Ending {
    double y;
    std::string name;
    Colour colour;
};

/// A place on a canvas in which values become positions. Drawing it draws its axes: a line
/// below, a horizontal grid, and the axes' names.
class Chart {
public:
    /// throws  std::domain_error  when an axis has no extent, or a log axis reaches 0
    Chart(Canvas& canvas, const Box& box, const Axis& x, const Axis& y);

    /// Where the values (x, y) stand, in pixels.
    Point at(double x, double y) const;

    /// A line through the values. Where one is not finite or leaves the y axis, the line
    /// stops and begins again after it.
    void curve(const std::vector<Point>& values, const LineStyle& style);
    void dot(Point value, Colour colour, double size = 1.1);

    /// A dashed line across the chart at a value of x, for what is compared with.
    void reference(double x, std::string_view label);

    /// Names curves at their right ends, parted where they crowd. The values are the y at
    /// which the curves end.
    void label_ends(std::vector<Ending> endings);

    /// A text beside a value; offset is in pixels.
    void label(Point value, Point offset, std::string_view text,
               const TextStyle& style = {});

private:
    void draw_axes() const;

    Canvas& canvas_;
    Box box_;
    Axis x_, y_;
};

/// A bar: how long, what it is called, and the number at its end: value with so many
/// decimals, or number where that says it better ("8.2e-40").
struct Bar {
    std::string name;
    double value;
    Colour colour;
    int decimals = 2;
    std::string number = {};
};

/// Horizontal bars; least and most are the values at box's left and right edge. They start
/// at 0, wherever that is. Names stand left of the box, values in bold at the bars' ends.
///
/// throws  std::domain_error  when 0 is not from least to most, or a value is not
void draw_bars(Canvas& canvas, const Box& box, const std::vector<Bar>& bars, double least,
               double most);

}  // namespace attn::plots

/// What a figure is made of: shapes and texts at places measured in pixels.
///
/// Every position is worked out here, in C++, so that a figure depends on no program's
/// guess of how wide a text is. x grows to the right, y grows downwards, (0, 0) is the top
/// left.
#pragma once

#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "plots/style.hpp"

namespace attn::plots {

struct Point {
    double x = 0, y = 0;
};

struct Box {
    double left = 0, top = 0, width = 0, height = 0;

    double right() const { return left + width; }
    double bottom() const { return top + height; }
    Point centre() const { return {left + width / 2, top + height / 2}; }
};

enum class Align { left, centre, right };

struct TextStyle {
    Colour colour = ink;
    double size = text_size;
    Align align = Align::left;
    bool bold = false;
    bool upright = false;  // reads from below to above
};

struct LineStyle {
    Colour colour = ink;
    double width = 3;
    bool dashed = false;
    bool flat_ends = false;  // cut off square, in all of the figure's lines: cells of a map
};

struct Rectangle {
    Box box;
    Colour fill;
};

struct Outline {
    Box box;
    Colour colour;
    double width;
};

/// A box in which there is nothing: masked, or not a number.
struct Hatch {
    Box box;
};

/// A line through all the points, or a closed shape's border if first and last are the
/// same.
struct Path {
    std::vector<Point> points;
    LineStyle style;
};

struct Arrow {
    Point from, to;
    Colour colour;
    double width = 3;
};

struct Dot {
    Point at;
    Colour colour;
    double size = 1.1;  // 1.1 for a dot that stands alone, 0.6 for one of many on a line
};

/// A text whose middle line is at the point. Whatever it holds is drawn as it is.
struct Text {
    Point at;
    std::string text;
    TextStyle style;
};

using Shape = std::variant<Rectangle, Outline, Hatch, Path, Arrow, Dot, Text>;

/// The shapes of a figure. A later shape covers an earlier one; texts are above everything.
struct Canvas {
    std::vector<Shape> shapes;

    void add(Shape shape);

    /// Nothing for an empty text.
    void text(Point at, std::string_view text, const TextStyle& style = {});
    void line(Point from, Point to, const LineStyle& style);
};

/// text with a minus sign U+2212 in place of a hyphen at its front.
std::string with_real_minus(const std::string& text);

/// value as a label: "1.05", "−1.32" with a real minus sign, never "-0.00".
std::string label_text(double value, int decimals);

/// value as a label of at most four digits that count: "0.8944", "−13", "1e+06".
std::string short_label(double value);

}  // namespace attn::plots

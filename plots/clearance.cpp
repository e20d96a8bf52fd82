#include "plots/clearance.hpp"

#include <algorithm>
#include <cmath>

#include "plots/text_width.hpp"

namespace attn::plots {
namespace {

double overlap(double a_first, double a_last, double b_first, double b_last) {
    return std::max(0.0, std::min(a_last, b_last) - std::max(a_first, b_first));
}

/// How much of a line is inside a box, in pixels: it is walked in steps of two.
double inside(const std::pair<Point, Point>& line, const Box& box) {
    const double dx = line.second.x - line.first.x, dy = line.second.y - line.first.y;
    const int steps = static_cast<int>(std::hypot(dx, dy) / 2) + 1;
    double sum = 0;
    for (int i = 0; i <= steps; ++i) {
        const double share = static_cast<double>(i) / steps;
        const double x = line.first.x + share * dx, y = line.first.y + share * dy;
        const bool is_inside =
            x > box.left && x < box.right() && y > box.top && y < box.bottom();
        if (is_inside) sum += 2;
    }
    return sum;
}

double outside_of_page(const Box& box, double width) {
    constexpr double edge = 8;
    return std::max(0.0, edge - box.left) + std::max(0.0, box.right() - (width - edge));
}

}  // namespace

double overlap(const Box& a, const Box& b) {
    return overlap(a.left, a.right(), b.left, b.right()) *
           overlap(a.top, a.bottom(), b.top, b.bottom());
}

Box box_of(const Text& text) {
    const double width = text_width(text.text, text.size, text.bold);
    const double height = text.size;
    if (text.upright) return {text.at.x - height / 2, text.at.y - width, height, width};
    const double left = text.align == Align::left     ? 0
                        : text.align == Align::centre ? width / 2
                                                      : width;
    return {text.at.x - left, text.at.y - height / 2, width, height};
}

double Clearance::cost(const Text& text) const {
    constexpr double beside = 5;  // words that nearly touch read as one
    Box box = box_of(text);
    double sum = 100 * outside_of_page(box, width_);
    box.left -= beside;
    box.width += 2 * beside;
    for (const Box& other : boxes_) sum += overlap(box, other);
    for (const auto& line : lines_) sum += 20 * inside(line, box);
    return sum;
}

Text Clearance::best(const std::vector<Text>& candidates) const {
    Text best = candidates.at(0);
    for (const Text& text : candidates) {
        if (cost(text) < cost(best)) best = text;
    }
    return best;
}

Text Clearance::moved(const Text& text, double farthest, const Point& direction) const {
    std::vector<Text> candidates{text};
    for (double step = 4; step <= farthest; step += 4) {
        for (const double shift : {-step, step}) {
            candidates.push_back(text);
            candidates.back().at.x += shift * direction.x;
            candidates.back().at.y += shift * direction.y;
        }
    }
    return best(candidates);
}

Text Clearance::beside(const Text& text) const {
    return moved(text, 64, {0, 1});
}

Text Clearance::aside(const Text& text) const {
    return moved(text, width_ / 2, {1, 0});
}

}  // namespace attn::plots

/// What words must keep clear of: other words, and lines.
#pragma once

#include <utility>
#include <vector>

#include "plots/layout.hpp"

namespace attn::plots {

/// The box that a text takes up.
Box box_of(const Text& text);

/// The area that two boxes share.
double overlap(const Box& a, const Box& b);

/// Finds room for words among those that have their place already.
class Clearance {
public:
    explicit Clearance(double width = page_width) : width_(width) {}

    void take(const Text& text) { boxes_.push_back(box_of(text)); }
    void take(const Point& from, const Point& to) { lines_.emplace_back(from, to); }

    /// How badly a text would stand: 0 when it touches nothing and is on the page.
    double cost(const Text& text) const;

    /// The best of the candidates, the first of equals.
    /// throws  std::out_of_range  when there are none
    Text best(const std::vector<Text>& candidates) const;

    /// The text, moved up or down by as little as it takes to touch no other text.
    Text beside(const Text& text) const;

    /// The same to the left or right.
    Text aside(const Text& text) const;

private:
    Text moved(const Text& text, double farthest, const Point& direction) const;

    double width_;  // of the page
    std::vector<Box> boxes_;
    std::vector<std::pair<Point, Point>> lines_;
};

}  // namespace attn::plots

#include "chapters/01_dot_product/01_dot_product.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "attn/vector.hpp"
#include "plots/labels.hpp"
#include "support/text/print.hpp"
#include "support/text/utf8.hpp"

namespace attn::chapters::ch01 {
namespace {

using namespace plots;
using enum Paint;

double radians(double degrees) {
    return degrees * std::numbers::pi / 180.0;
}

/// A point so far from the origin, in a direction in degrees.
Point polar(double degrees, double length = 1) {
    return {length * std::cos(radians(degrees)), length * std::sin(radians(degrees))};
}

Point sum(const Point& a, const Point& b) {
    return {a.x + b.x, a.y + b.y};
}

/// The angle between two directions, as a thin arc.
Line arc(double from, double to, double radius) {
    Line line{.points = {}, .paint = axis, .weight = Weight::hair};
    for (int i = 0; i <= 24; ++i) {
        line.points.push_back(polar(from + (to - from) * i / 24, radius));
    }
    return line;
}

std::string degrees_text(double degrees) {
    return cut_to_width(exact_text(degrees), 8) + "°";
}

/// The angle that two arrows open, whichever way round one was turned.
double opening(double degrees) {
    return std::min(degrees, 360 - degrees);
}

/// The cosine of an angle in degrees, with four decimals at most.
std::string cosine_label(double degrees) {
    return short_label(std::round(1e4 * std::cos(radians(degrees))) / 1e4);
}

/// An arrow a, and an arrow b that is turned from it.
Plot turned_arrow(double degrees, Paint paint = muted) {
    constexpr double tilt = 25;  // degrees: on a slope, neighbouring pictures keep apart
    const Point aside = opening(degrees) < 12 ? polar(tilt - 90, 0.3) : Point{};
    Plot plot{.x = {.first = -1.1, .last = 1.1},
              .y = {.first = -1.5, .last = 1.1},
              .plane = true};
    plot.marks = {
        arc(tilt, tilt + degrees, 0.4), Arrow{{}, polar(tilt), blue, "a"},
        Arrow{aside, sum(aside, polar(tilt + degrees)), rust, "b"},
        Note{{0, -1}, degrees_text(degrees), Side::below, paint},
        Note{{0, -1.45}, "a · b = " + cosine_label(degrees), Side::below, ink, true}};
    return plot;
}

/// Beside the reader's point of the cosine, but not on the curve or on other words.
Note own_note(double degrees) {
    const Point own{degrees, std::cos(radians(degrees))};
    Note note{own, degrees_text(degrees) + ": " + cosine_label(degrees), Side::right, rust,
              true};
    if (degrees < 25) {
        note.at = {75, 1.17};  // after "same direction"
    } else if (std::abs(degrees - 180) < 40) {
        note.at = {180, -1};
        note.side = Side::above;
    } else if (degrees > 180) {
        note.side = degrees > 340 ? Side::above : Side::left;
    }
    return note;
}

/// "am · a =\n1·0 + 2·(−1) + 0·2\n= −2"
std::string dot_in_words(const std::string& name, std::span<const double> a,
                         std::span<const double> b, int decimals) {
    const auto factor = [&](double value) {
        const std::string label = number_label(value, decimals);
        return value < 0 ? "(" + label + ")" : label;
    };
    std::string sum;
    for (std::size_t i = 0; i < a.size(); ++i) {
        sum += (i == 0 ? "" : " + ") + factor(a[i]) + "·" + factor(b[i]);
    }
    return name + " =\n" + sum + "\n= " + number_label(dot(a, b), decimals);
}

}  // namespace

Figure product_figure(const Texts& tokens, const Texts& features, const Matrix& x,
                      std::size_t row, std::size_t column) {
    const Matrix upright = transpose(x), scores = matmul(x, upright);
    const double largest = max_abs_difference(scores, Matrix(scores.rows(), scores.cols()));
    const int decimals = decimals_for(x);
    const Cells look = signed_to(std::max(1.0, std::ceil(largest)), decimals);
    const Plot left = table("X", x, tokens, features, look).framed({row, 0, 1, x.cols()});
    const Plot above =
        table("Xᵀ", upright, features, tokens, look).framed({0, column, x.cols(), 1});
    return {"01_product",
            "Every cell is the dot product of its row and its column",
            "Framed: a row of X, a column of Xᵀ, and their cell in the product X Xᵀ.",
            {{Words{dot_in_words(tokens[row] + " · " + tokens[column], x.row(row),
                                 x.row(column), decimals)},
              above},
             {left, table("X Xᵀ", scores, tokens, tokens, look)
                        .framed({row, column})
                        .made_by({"product", "X", "Xᵀ"})}}};
}

namespace {

/// Two arrows, a in the figure's direction, and what b throws on a.
struct Shadow {
    double length, shadow, height;  // of a; of b, along a and across it
    double slope, side;             // a's direction; -1 where b lies on a's right

    /// The point so far along a, and so far across it on b's side.
    Point place(double along, double across) const {
        return {along * std::cos(slope) - side * across * std::sin(slope),
                along * std::sin(slope) + side * across * std::cos(slope)};
    }

    /// The side of a that b is not on.
    Side away() const {
        const double right = side * std::sin(slope), below = side * std::cos(slope);
        if (std::abs(right) < 0.3) return below > 0 ? Side::below : Side::above;
        return right > 0 ? Side::right : Side::left;
    }

    /// The side of the light that b's arrow is not on.
    Side ahead() const {
        const double way = shadow < 0 ? -1 : 1;
        const double right = way * std::cos(slope), above = way * std::sin(slope);
        if (std::abs(right) < 0.3) return above > 0 ? Side::above : Side::below;
        return right > 0 ? Side::right : Side::left;
    }
};

Shadow shadow_of(std::span<const double> a, std::span<const double> b) {
    const bool is_flat = a.size() == 2;
    return {.length = norm(a),
            .shadow = norm(b) * cosine(a, b),
            .height = norm(b) * std::sin(angle(a, b)),
            .slope = is_flat ? std::atan2(a[1], a[0]) : 0.35,
            .side = is_flat && a[0] * b[1] < a[1] * b[0] ? -1.0 : 1.0};
}

Plot arrows_and_shadow(const Shadow& s, double extent, bool is_flat) {
    const double apart =
        s.height < 0.03 * extent ? 0.05 * extent : 0;  // b does not cover a
    const double aside = -0.03 * extent;  // so that a does not cover the shadow
    const double corner = std::min({0.06 * extent, s.height / 2, std::abs(s.shadow) / 2});
    const double inwards = s.shadow < 0 ? corner : -corner;
    Plot plane{.plane = true};
    plane.marks = {
        Line{.points = {s.place(0, aside), s.place(s.shadow, aside)},
             .paint = teal,
             .name =
                 std::abs(s.shadow) < 0.1 * extent ? "" : "shadow " + short_label(s.shadow),
             .named_at = s.place(s.shadow / 2, aside),
             .side = s.away(),
             .weight = Weight::broad},
        Line{.points = {s.place(s.shadow, s.height + apart), s.place(s.shadow, 0)},
             .paint = axis,
             .name = s.height < 0.15 * extent ? "" : short_label(s.height),
             .named_at = s.place(s.shadow, s.height / 2 + apart),
             .side = s.ahead(),
             .weight = Weight::hair,
             .dashed = true},
        Line{.points = {s.place(s.shadow, corner), s.place(s.shadow + inwards, corner),
                        s.place(s.shadow + inwards, 0)},
             .paint = axis,
             .weight = Weight::hair},
        Arrow{.from = {},
              .to = s.place(s.length, 0),
              .paint = blue,
              .name = "a",
              .knob = is_flat ? "a" : ""},
        Arrow{.from = s.place(0, apart),
              .to = s.place(s.shadow, s.height + apart),
              .paint = rust,
              .name = "b",
              .knob = is_flat ? "b" : ""}};
    return plane;
}

}  // namespace

Figure shadow_figure(std::span<const double> a, std::span<const double> b) {
    const Shadow s = shadow_of(a, b);
    Plot lengths = bars("multiplied: a · b = " + short_label(dot(a, b)),
                        {"length of a", "shadow of b"},
                        {{s.length, s.shadow},
                         {blue, teal},
                         {short_label(s.length), short_label(s.shadow)}});
    return {"01_shadow",
            "a · b is a’s length times b’s shadow on a",
            "Light falls at right angles to a. A shadow that falls backwards is negative.",
            {{arrows_and_shadow(s, std::max(s.length, norm(b)), a.size() == 2), lengths}}};
}

Figure arrows_figure(double degrees) {
    return {"01_arrows",
            "The more two arrows agree, the larger a · b",
            "Both arrows have length 1; only the angle between them changes.",
            {{turned_arrow(0), turned_arrow(90), turned_arrow(180),
              turned_arrow(degrees, rust)}}};
}

Figure cosine_figure(double degrees) {
    const auto at = [](double theta) { return Point{theta, std::cos(radians(theta))}; };
    Line curve;
    for (int theta = 0; theta <= 360; theta += 3) curve.points.push_back(at(theta));
    Plot plot{
        .x = {.name = "angle θ",
              .ticks = {{0, "0"}, {90, "π/2"}, {180, "π"}, {270, "3π/2"}, {360, "2π"}}},
        .y = {.name = "cos θ",
              .first = -1.2,
              .last = 1.2,
              .ticks = {{1, "1"}, {0, "0"}, {-1, "−1"}}},
        .height = 1.1};
    plot.marks = {curve,
                  Dots{{at(0), at(90), at(180), at(270)}},
                  Dots{{at(degrees)}, rust},
                  Note{at(0), "same direction", Side::above},
                  Note{at(90), "perpendicular", Side::right},
                  Note{at(180), "opposite", Side::above},
                  Note{at(270), "perpendicular", Side::left},
                  own_note(degrees)};
    return {"01_cosine",
            "cos θ is 1, 0, −1 and 0 at the four quarter turns",
            "a · b = length × length × cos θ: this curve is the direction’s part.",
            {{plot}}};
}

Figure length_figure(const NamedVector& a, const NamedVector& short_one,
                     const NamedVector& long_one) {
    const auto tip = [](const NamedVector& v) { return Point{v.values[0], v.values[1]}; };
    const auto direction = [&](const NamedVector& v) {
        return std::atan2(tip(v).y, tip(v).x) * 180.0 / std::numbers::pi;
    };
    Plot plane{.plane = true};
    plane.marks = {arc(direction(a), direction(long_one), 0.2 * norm(a.values)),
                   Arrow{{}, tip(a), blue, a.name},
                   Arrow{{}, tip(short_one), teal, short_one.name},
                   Arrow{{}, tip(long_one), rust, long_one.name}};

    Bars dots{{}, {teal, rust}}, cosines = dots;
    for (const NamedVector* b : {&short_one, &long_one}) {
        dots.values.push_back(dot(a.values, b->values));
        cosines.values.push_back(cosine(a.values, b->values));
    }
    const double lead = dots.values[1] - dots.values[0];
    const std::string wins = lead > 0 ? "wins" : lead < 0 ? "loses" : "draws on";
    const Texts names{short_one.name, long_one.name};
    return {"01_length",
            "The longer arrow " + wins + " a · b and loses cos θ",
            "“" + short_one.name + "” points where a points, “" + long_one.name +
                "” is longer.",
            {{plane, Stack{{bars("dot product a · b", names, dots),
                            bars("cosine of the angle", names, cosines, 1)}}}}};
}

}  // namespace attn::chapters::ch01

#include "chapters/01_dot_product/01_dot_product.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "attn/vector.hpp"
#include "chapters/printing/show.hpp"
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

/// "it · animal =\n2·3 + 0·0 + 1·1\n= 7"
std::string dot_in_words(const Matrix& x, const Pair& pair) {
    const auto factor = [](double value) {
        return value < 0 ? "(" + short_label(value) + ")" : short_label(value);
    };
    std::string sum;
    for (std::size_t c = 0; c < x.cols(); ++c) {
        sum += (c == 0 ? "" : " + ") + factor(x(pair.i, c)) + "·" + factor(x(pair.j, c));
    }
    return words[pair.i] + " · " + words[pair.j] + " =\n" + sum +
           "\n= " + short_label(dot(x.row(pair.i), x.row(pair.j)));
}

double largest_size(std::span<const double> numbers) {
    double largest = 0;
    for (const double number : numbers) largest = std::max(largest, std::abs(number));
    return largest;
}

}  // namespace

Numbers products_of(const Matrix& x, const Pair& pair) {
    Numbers products;
    for (std::size_t c = 0; c < x.cols(); ++c) {
        products.push_back(x(pair.i, c) * x(pair.j, c));
    }
    return products;
}

Figure words_figure(const Matrix& x) {
    constexpr std::size_t lives = 0, does = 2;
    constexpr std::array paints{rust, plum, ink, blue, teal};
    double reach = 3;
    for (const std::size_t i : animal_sentence::all_but_the_street) {
        reach = std::max({reach, std::abs(x(i, lives)), std::abs(x(i, does))});
    }
    Plot plane{.height = 1.1, .plane = true};
    plane.marks = {Line{.points = {{-0.5 * reach, 0}, {1.2 * reach, 0}},
                        .paint = grid,
                        .weight = Weight::thin},
                   Line{.points = {{0, -0.5 * reach}, {0, 0.8 * reach}},
                        .paint = grid,
                        .weight = Weight::thin},
                   Note{{1.2 * reach, 0}, "lives", Side::below, muted},
                   Note{{0, 0.8 * reach}, "does something", Side::above, muted}};
    if (reach <= 6) {  // else they would crowd
        for (const double at : {1, 2, 3})
            plane.marks.push_back(Note{{at, 0}, short_label(at), Side::below, muted});
        for (const double at : {1, 2})
            plane.marks.push_back(Note{{0, at}, short_label(at), Side::left, muted});
    }
    for (const std::size_t i : animal_sentence::all_but_the_street) {
        const Point tip{x(i, lives), x(i, does)};
        if (tip.x == 0 && tip.y == 0) {
            plane.marks.push_back(
                Dots{.points = {tip}, .paint = paints[i], .name = words[i]});
        } else {
            plane.marks.push_back(Arrow{{}, tip, paints[i], words[i]});
        }
    }
    return {"01_words",
            x == five_words ? "“it” and “animal” point nearly the same way"
                            : "Four of the words, drawn as arrows",
            "To the right: lives. Up: does something. A place would come out of the page.",
            {{plane}}};
}

Figure votes_figure(const Matrix& x, const std::vector<Pair>& pairs) {
    double most = 0;
    for (const Pair& pair : pairs)
        most = std::max(most, largest_size(products_of(x, pair)));
    Row row;
    for (const Pair& pair : pairs) {
        const Numbers products = products_of(x, pair);
        Bars votes{products, {}, {}};
        for (const double product : products) {
            votes.paints.push_back(product < 0 ? rust : teal);
            votes.numbers.push_back(short_label(product));
        }
        Plot plot = bars(words[pair.i] + " · " + words[pair.j], columns, votes, most);
        plot.x.first = -most / 2;
        plot.below = "sum " + short_label(dot(x.row(pair.i), x.row(pair.j)));
        row.push_back(plot);
    }
    return {"01_votes",
            "In “cross · tired” two votes cancel",
            "Each bar is a product, a vote for or against. The sum is the dot product.",
            {row}};
}

Figure product_figure(const Matrix& x, std::size_t row, std::size_t column) {
    const Matrix upright = transpose(x), scores = matmul(x, upright);
    const bool is_whole = std::ranges::all_of(
        x.values(), [](double value) { return value == std::floor(value); });
    const Cells look =
        signed_to(std::max(1.0, largest_size(scores.values())), is_whole ? 0 : 2);
    const Plot left = table("X", x, words, columns, look).framed({row, 0, 1, x.cols()});
    const Plot above =
        table("Xᵀ", upright, columns, words, look).framed({0, column, x.cols(), 1});
    return {"01_product",
            "Every cell is the dot product of its row and its column",
            "Framed: a row of X, a column of Xᵀ, and their cell in the product X Xᵀ.",
            {{Words{dot_in_words(x, {row, column})}, above},
             {left, table("X Xᵀ", scores, words, words, look)
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

/// The side of the line between two tips that the origin is not on.
Side outwards(const Point& a, const Point& b) {
    const double turn = a.x * b.y > a.y * b.x ? 1 : -1;
    const double right = turn * (b.y - a.y), above = turn * (a.x - b.x);
    if (std::abs(right) > std::abs(above)) return right > 0 ? Side::right : Side::left;
    return above > 0 ? Side::above : Side::below;
}

Plot arrows_and_shadow(const Shadow& s, double extent, bool is_flat) {
    const double apart =
        s.height < 0.03 * extent ? 0.05 * extent : 0;  // b does not cover a
    const double aside = -0.03 * extent;  // so that a does not cover the shadow
    const double corner = std::min({0.06 * extent, s.height / 2, std::abs(s.shadow) / 2});
    const double inwards = s.shadow < 0 ? corner : -corner;
    const Point tip_of_a = s.place(s.length, 0),
                tip_of_b = s.place(s.shadow, s.height + apart);
    Plot plane{.plane = true};
    plane.marks = {
        Line{.points = {s.place(0, aside), s.place(s.shadow, aside)},
             .paint = teal,
             .name =
                 std::abs(s.shadow) < 0.1 * extent ? "" : "shadow " + short_label(s.shadow),
             .named_at = s.place(s.shadow / 2, aside),
             .side = s.away(),
             .weight = Weight::broad},
        Line{.points = {tip_of_b, s.place(s.shadow, 0)},
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
        Line{.points = {tip_of_b, tip_of_a},
             .paint = axis,
             .name = s.height < 0.15 * extent ? "" : "a − b",
             .named_at = s.place((s.length + s.shadow) / 2, (s.height + apart) / 2),
             .side = outwards(tip_of_a, tip_of_b),
             .weight = Weight::hair},
        Arrow{.from = {},
              .to = tip_of_a,
              .paint = blue,
              .name = "a",
              .knob = is_flat ? "a" : ""},
        Arrow{.from = s.place(0, apart),
              .to = tip_of_b,
              .paint = rust,
              .name = "b",
              .knob = is_flat ? "b" : ""}};
    return plane;
}

}  // namespace

Figure shadow_figure(std::span<const double> a, std::span<const double> b) {
    const Shadow given = shadow_of(a, b);
    Shadow laid = given;
    laid.slope = 0;
    const double extent = std::max(norm(a), norm(b));
    Plot flat = arrows_and_shadow(laid, extent, false);
    Plot turned = arrows_and_shadow(given, extent, a.size() == 2);
    const std::string product = " = " + short_label(dot(a, b));
    flat.name = short_label(given.length) + " · " + short_label(given.shadow) + product;
    turned.name = vector_text(a) + " · " + vector_text(b) + product;
    // Both on one scale, with room for the shadow's bar.
    const double room = 0.08 * extent;
    double left = 0, right = 0, low = 0, high = 0;
    for (const Shadow& s : {laid, given}) {
        for (const Point& end :
             {s.place(s.length, 0), s.place(s.shadow, 0), s.place(s.shadow, s.height)}) {
            left = std::min(left, end.x), right = std::max(right, end.x);
            low = std::min(low, end.y), high = std::max(high, end.y);
        }
    }
    for (Plot* plot : {&flat, &turned}) {
        plot->x.first = left - room, plot->x.last = right + room;
        plot->y.first = low - room, plot->y.last = high + room;
    }
    return {
        "01_shadow",
        "a · b is a’s length times b’s shadow on a",
        "Left: a lies on the ground, and light falls from above. Right: the same arrows, turned.",
        {{flat, turned}}};
}

Figure arrows_figure(double degrees) {
    return {"01_arrows",
            "The more two arrows agree, the larger a · b",
            "Both arrows have length 1; only the angle between them changes.",
            {{turned_arrow(0), turned_arrow(degrees, rust), turned_arrow(90),
              turned_arrow(180)}}};
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

Figure length_figure(const Matrix& x, std::size_t word) {
    Bars dots{{}, {rust}, {}}, cosines{{}, {teal}};
    for (std::size_t j = 0; j < words.size(); ++j) {
        dots.values.push_back(dot(x.row(word), x.row(j)));
        dots.numbers.push_back(short_label(dots.values.back()));
        cosines.values.push_back(cosine(x.row(word), x.row(j)));
    }
    return {"01_length",
            x == five_words ? "By a · b, “animal” is more like “it” than “it” is"
                            : "Who is like “it”, by a · b and by cosine",
            "“it” with each word. The cosine has both lengths divided out.",
            {{bars("dot product a · b", words, dots),
              bars("cosine of the angle", words, cosines, 1)}}};
}

}  // namespace attn::chapters::ch01

#include "chapters/01_dot_product/figures.hpp"
#include "attn/text/print.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "attn/text/utf8.hpp"
#include "attn/vector.hpp"
#include "plots/chart.hpp"
#include "plots/heat_map.hpp"

namespace attn::chapters {
namespace {

using namespace plots;

constexpr double pi = std::numbers::pi;

/// Arrows start at an origin; one unit is so many pixels; y grows upwards, as on paper.
struct Plane {
    Point origin;
    double unit;

    Point at(Point p) const { return {origin.x + unit * p.x, origin.y - unit * p.y}; }
};

/// The plane whose unit is as large as it can be for all points, and the origin, to fit
/// box.
Plane fit(const Box& box, const std::vector<Point>& points) {
    Point low, high;
    for (const Point& p : points) {
        low = {std::min(low.x, p.x), std::min(low.y, p.y)};
        high = {std::max(high.x, p.x), std::max(high.y, p.y)};
    }
    const double unit = std::min(box.width / std::max(high.x - low.x, 1e-300),
                                 box.height / std::max(high.y - low.y, 1e-300));
    const Point middle{(low.x + high.x) / 2, (low.y + high.y) / 2};
    return {{box.centre().x - unit * middle.x, box.centre().y + unit * middle.y}, unit};
}

Point moved(Point p, Point by) {
    return {p.x + by.x, p.y + by.y};
}

/// So many pixels further out than an arrow's tip.
Point beyond(const Plane& plane, Point tip, double distance) {
    const Point end = plane.at(tip);
    const Point way{end.x - plane.origin.x, end.y - plane.origin.y};
    const double length = std::hypot(way.x, way.y);
    if (length == 0.0) return moved(end, {0, -distance});
    const double share = distance / length;
    return moved(end, {way.x * share, way.y * share});
}

TextStyle name_style(Colour colour, Align align) {
    return {.colour = colour, .size = token_size, .align = align, .bold = true};
}

void draw_arrow(Canvas& canvas, const Plane& plane, Point tip, const std::string& name,
                Colour colour) {
    canvas.add(Arrow{plane.origin, plane.at(tip), colour});
    canvas.text(beyond(plane, tip, 17), name, name_style(colour, Align::centre));
}

/// An arrow with its name below the tip, where another arrow of the same direction goes on.
void draw_arrow_named_below(Canvas& canvas, const Plane& plane, Point tip,
                            const std::string& name, Colour colour) {
    canvas.add(Arrow{plane.origin, plane.at(tip), colour});
    canvas.text(moved(plane.at(tip), {6, 22}), name, name_style(colour, Align::left));
}

/// The angle from one direction to another, as a thin arc.
void draw_arc(Canvas& canvas, Point origin, double radius, double from, double to) {
    Path arc{{}, {.colour = axis, .width = 1.2}};
    for (int i = 0; i <= 24; ++i) {
        const double theta = (from + (to - from) * i / 24.0) * pi / 180.0;
        arc.points.push_back(
            moved(origin, {radius * std::cos(theta), -radius * std::sin(theta)}));
    }
    canvas.add(std::move(arc));
}

TextStyle own_style(Align align) {
    return {.colour = rust, .align = align, .bold = true};
}

Point turned(double degrees, double length) {
    const double theta = degrees * pi / 180.0;
    return {length * std::cos(theta), length * std::sin(theta)};
}

std::string degrees_text(double degrees) {
    return cut_to_width(exact_text(degrees), 8) + "°";
}

}  // namespace

Figure similarity_figure(const std::vector<std::string>& words, const Matrix& scores,
                         std::size_t row, std::size_t column) {
    double largest = 1;
    for (std::size_t i = 0; i < scores.rows(); ++i) {
        for (const double score : scores.row(i))
            largest = std::max(largest, std::abs(score));
    }
    const Figure figure{
        .name = "01_similarity",
        .title = "One cell is one dot product: " + words[row] + " · " + words[column] +
                 " = " + label_text(scores(row, column), 0),
        .subtitle = "Every word against every word: 16 cells, one product X Xᵀ."};
    return heat_map_figure(figure, {.values = scores,
                                    .row_labels = words,
                                    .column_labels = words,
                                    .row_axis = "this word ↓",
                                    .column_axis = "with this word →",
                                    .palette = Palette::diverging,
                                    .limit = std::ceil(largest),
                                    .decimals = 0,
                                    .evidence = Cell{row, column}});
}

Figure shadow_figure(std::span<const double> a, std::span<const double> b) {
    const double length = norm(a);
    const double shadow = norm(b) * cosine(a, b);
    const double height = norm(b) * std::sin(angle(a, b));
    const bool flat = a.size() == 2;
    const double slope = flat ? std::atan2(a[1], a[0]) : 0.35;
    const double side = flat && a[0] * b[1] < a[1] * b[0] ? -1 : 1;  // b left or right of a
    const auto place = [&](double along, double across) {
        return Point{along * std::cos(slope) - across * std::sin(slope),
                     along * std::sin(slope) + across * std::cos(slope)};
    };
    const Point a_tip = place(length, 0);
    const Point b_tip = place(shadow, side * height);
    const Point foot = place(shadow, 0);

    Figure figure{
        .name = "01_shadow",
        .title = "a · b is a’s length times b’s shadow on a",
        .subtitle = "Light falls at right angles to a. A shadow backwards is negative.",
        .height = 460};
    Canvas& canvas = figure.canvas;
    const Plane plane = fit({60, 130, 340, 290}, {a_tip, b_tip, foot});
    const Point away{std::sin(slope) * side, std::cos(slope) * side};  // from b, in pixels
    const bool parallel = height * plane.unit < 12;
    const Point apart = parallel ? Point{-14 * away.x, -14 * away.y} : Point{};
    const Plane beside{moved(plane.origin, apart), plane.unit};
    canvas.line(plane.origin, plane.at(foot), {.colour = teal, .width = 11});
    canvas.line(beside.at(b_tip), plane.at(foot),
                {.colour = axis, .width = 1.6, .dashed = true});
    canvas.add(Arrow{plane.origin, plane.at(a_tip), blue});
    canvas.text(moved(plane.at(a_tip), {20 * away.x, 20 * away.y}), "a",
                name_style(blue, Align::centre));
    draw_arrow(canvas, beside, b_tip, "b", rust);
    if (std::abs(shadow) * plane.unit > 60) {
        canvas.text(moved(plane.at(place(shadow * (shadow > length ? 0.8 : 0.5), 0)),
                          {28 * away.x, 28 * away.y}),
                    "shadow", name_style(teal, away.x >= 0 ? Align::left : Align::right));
    }

    const std::vector<Text> lines{
        {{}, "length of a", {.colour = blue}},
        {{}, short_label(length), {.colour = blue, .size = title_size, .bold = true}},
        {{}, "shadow of b", {.colour = teal}},
        {{}, short_label(shadow), {.colour = teal, .size = title_size, .bold = true}},
        {{}, "multiplied: a · b", {.colour = ink}},
        {{}, short_label(dot(a, b)), {.size = title_size, .bold = true}}};
    double y = 158;
    for (const Text& line : lines) {
        canvas.text({490, y}, line.text, line.style);
        y += line.style.bold ? 58 : 28;
    }
    figure.table = {{"a_length", "b_shadow", "a_dot_b"},
                    {{exact_text(length), exact_text(shadow), exact_text(dot(a, b))}}};
    return figure;
}

Figure arrows_figure(double degrees) {
    constexpr double tilt = 25;  // degrees: on a slope, neighbouring pictures keep apart
    const auto opening = [](double theta) { return theta > 180 ? 360 - theta : theta; };
    std::vector<double> angles{0, 90, 180};
    if (std::fmod(degrees, 90) != 0) angles.push_back(degrees);
    std::sort(angles.begin(), angles.end(),
              [&](double a, double b) { return opening(a) < opening(b); });

    Figure figure{
        .name = "01_arrows",
        .title = "The more two arrows agree, the larger q · k",
        .subtitle = "Both arrows have length 1; only the angle between them changes.",
        .height = 368,
        .table = {{"degrees", "q_dot_k"}, {}}};
    Canvas& canvas = figure.canvas;
    const double step = (figure_width - 2 * margin) / static_cast<double>(angles.size());
    double middle = margin + step / 2;
    for (const double theta : angles) {
        const double product = std::cos(theta * pi / 180.0);
        const Plane plane{{middle, 200}, 60};
        const bool k_would_cover_q = opening(theta) < 12;
        const Plane beside{moved(plane.origin, k_would_cover_q ? Point{9, 21} : Point{}),
                           plane.unit};
        draw_arc(canvas, plane.origin, 24, tilt, tilt + theta);
        draw_arrow(canvas, plane, turned(tilt, 1), "q", blue);
        draw_arrow(canvas, beside, turned(tilt + theta, 1), "k", rust);
        canvas.text({middle, 302}, degrees_text(theta),
                    {.colour = muted, .align = Align::centre});
        canvas.text({middle, 330}, "q · k = " + short_label(product),
                    {.align = Align::centre, .bold = true});
        figure.table.rows.push_back({exact_text(theta), exact_text(product)});
        middle += step;
    }
    return figure;
}

Figure cosine_figure(double degrees) {
    Figure figure{
        .name = "01_cosine",
        .title = "cos θ is 1, 0, −1 and 0 at the four quarter turns",
        .subtitle = "q · k = length × length × cos θ: this curve is the direction’s part.",
        .height = 486,
        .table = {{"degrees", "cos"}, {}}};
    Chart chart(figure.canvas, {76, 140, 608, 270},
                {0,
                 360,
                 {{0, "0"}, {90, "π/2"}, {180, "π"}, {270, "3π/2"}, {360, "2π"}},
                 "angle θ"},
                {-1.2, 1.2, {{1, "1"}, {0, "0"}, {-1, "−1"}}, "cos θ"});
    std::vector<Point> curve;
    for (int theta = 0; theta <= 360; theta += 3) {
        const double cosine = std::cos(theta * pi / 180.0);
        curve.push_back({static_cast<double>(theta), cosine});
        figure.table.rows.push_back({exact_text(theta), exact_text(cosine)});
    }
    chart.curve(curve, {});
    for (const double theta : {0.0, 90.0, 180.0, 270.0}) {
        chart.dot({theta, std::cos(theta * pi / 180.0)}, ink);
    }
    chart.label({0, 1}, {16, -14}, "same direction");
    chart.label({90, 0}, {16, -14}, "perpendicular");
    chart.label({180, -1}, {0, -22}, "opposite", {.align = Align::centre});
    chart.label({270, 0}, {-16, -14}, "perpendicular", {.align = Align::right});

    const Point own{degrees, std::cos(degrees * pi / 180.0)};
    chart.dot(own, rust);
    const double from_quarter = std::abs(std::remainder(degrees, 90.0));
    const Point raised{0, from_quarter < 15 ? -38.0 : 0.0};  // above a label that is there
    const std::string text = degrees_text(degrees) + ": " + short_label(own.y);
    if (degrees < 40) {
        chart.label({0, 1}, {150, -14}, text, own_style(Align::left));
    } else if (std::abs(degrees - 180) < 20) {
        chart.label({180, -1}, {0, -50}, text, own_style(Align::centre));
    } else if (degrees < 180) {
        chart.label(own, moved({18, -10}, raised), text, own_style(Align::left));
    } else {
        chart.label(own, moved({-18, -10}, raised), text, own_style(Align::right));
    }
    return figure;
}

Figure length_figure(const NamedVector& query, const NamedVector& near,
                     const NamedVector& far) {
    const double lead = dot(query.values, far.values) - dot(query.values, near.values);
    const std::string wins = lead > 0 ? "wins" : lead < 0 ? "loses" : "draws on";
    Figure figure{.name = "01_length",
                  .title = "The longer key " + wins + " q · k and loses cos θ",
                  .subtitle = "“" + near.name + "” points where the query points, “" +
                              far.name + "” is longer.",
                  .height = 460,
                  .table = {{"key", "dot", "cosine"}, {}}};
    Canvas& canvas = figure.canvas;
    const auto tip = [](const NamedVector& v) { return Point{v.values[0], v.values[1]}; };
    const auto direction = [&](const NamedVector& v) {
        return std::atan2(tip(v).y, tip(v).x) * 180.0 / pi;
    };
    const Plane plane = fit({60, 140, 230, 270}, {tip(query), tip(near), tip(far)});
    draw_arc(canvas, plane.origin, 46, direction(query), direction(far));
    draw_arrow_named_below(canvas, plane, tip(query), query.name, blue);
    draw_arrow_named_below(canvas, plane, tip(near), near.name, teal);
    draw_arrow(canvas, plane, tip(far), far.name, rust);

    std::vector<Bar> dots, cosines;
    for (const auto& [key, colour] : {std::pair(&near, teal), std::pair(&far, rust)}) {
        dots.push_back({key->name, dot(query.values, key->values), colour});
        cosines.push_back({key->name, cosine(query.values, key->values), colour});
        figure.table.rows.push_back(
            {key->name, exact_text(dots.back().value), exact_text(cosines.back().value)});
    }
    canvas.text({400, 140}, "dot product q · k", {.bold = true});
    draw_bars(canvas, {450, 158, 170, 100}, dots, 0, 5);
    canvas.text({400, 300}, "cosine of the angle", {.bold = true});
    draw_bars(canvas, {450, 318, 170, 100}, cosines, 0, 1);
    return figure;
}

}  // namespace attn::chapters

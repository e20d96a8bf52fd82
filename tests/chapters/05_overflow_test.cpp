// Chapter 5's figures with a reader's own scores, the left edge that its text describes, and where
// e^x ends in each format.
#include "chapters/05_overflow/05_overflow.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <string>
#include <variant>
#include <vector>

#include "catch.hpp"
#include "plots/svg_text.hpp"

namespace attn::chapters::ch05 {

using Catch::Matchers::WithinAbs;

namespace {

using Vector = std::vector<double>;

const plots::Plot& only_plot(const plots::Figure& figure) {
    return std::get<plots::Plot>(figure.rows.at(0).at(0));
}

template <class Kind>
std::vector<Kind> marks_of(const plots::Plot& plot) {
    std::vector<Kind> found;
    for (const plots::Mark& mark : plot.marks) {
        if (const auto* one = std::get_if<Kind>(&mark)) found.push_back(*one);
    }
    return found;
}

/// The dots of the scores as given, then of those minus the largest.
std::vector<plots::Dots> dots_of(const plots::Figure& figure) {
    return marks_of<plots::Dots>(only_plot(figure));
}

}  // namespace

TEST_CASE("The arrows lead from each score to its new place", "[05_overflow]") {
    const plots::Figure figure = window_figure(Vector{98, 99, 100, 60, 5, -3});
    const std::vector<plots::Dots> dots = dots_of(figure);
    REQUIRE(dots.size() == 2);
    REQUIRE(dots[0].points.size() == 6);
    REQUIRE(dots[1].points.size() == 6);
    for (std::size_t i = 0; i < 6; ++i) {
        CHECK(dots[0].points[i].y == 0);
        CHECK(dots[1].points[i].y == 1);
        CHECK_THAT(dots[1].points[i].x, WithinAbs(dots[0].points[i].x - 100, 1e-9));
    }
    const auto arrows = marks_of<plots::Arrow>(only_plot(figure));
    CHECK(arrows.size() == 6);
    for (const plots::Arrow& arrow : arrows) {
        CHECK_THAT((arrow.to.x - arrow.from.x) / (arrow.to.y - arrow.from.y),
                   WithinAbs(-100, 1e-9));
    }
}

TEST_CASE("The window ends where float32 does, and says so", "[05_overflow]") {
    for (const Vector& scores : {Vector{99, 9}, {700, 712, 3}, {-1e6, 1e6}}) {
        const plots::Figure figure = window_figure(scores);
        const auto ends = marks_of<plots::Rule>(only_plot(figure));
        REQUIRE(ends.size() == 2);
        CHECK_THAT(ends[0].x, WithinAbs(-103.97, 0.005));
        CHECK_THAT(ends[1].x, WithinAbs(88.72, 0.005));
        CHECK(ends[0].text == "e^x = 0 below −103.97");
        CHECK(ends[1].text == "e^x = inf above 88.72");
        const auto gaps = marks_of<plots::Gap>(only_plot(figure));
        REQUIRE(gaps.size() == 3);
        CHECK(gaps[1].from == ends[0].x);
        CHECK_THAT(gaps[1].to, WithinAbs(-87.34, 0.005));
        const std::string svg = plots::svg_text(figure);
        CHECK_THAT(svg, ContainsText("class=\"f-axis\" fill-opacity"));
        CHECK_THAT(svg, ContainsText("class=\"f-grid\" fill-opacity"));
    }
}

TEST_CASE("A sum of ones stops at 256 in bfloat16 and goes on in float32",
          "[05_overflow]") {
    const auto lines = marks_of<plots::Line>(only_plot(stall_figure()));
    REQUIRE(lines.size() == 2);
    for (const plots::Point& p : lines[0].points) CHECK(p.y == p.x);
    for (const plots::Point& p : lines[1].points) CHECK(p.y == std::min(p.x, 256.0));
}

TEST_CASE("The limits are logarithms, and the last score is the format's last that fits",
          "[05_overflow][S3-18][S3-22]") {
    for (const NumberFormat& format : number_formats) {
        INFO(format.name);
        const ExpLimits limits = exp_limits(format);
        const double largest = largest_finite(format);
        const double half_step = std::ldexp(0.5, -format.fraction_bits);
        // Halfway to the first number that is missing is largest * (1 + about half_step).
        const double halfway = half_step / (2 - 2 * half_step);
        CHECK_THAT(limits.passes_largest, WithinAbs(std::log(largest), 1e-12));
        CHECK_THAT(limits.rounds_to_infinity,
                   WithinAbs(std::log(largest) + std::log1p(halfway), 1e-12));
        CHECK_THAT(limits.passes_smallest,
                   WithinAbs(std::log(smallest_subnormal(format)), 1e-12));
        CHECK_THAT(limits.rounds_to_zero,
                   WithinAbs(std::log(smallest_subnormal(format)) - std::log(2.0), 1e-12));
        const double last = limits.last_score;
        const double next = last + unit_in_last_place(last, format);
        CHECK(rounded(last, format) == last);
        CHECK(std::isfinite(rounded(std::exp(last), format)));
        CHECK(std::isinf(rounded(std::exp(next), format)));
    }
    // Both are typed in the texts.
    CHECK_THAT(exp_limits(float16).passes_largest, WithinAbs(11.0899, 5e-5));
    CHECK_THAT(exp_limits(float64).rounds_to_zero, WithinAbs(-745.1332, 5e-5));
    CHECK_THROWS_AS(exp_limits({"wide", 15, 64}), std::domain_error);
}

TEST_CASE("The compiler's own exp has the same limits", "[05_overflow][S3-22]") {
    CHECK(std::isinf(std::exp(88.7229f)));
    CHECK(std::isfinite(std::exp(88.7228f)));
    CHECK(std::exp(-103.97f) > 0);
    CHECK(std::exp(-103.98f) == 0);
    CHECK(std::isinf(std::exp(709.7828)));
    CHECK(std::isfinite(std::exp(709.7827)));
    CHECK(std::exp(-745.13) > 0);
    CHECK(std::exp(-745.14) == 0);
}

TEST_CASE("e^768 is past even double, and e^27.71 past float16", "[05_overflow][S3-26]") {
    CHECK(std::isinf(std::exp(768.0)));
    CHECK(std::isinf(rounded(std::exp(std::sqrt(768.0)), float16)));
}

TEST_CASE("A format of eight bits has its limits, too", "[05_overflow]") {
    const ExpLimits limits = exp_limits({"float8", 5, 2});
    CHECK_THAT(limits.passes_largest, WithinAbs(10.9568, 5e-5));
    CHECK_THAT(limits.rounds_to_infinity, WithinAbs(11.0258, 5e-5));
}

}  // namespace attn::chapters::ch05

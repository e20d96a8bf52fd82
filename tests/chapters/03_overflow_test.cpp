// Chapter 3's figures with a reader's own scores, and the left edge that its text describes.
#include "chapters/03_overflow/figures.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <variant>
#include <vector>

#include "attn/text/utf8.hpp"
#include "catch.hpp"

using namespace attn;
using namespace attn::chapters;
using Catch::Matchers::WithinAbs;

namespace {

using Vector = std::vector<double>;

template <class Shape>
std::vector<Shape> shapes_of(const plots::Figure& figure) {
    std::vector<Shape> found;
    for (const plots::Shape& shape : figure.canvas.shapes) {
        if (const auto* one = std::get_if<Shape>(&shape)) found.push_back(*one);
    }
    return found;
}

}  // namespace

TEST_CASE("Every score has a dot, and only scores that stand apart an arrow",
          "[03_overflow]") {
    const plots::Figure pair = window_figure(Vector{99, 9});
    CHECK(shapes_of<plots::Arrow>(pair).size() == 2);
    CHECK(shapes_of<plots::Dot>(pair).size() == 4);
    CHECK(shapes_of<plots::Dot>(pair)[0].size == 1.1);

    Vector crowd;
    for (int score = 16; score >= 1; --score) crowd.push_back(score);
    const plots::Figure many = window_figure(crowd);
    CHECK(shapes_of<plots::Arrow>(many).size() == 2);
    CHECK(shapes_of<plots::Dot>(many).size() == 32);
    CHECK(shapes_of<plots::Dot>(many)[0].size < 1.1);
    CHECK(many.table.rows.size() == 16);

    CHECK(shapes_of<plots::Arrow>(window_figure(Vector{5})).size() == 1);
    CHECK(shapes_of<plots::Arrow>(window_figure(Vector{700, 712, 3})).size() == 2);
}

TEST_CASE("The arrows lead from the largest and the smallest score to their new places",
          "[03_overflow]") {
    const plots::Figure figure = window_figure(Vector{98, 99, 100, 60, 5, -3});
    const auto dots = shapes_of<plots::Dot>(figure);
    const auto arrows = shapes_of<plots::Arrow>(figure);
    REQUIRE(dots.size() == 12);
    CHECK_THAT(arrows.front().from.x, WithinAbs(dots[2].at.x, 1e-9));
    CHECK_THAT(arrows.back().from.x, WithinAbs(dots[5].at.x, 1e-9));
    for (const plots::Arrow& arrow : arrows) {
        const double way = dots[8].at.x - dots[2].at.x;  // of 100, and of every score
        CHECK_THAT((arrow.to.x - arrow.from.x) / 0.93, WithinAbs(way, 1e-9));
    }
}

TEST_CASE("At the left edge the naive share staggers as the text says", "[03_overflow]") {
    std::vector<double> steps;  // from the right to the left
    const plots::Figure figure = edges_figure();
    for (auto row = figure.table.rows.rbegin(); row != figure.table.rows.rend(); ++row) {
        if (std::stod((*row)[0]) > -102 || std::stod((*row)[0]) < -104) continue;
        const double share = std::stod((*row)[1]);
        if (std::isnan(share)) break;
        if (steps.empty() || steps.back() != share) steps.push_back(share);
    }
    const Vector expected{4.0 / 5, 3.0 / 4, 2.0 / 3, 1.0 / 2, 1};
    REQUIRE(steps.size() >= expected.size());
    for (std::size_t i = 0; i < expected.size(); ++i) {
        CHECK_THAT(steps[steps.size() - expected.size() + i], WithinAbs(expected[i], 1e-6));
    }
}

TEST_CASE("The formats' figure explains zeros where there is a column of them",
          "[03_overflow]") {
    const auto explains = [](const Vector& scores) {
        const plots::Figure figure = formats_figure(scores);
        CHECK(display_width(figure.subtitle) <= 72);
        return figure.subtitle.find("zeros") != std::string::npos;
    };
    CHECK_FALSE(explains({99, 9}));
    CHECK(explains({11, 10.9}));
}

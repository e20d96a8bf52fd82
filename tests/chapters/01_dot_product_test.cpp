// Chapter 1's figures with a reader's own arrows and angles.
#include "chapters/01_dot_product/01_dot_product.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <variant>
#include <vector>

#include "attn/vector.hpp"
#include "catch.hpp"
#include "plots/svg_text.hpp"

namespace attn::chapters::ch01 {

using Catch::Matchers::WithinAbs;

namespace {

using Vector = std::vector<double>;

template <class Kind>
std::vector<Kind> marks_of(const plots::Block& block) {
    std::vector<Kind> found;
    for (const plots::Mark& mark : std::get<plots::Plot>(block).marks) {
        if (const auto* one = std::get_if<Kind>(&mark)) found.push_back(*one);
    }
    return found;
}

double dot_of(const plots::Point& a, const plots::Point& b) {
    return a.x * b.x + a.y * b.y;
}

plots::Point way(const plots::Point& from, const plots::Point& to) {
    return {to.x - from.x, to.y - from.y};
}

}  // namespace

TEST_CASE("The shadow ends where light falls at right angles to a", "[01_dot_product]") {
    const std::vector<std::vector<Vector>> pairs{
        {{4, 3}, {1, 2}},       {{4, 3}, {-3, 1}},   {{-1, -1}, {1, 2}}, {{1, 0}, {1, 0}},
        {{1, 2, 3}, {3, 2, 1}}, {{1, 0}, {0, -1e6}}, {{1e-6}, {-1e6}}};
    for (const std::vector<Vector>& pair : pairs) {
        const plots::Figure figure = shadow_figure(pair[0], pair[1]);
        REQUIRE(figure.rows.at(0).size() == 2);  // a on the ground, and turned
        for (const plots::Block& block : figure.rows[0]) {
            const auto lines = marks_of<plots::Line>(block);
            const auto arrows = marks_of<plots::Arrow>(block);
            REQUIRE(lines.size() == 4);  // the shadow, the ray, the right angle, a - b
            REQUIRE(arrows.size() == 2);
            const double extent = std::max(norm(pair[0]), norm(pair[1]));
            const plots::Point a = arrows[0].to;
            const plots::Point ray = way(lines[1].points[0], lines[1].points[1]);
            const plots::Point shadow = way(lines[0].points[0], lines[0].points[1]);
            CHECK_THAT(dot_of(ray, a) / norm(pair[0]), WithinAbs(0, 1e-9 * extent));
            CHECK_THAT(dot_of(shadow, a),
                       WithinAbs(dot(pair[0], pair[1]), 1e-9 * extent * extent));
            const plots::Point third = way(lines[3].points[0], lines[3].points[1]);
            CHECK(third.x == a.x - arrows[1].to.x);
            CHECK(third.y == a.y - arrows[1].to.y);
        }
        CHECK_FALSE(plots::svg_text(figure).empty());
    }
}

TEST_CASE("At every angle a · b is the product of the arrows drawn", "[01_dot_product]") {
    for (int degrees = 0; degrees <= 360; ++degrees) {
        const plots::Figure figure = arrows_figure(degrees);
        REQUIRE(figure.rows.at(0).size() == 4);
        std::vector<double> products;
        for (const plots::Block& block : figure.rows[0]) {
            const auto arrows = marks_of<plots::Arrow>(block);
            const auto notes = marks_of<plots::Note>(block);
            REQUIRE(arrows.size() == 2);
            REQUIRE(notes.size() == 2);
            const double product = dot_of(arrows[0].to, way(arrows[1].from, arrows[1].to));
            products.push_back(product);
            const std::string number = notes[1].text.substr(notes[1].text.rfind(' ') + 1);
            const bool is_negative = number.starts_with("−");
            const double said =
                is_negative ? -std::stod(number.substr(3)) : std::stod(number);
            CHECK_THAT(said, WithinAbs(product, 0.00006));
        }
        // Three stand still, and yours is the second.
        CHECK_THAT(products[0], WithinAbs(1, 1e-9));
        CHECK_THAT(products[1],
                   WithinAbs(std::cos(degrees * std::numbers::pi / 180), 1e-9));
        CHECK_THAT(products[2], WithinAbs(0, 1e-9));
        CHECK_THAT(products[3], WithinAbs(-1, 1e-9));
        CHECK_FALSE(plots::svg_text(figure).empty());
        CHECK_FALSE(plots::svg_text(cosine_figure(degrees)).empty());
    }
}

TEST_CASE("The votes of a pair add up to its dot product", "[01_dot_product]") {
    const Matrix x{{2, -1, 0}, {1, 2, 0.5}, {0, -1, 2}, {2, 0, 1}, {-3, 1, 1}};
    for (std::size_t i = 0; i < x.rows(); ++i) {
        for (std::size_t j = 0; j < x.rows(); ++j) {
            const Numbers products = products_of(x, {i, j});
            CHECK(products[0] + products[1] + products[2] == dot(x.row(i), x.row(j)));
        }
    }
    // Against is drawn to the left and in another colour; cross and tired cancel.
    const auto bars =
        marks_of<plots::Bars>(votes_figure(five_words, {{1, 4}}).rows.at(0).at(0)).at(0);
    CHECK(bars.values == std::vector<double>{2, 0, -2});
    CHECK(bars.paints.at(0) != bars.paints.at(2));
}

TEST_CASE("animal is first by the dot product, it itself by the cosine, as the text says",
          "[01_dot_product]") {
    const plots::Figure figure = length_figure(five_words, 3);
    const auto by_dot = marks_of<plots::Bars>(figure.rows.at(0).at(0)).at(0).values;
    const auto by_cosine = marks_of<plots::Bars>(figure.rows.at(0).at(1)).at(0).values;
    CHECK(by_dot == std::vector<double>{7, 4, -2, 5, 3});
    CHECK(std::ranges::max_element(by_dot) == by_dot.begin());
    CHECK(std::ranges::max_element(by_cosine) == by_cosine.begin() + 3);
}

TEST_CASE("Every similarity has its cell, and the framed ones meet in it",
          "[01_dot_product][S0-07]") {
    const plots::Figure figure = product_figure(five_words, 3, 0);
    const auto cells_at = [&](std::size_t i, std::size_t j) {
        return marks_of<plots::Cells>(figure.rows.at(i).at(j)).at(0);
    };
    const auto frame_is = [](const plots::Cells& cells, std::size_t row, std::size_t column,
                             std::size_t n_rows, std::size_t n_columns) {
        return cells.frame && cells.frame->row == row && cells.frame->column == column &&
               cells.frame->rows == n_rows && cells.frame->columns == n_columns;
    };
    const Matrix scores{{10, 5, -3, 7, 5},  // by hand
                        {5, 6, 2, 4, 0},
                        {-3, 2, 10, -2, -2},
                        {7, 4, -2, 5, 3},
                        {5, 0, -2, 3, 5}};
    CHECK(cells_at(1, 1).values == scores);
    CHECK(frame_is(cells_at(1, 1), 3, 0, 1, 1));
    CHECK(frame_is(cells_at(1, 0), 3, 0, 1, 3));
    CHECK(frame_is(cells_at(0, 1), 0, 0, 3, 1));
    CHECK(cells_at(0, 1).values == transpose(cells_at(1, 0).values));
}

}  // namespace attn::chapters::ch01

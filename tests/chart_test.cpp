#include "plots/chart.hpp"

#include <cmath>
#include <limits>
#include <stdexcept>

#include "catch.hpp"
#include "plots/figure.hpp"

using namespace attn::plots;

TEST_CASE("A chart turns values into pixels, y upwards", "[plots]") {
    Canvas canvas;
    const Chart chart(canvas, {100, 50, 400, 200}, {0, 10}, {-1, 1});
    CHECK(chart.at(0, -1).x == 100);
    CHECK(chart.at(0, -1).y == 250);
    CHECK(chart.at(10, 1).x == 500);
    CHECK(chart.at(10, 1).y == 50);
    CHECK(chart.at(5, 0).x == 300);
    CHECK(chart.at(5, 0).y == 150);
}

TEST_CASE("A chart draws its axes, its curves and its labels", "[plots]") {
    Figure figure{.name = "00_chart", .title = "t", .subtitle = "s"};
    Chart chart(figure.canvas, {100, 50, 400, 200}, {0, 10, {{5, "five"}}, "across"},
                {-1, 1, {{0, "zero"}}, "up"});
    chart.curve({{0, 0}, {10, 1}}, {.colour = blue, .width = 3});
    chart.dot({5, 1}, rust);
    chart.label({5, 1}, {7, -3}, "peak");
    const std::string script = gnuplot_script(figure, "x.svg");
    CHECK_THAT(script, ContainsText("100 150 2903705\n500 50 2903705\n") &&
                           ContainsText("300 50 11615750\n") &&
                           ContainsText("307 47 1515564 \"peak\"\n"));
    CHECK_THAT(script, ContainsText("\"five\"") && ContainsText("\"zero\"") &&
                           ContainsText("\"across\"") && ContainsText("\"up\""));
}

TEST_CASE("A chart needs axes with an extent", "[plots]") {
    Canvas canvas;
    CHECK_THROWS_WITH(Chart(canvas, {0, 0, 9, 9}, {1, 1, {}, "angle"}, {0, 1}),
                      "Chart: the axis 'angle' must lead from one finite value to another");
    CHECK_THROWS_AS(Chart(canvas, {0, 0, 9, 9}, {0, 1}, {0, std::nan("")}),
                    std::domain_error);
}

TEST_CASE("Bars are as long as their values", "[plots]") {
    Figure figure{.name = "00_bars", .title = "t", .subtitle = "s"};
    draw_bars(figure.canvas, {100, 0, 200, 100}, {{"half", 1, blue}, {"full", 2, rust, 0}},
              2);
    const std::string script = gnuplot_script(figure, "x.svg");
    CHECK_THAT(script, ContainsText("150 25 50 19 2903705\n") &&
                           ContainsText("200 75 100 19 11615750\n") &&
                           ContainsText("212 25 1515564 \"1.00\"\n") &&
                           ContainsText("312 75 1515564 \"2\"\n") &&
                           ContainsText("\"half\""));
    Canvas canvas;
    CHECK_THROWS_WITH(draw_bars(canvas, {0, 0, 9, 9}, {{"debt", -1, blue}}, 2),
                      "draw_bars: the bar 'debt' must be finite and not below 0");
    CHECK_THROWS_AS(draw_bars(canvas, {0, 0, 9, 9}, {{"nan", std::nan(""), blue}}, 2),
                    std::domain_error);
    CHECK_THROWS_AS(draw_bars(canvas, {0, 0, 9, 9}, {}, 0), std::domain_error);
}

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
    CHECK_THROWS_WITH(
        Chart(canvas, {0, 0, 9, 9}, {1, 1, {}, "angle"}, {0, 1}),
        "Chart: the axis 'angle' must lead from one finite value to another, on a log axis both above 0");
    CHECK_THROWS_AS(Chart(canvas, {0, 0, 9, 9}, {0, 1}, {0, std::nan("")}),
                    std::domain_error);
}

TEST_CASE("On a log axis equal ratios are equal distances", "[plots]") {
    Canvas canvas;
    const Chart chart(canvas, {0, 0, 300, 100}, {.first = 0.1, .last = 100, .log = true},
                      {});
    CHECK(std::abs(chart.at(1, 0).x - 100) < 1e-9);
    CHECK(std::abs(chart.at(10, 0).x - 200) < 1e-9);
    CHECK_THROWS_AS(Chart(canvas, {0, 0, 9, 9}, {.first = 0, .last = 1, .log = true}, {}),
                    std::domain_error);
}

TEST_CASE("A curve stops where there is no value, and begins again", "[plots]") {
    Figure figure{.name = "00_gap", .title = "t", .subtitle = "s"};
    Chart chart(figure.canvas, {0, 0, 100, 100}, {0, 10}, {0, 10});
    chart.curve({{0, 1}, {1, 1}, {2, std::nan("")}, {3, 1}, {4, 1}, {5, 99}, {6, 1}}, {});
    CHECK_THAT(
        gnuplot_script(figure, "x.svg"),
        ContainsText("0 90 1515564\n10 90 1515564\n\n30 90 1515564\n40 90 1515564\n\nEOD"));
}

TEST_CASE("Crowded labels at the ends of curves are parted", "[plots]") {
    Figure figure{.name = "00_ends", .title = "t", .subtitle = "s"};
    Chart chart(figure.canvas, {0, 0, 100, 100}, {0, 10}, {0, 10});
    chart.label_ends({{5, "one", blue}, {5, "two", rust}});
    CHECK_THAT(
        gnuplot_script(figure, "x.svg"),
        ContainsText("126 37 2903705 \"one\"") && ContainsText("126 63 11615750 \"two\""));
}

TEST_CASE("A label that stands alone stays beside its curve", "[plots]") {
    Figure figure{.name = "00_ends", .title = "t", .subtitle = "s"};
    Chart chart(figure.canvas, {0, 0, 100, 300}, {0, 10}, {0, 10});
    chart.label_ends({{9, "alone", blue}, {2, "one", rust}, {2, "two", teal}});
    CHECK_THAT(gnuplot_script(figure, "x.svg"),
               ContainsText("126 30 2903705 \"alone\"") &&
                   ContainsText("126 227 11615750 \"one\"") &&
                   ContainsText("126 253 885098 \"two\""));
}

TEST_CASE("A reference is a dashed line with its name", "[plots]") {
    Figure figure{.name = "00_ref", .title = "t", .subtitle = "s"};
    Chart chart(figure.canvas, {0, 0, 100, 100}, {0, 10}, {0, 10});
    chart.reference(5, "half");
    CHECK_THAT(gnuplot_script(figure, "x.svg"),
               ContainsText("50 100 9146521\n50 0 9146521\n") && ContainsText("dt (6,5)") &&
                   ContainsText("60 14 5857645 \"half\""));
}

TEST_CASE("Labels at the ends of curves stay above the axis", "[plots]") {
    Figure figure{.name = "00_low", .title = "t", .subtitle = "s"};
    Chart chart(figure.canvas, {0, 0, 100, 100}, {0, 10}, {0, 10});
    chart.label_ends({{0, "one", blue}, {0, "two", rust}});
    CHECK_THAT(
        gnuplot_script(figure, "x.svg"),
        ContainsText("126 74 2903705 \"one\"") && ContainsText("126 100 11615750 \"two\""));
}

TEST_CASE("Ticks are named by their digits", "[plots]") {
    const std::vector<Tick> ticks = ticks_at({-0.5, 10});
    CHECK(ticks[0].label == "−0.5");
    CHECK(ticks[1].label == "10");
}

TEST_CASE("Bars are as long as their values", "[plots]") {
    Figure figure{.name = "00_bars", .title = "t", .subtitle = "s"};
    draw_bars(figure.canvas, {100, 0, 200, 100}, {{"half", 1, blue}, {"debt", -2, rust, 0}},
              -2, 2);
    draw_bars(figure.canvas, {500, 0, 100, 20}, {{"", 1, blue, 2, "1e+00"}}, 0, 2);
    const std::string script = gnuplot_script(figure, "x.svg");
    CHECK_THAT(script, ContainsText("225 25 25 18.75 2903705\n") &&
                           ContainsText("150 75 50 18.75 11615750\n") &&
                           ContainsText("262 25 1515564 \"1.00\"\n") &&
                           ContainsText("212 75 1515564 \"−2\"\n") &&
                           ContainsText("\"half\""));
    CHECK_THAT(script, ContainsText("562 10 1515564 \"1e+00\"\n"));
    CHECK_THAT(script, !ContainsText("\"\""));  // a bar without a name has no empty label
    Canvas canvas;
    CHECK_THROWS_WITH(draw_bars(canvas, {0, 0, 9, 9}, {{"debt", -1, blue}}, 0, 2),
                      "draw_bars: the bar 'debt' is -1, not from 0 to 2");
    CHECK_THROWS_AS(draw_bars(canvas, {0, 0, 9, 9}, {{"nan", std::nan(""), blue}}, 0, 2),
                    std::domain_error);
    CHECK_THROWS_AS(draw_bars(canvas, {0, 0, 9, 9}, {}, 1, 2), std::domain_error);
}

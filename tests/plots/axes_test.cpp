#include "plots/axes.hpp"

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "catch.hpp"
#include "plots/labels.hpp"
#include "support/text/print.hpp"

namespace attn::plots {

namespace {

Texts labels_of(const std::vector<Tick>& ticks) {
    Texts texts;
    for (const Tick& tick : ticks) texts.push_back(tick.label);
    return texts;
}

Plot curve(const std::vector<Point>& points) {
    return {.marks = {Line{points}}};
}

}  // namespace

TEST_CASE("Ticks stand at 1, 2 and 5, or at powers of ten", "[axes]") {
    CHECK(labels_of(round_ticks(0, 1, 5, false)) ==
          Texts{"0", "0.2", "0.4", "0.6", "0.8", "1"});
    CHECK(labels_of(round_ticks(0, 200, 5, false)) ==
          Texts{"0", "50", "100", "150", "200"});
    CHECK(labels_of(round_ticks(-60, 60, 7, false)).front() == "−60");
    CHECK(labels_of(round_ticks(1, 0, 2, false)) == Texts{"0", "0.5", "1"});
    CHECK(labels_of(round_ticks(1e-14, 1, 5, true)) ==
          Texts{"1e-14", "1e-11", "1e-8", "1e-5", "0.01"});
    CHECK(labels_of(round_ticks(1, 1000, 8, true)) == Texts{"1", "10", "100", "1000"});
}

TEST_CASE("An axis ends where its data does", "[axes]") {
    const Plot plot = with_ends(curve({{-2, 3}, {5, 1}}));
    CHECK(*plot.x.first == -2);
    CHECK(*plot.x.last == 5);
    CHECK(*plot.y.first == 0);
    CHECK(*plot.y.last == Approx(3.12));
    CHECK(*with_ends(curve({{0, -2}, {1, 3}})).y.first == -2);
    const double nan = std::nan("");
    CHECK(*with_ends(curve({{0, 1}, {1, nan}, {4, 2}})).y.last == Approx(2.08));
    const Plot flat = with_ends(curve({{3, 0}, {3, 0}}));
    CHECK(*flat.x.first < *flat.x.last);
    CHECK(*flat.y.first < *flat.y.last);
}

TEST_CASE("A log axis begins at its least value, not at 0", "[axes]") {
    Plot plot = curve({{1, 0.001}, {10, 100}});
    plot.y.log = true;
    plot = with_ends(plot);
    CHECK(*plot.y.first == 0.001);
    CHECK(*plot.y.last == 100);
}

TEST_CASE("An axis of one value has room on both sides", "[axes]") {
    Plot plot = curve({{1, 0.3}, {10, 0.3}});
    plot.y.log = true;
    plot = with_ends(plot);
    CHECK(*plot.y.first == 0.15);
    CHECK(*plot.y.last == 0.6);
    CHECK(round_ticks(1e17, 1e17 + 16, 5, false).size() < 9);  // where i + 1 is i
}

TEST_CASE("An x axis has as many ticks as fit", "[axes]") {
    const Plot plot = with_ends(curve({{0, 0}, {1000, 1}}));
    CHECK(labels_of(x_ticks_for(plot, 600)) ==
          Texts{"0", "200", "400", "600", "800", "1000"});
    CHECK(labels_of(x_ticks_for(plot, 150)) == Texts{"0", "500", "1000"});
    const Plot map = with_ends(large_map("", Matrix(50, 128)));
    CHECK(labels_of(x_ticks_for(map, 640)).back() == "112");
    CHECK(labels_of(map.y.ticks).back() == "48");
    CHECK(x_ticks_for(with_ends(table("", Matrix(2, 2), {}, {})), 600).empty());
}

TEST_CASE("Equal ratios are equal distances on a log axis", "[axes]") {
    const Axis axis{.first = 0.1, .last = 100, .log = true};
    CHECK(share_of(axis, 1) == Approx(1.0 / 3));
    CHECK(share_of(axis, 10) == Approx(2.0 / 3));
    CHECK(share_of({.first = 4, .last = 2}, 3) == 0.5);
}

TEST_CASE("Numbers as labels have a real minus and short powers", "[axes]") {
    CHECK(number_label(-1.324, 2) == "−1.32");
    CHECK(number_label(-0.001, 2) == "0.00");
    CHECK(number_label(-std::numeric_limits<double>::infinity(), 2) == "−∞");
    CHECK(short_label(2.0000000000000004) == "2");
    CHECK(short_label(-3.99939) == "−3.999");
    CHECK(short_label(-20000) == "−20000");
    CHECK(short_label(1e6) == "1e6");
    CHECK(short_label(1e-9) == "1e-9");
    CHECK(short_label(2.5e-10) == "2.5e-10");
    CHECK(short_label(0.0022361) == "0.002236");
    CHECK(exact_text(0.1) == "0.1");
    CHECK(exact_text(-std::nan("")) == "nan");
}

TEST_CASE("A cell shows its number, its text, NaN, or nothing", "[axes]") {
    Cells cells{
        .values = {{0.25, 1}, {std::nan(""), -std::numeric_limits<double>::infinity()}}};
    CHECK(cell_text(cells, 0, 0, false) == "0.25");
    CHECK(cell_text(cells, 0, 0, true) == ".25");
    CHECK(cell_text(cells, 0, 1, true) == "1");
    CHECK(cell_text(cells, 1, 0, false) == "NaN");
    cells.open = {{0, 1}, {1, 0}};
    CHECK(cell_text(cells, 0, 0, false).empty());
    CHECK(cell_text(cells, 1, 1, false) == "−∞");
    CHECK(is_closed(cells, 0, 0));
    CHECK_FALSE(is_closed(cells, 1, 0));
    CHECK(is_closed({.values = {{1, 2}}, .open = {{0, 1}}}, 0, 0));
    cells.texts = {"a", "b", "c", "d"};
    CHECK(cell_text(cells, 1, 0, false) == "c");
}

}  // namespace attn::plots

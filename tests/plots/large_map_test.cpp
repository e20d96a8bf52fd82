#include "plots/large_map.hpp"

#include <cmath>
#include <limits>
#include <set>
#include <stdexcept>
#include <variant>
#include <vector>

#include "attn/positional_encoding.hpp"
#include "catch.hpp"
#include "plots/figure.hpp"

using namespace attn;
using namespace attn::plots;

namespace {

std::vector<Path> runs_of(const Canvas& canvas) {
    std::vector<Path> runs;
    for (const Shape& shape : canvas.shapes) {
        if (const Path* path = std::get_if<Path>(&shape)) runs.push_back(*path);
    }
    return runs;
}

}  // namespace

TEST_CASE("A large map draws neighbours of one colour as one run", "[plots][W-08]") {
    Canvas canvas;
    draw_large_map(canvas, {10, 20, 30, 50},
                   {{2, 0, -2}, {2, 0, 2}, {2, 1, 2}, {-9, 1, 2}, {0, 0, 9}}, 2);
    // Columns are 10 wide, rows 10 high. Column 0: a run of three, then one, then pale.
    const auto* background = std::get_if<Rectangle>(&canvas.shapes.front());
    REQUIRE(background != nullptr);
    CHECK(background->fill == signed_colour(0));
    const std::vector<Path> runs = runs_of(canvas);
    REQUIRE(runs.size() == 5);
    std::set<std::string> seen;
    for (const Path& run : runs) {
        REQUIRE(run.points.size() == 2);
        CHECK(run.style.width == 10);
        CHECK(run.style.flat_ends);
        seen.insert(std::to_string(static_cast<int>(run.points[0].x)) + " " +
                    std::to_string(static_cast<int>(run.points[0].y)) + "-" +
                    std::to_string(static_cast<int>(run.points[1].y)) + " " +
                    colour_text(run.style.colour));
    }
    const std::string rust_end = colour_text(signed_colour(1)),
                      blue_end = colour_text(signed_colour(-1));
    CHECK(seen == std::set<std::string>{"15 20-50 " + rust_end, "15 50-60 " + blue_end,
                                        "25 40-60 " + colour_text(signed_colour(0.5)),
                                        "35 20-30 " + blue_end, "35 30-70 " + rust_end});
}

TEST_CASE("A large map has at most 13 colours and stands on whole pixels",
          "[plots][W-08]") {
    for (const std::size_t columns : std::vector<std::size_t>{26, 128, 512, 1022}) {
        Canvas canvas;
        draw_large_map(canvas, {56, 128, 640, 400}, positional_encoding(53, columns));
        std::set<Colour> colours{signed_colour(0)};
        double pixels = 0;
        for (const Path& run : runs_of(canvas)) {
            colours.insert(run.style.colour);
            const double left = run.points[0].x - run.style.width / 2;
            CHECK(left == std::floor(left));
            CHECK(run.points[0].y == std::floor(run.points[0].y));
            pixels += run.style.width * (run.points[1].y - run.points[0].y);
        }
        CHECK(colours.size() == large_map_steps);
        CHECK(pixels > 0.7 * 640 * 400);  // all but the pale ones
        CHECK(pixels < 640 * 400);
    }
}

TEST_CASE("Only a figure with a large map ends its lines square", "[plots]") {
    Figure figure{.name = "00_map", .title = "t", .subtitle = "s"};
    figure.canvas.line({0, 0}, {9, 9}, {});
    CHECK_THAT(gnuplot_script(figure, "x.svg"), ContainsText(" rounded "));
    draw_large_map(figure.canvas, {10, 20, 30, 50}, {{1}});
    for (const Format format : {Format::svg, Format::png, Format::pdf}) {
        CHECK_THAT(gnuplot_script(figure, "x", format),
                   ContainsText(" butt ") && !ContainsText(" rounded "));
    }
}

TEST_CASE("A large map's bar has every colour once", "[plots]") {
    Canvas canvas;
    draw_large_map_bar(canvas, {10, 20, 130, 14}, 2);
    std::set<Colour> colours;
    for (const Shape& shape : canvas.shapes) {
        if (const auto* r = std::get_if<Rectangle>(&shape)) colours.insert(r->fill);
    }
    CHECK(colours.size() == large_map_steps);
    CHECK(colours.count(signed_colour(-1)) + colours.count(signed_colour(1)) == 2);
}

TEST_CASE("A large map refuses what it cannot show", "[plots]") {
    Canvas canvas;
    const Box box{0, 0, 10, 10};
    CHECK_THROWS_WITH(draw_large_map(canvas, box, Matrix(0, 3)),
                      "large map: the matrix is 0x3; there is nothing to draw");
    CHECK_THROWS_WITH(draw_large_map(canvas, box, {{1}}, 0),
                      "large map: the limit of the colours must be finite and above 0");
    CHECK_THROWS_WITH(
        draw_large_map(canvas, box, {{std::numeric_limits<double>::quiet_NaN()}}),
        "large map: a value is not finite");
    CHECK_THROWS_WITH(draw_large_map(canvas, {0, 0, 0, 10}, {{1}}),
                      "large map: the box has no extent");
    CHECK_THROWS_AS(draw_large_map(canvas, box, Matrix()), std::domain_error);
}

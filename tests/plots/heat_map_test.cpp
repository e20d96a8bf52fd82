#include "plots/panels.hpp"

#include <cmath>
#include <limits>
#include <stdexcept>

#include "attn/shape_error.hpp"
#include "catch.hpp"

using namespace attn;
using namespace attn::plots;

namespace {

const Figure empty{.name = "00_map", .title = "t", .subtitle = "s"};

HeatMap map_of(const Matrix& values) {
    HeatMap map{.values = values,
                .row_labels = {},
                .column_labels = {},
                .row_axis = "rows",
                .column_axis = "columns",
                .palette = Palette::diverging,
                .limit = 2,
                .decimals = 1};
    for (std::size_t i = 0; i < values.rows(); ++i)
        map.row_labels.push_back("row " + std::to_string(i));
    for (std::size_t j = 0; j < values.cols(); ++j)
        map.column_labels.push_back("col " + std::to_string(j));
    return map;
}

}  // namespace

TEST_CASE("A heat map colours, numbers and labels each cell", "[plots][S0-07]") {
    HeatMap map = map_of(Matrix{{2, -2, 0}, {1, -0.04, 0.5}});
    map.row_labels[1] = "a label far too long";
    map.evidence = Cell{1, 2};
    const Figure figure = heat_map_figure(empty, map);
    const std::string script = gnuplot_script(figure, "x.svg");
    // Cells are 96 pixels apart with a gap of 4: the first is centred at (224, 192).
    CHECK_THAT(script,
               ContainsText("224 192 46 46 " + std::to_string(0xb24e12) + "\n") &&
                   ContainsText("320 192 46 46 " + std::to_string(0x15438f) + "\n") &&
                   ContainsText("224 192 16777215 \"2.0\"\n") &&
                   ContainsText("320 288 0 \"0.0\"\n") &&
                   ContainsText("416 288 0 \"0.5\"\n"));
    CHECK_THAT(script, ContainsText("\"a label f…\"") && ContainsText("\"row 0\"") &&
                           ContainsText("\"col 2\"") && ContainsText("\"rows\"") &&
                           ContainsText("\"columns\""));
    CHECK_THAT(script, ContainsText("<< EOD\n416 288 46 46\nEOD\n"));  // the frame
    CHECK(csv_text(figure.table) ==
          "row,col 0,col 1,col 2\nrow 0,2,-2,0\na label far too long,1,-0.04,0.5\n");
}

TEST_CASE("A heat map refuses what it cannot show", "[plots]") {
    HeatMap map = map_of(Matrix(2, 3));
    map.row_labels.pop_back();
    CHECK_THROWS_WITH(heat_map_figure(empty, map),
                      "heat map: the matrix is 2x3, with 1 row labels and 3 column labels; "
                      "give one for each row and column, or none");
    CHECK_THROWS_AS(heat_map_figure(empty, map), ShapeError);
    CHECK_THROWS_WITH(
        heat_map_figure(empty, map_of(Matrix(2, 13))),
        "heat_map_figure: the matrix is 2x13; there is room for up to 12x12 cells with their numbers");
    CHECK_THROWS_AS(heat_map_figure(empty, map_of(Matrix())), std::domain_error);
    map = map_of(Matrix(2, 3));
    map.evidence = Cell{0, 3};
    CHECK_THROWS_WITH(heat_map_figure(empty, map),
                      "heat map: the cell to be framed is not in the matrix of 2x3");
    map = map_of(Matrix(2, 3));
    for (const double limit : {0.0, -1.0, std::numeric_limits<double>::infinity()}) {
        map.limit = limit;
        CHECK_THROWS_WITH(heat_map_figure(empty, map),
                          "heat map: the limit of the colours must be finite and above 0");
    }
}

TEST_CASE("Narrow cells shorten shares, very narrow ones the minus, and nothing else",
          "[plots]") {
    HeatMap map = map_of(Matrix{{0.25, 1, 1.25, -0.5, 0, 0.999}});
    map.palette = Palette::shares;
    map.decimals = 2;
    Figure figure = empty;
    draw_heat_map(figure.canvas, {100, 100}, 46, map);
    const std::string script = gnuplot_script(figure, "x.svg");
    CHECK_THAT(script, ContainsText("\".25\"") && ContainsText("\"1\"") &&
                           ContainsText("\"1.25\"") && ContainsText("\"−0.50\"") &&
                           ContainsText("\".00\""));
    Figure narrow = empty;
    draw_heat_map(narrow.canvas, {100, 100}, 39, map);
    CHECK_THAT(gnuplot_script(narrow, "x.svg"),
               ContainsText("\"–0.50\"") && !ContainsText("−"));
}

TEST_CASE("A panel has its name above, and an arrow leads to the next", "[plots]") {
    Figure figure = empty;
    draw_panel(figure.canvas, {100, 200}, 60, "scores", 40, map_of(Matrix{{1}}));
    draw_step(figure.canvas, 170, 210, 230, "softmax");
    CHECK_THAT(gnuplot_script(figure, "x.svg"),
               ContainsText("100 160 1515564 \"scores\"") &&
                   ContainsText("130 230 29 29 ") && ContainsText("170 230 40 0 5857645") &&
                   ContainsText("190 214 1515564 \"softmax\""));
}

TEST_CASE("A cell without a number is hatched, and carries none", "[plots]") {
    Figure figure = empty;
    draw_heat_map(figure.canvas, {100, 100}, 96, map_of(Matrix{{std::nan(""), 1}}));
    const std::string script = gnuplot_script(figure, "x.svg");
    CHECK_THAT(script,
               ContainsText("<< EOD\n148 148 46 46\nEOD\n") &&
                   ContainsText("lc rgb '#d6d0c5' fs transparent pattern 4 noborder"));
    CHECK_THAT(script, !ContainsText("nan"));
}

TEST_CASE("Labels too wide for their column stand upright", "[plots]") {
    HeatMap map = map_of(Matrix(2, 2));
    map.column_labels = {"a", "because"};
    Figure wide = empty, narrow = empty;
    draw_heat_map(wide.canvas, {100, 100}, 96, map);
    draw_heat_map(narrow.canvas, {100, 100}, 46, map);
    CHECK_THAT(gnuplot_script(wide, "x.svg"), !ContainsText("rotate by 90"));
    CHECK_THAT(gnuplot_script(narrow, "x.svg"),
               ContainsText("with labels left rotate by 90"));
    map.column_labels = {"a", "sixsix"};
    CHECK(column_labels_stand_upright(map, 46));  // 6 x 0.62 x 16 pixels
    CHECK_FALSE(column_labels_stand_upright(map, 60));
    map.column_labels = {};
    CHECK_FALSE(column_labels_stand_upright(map, 35));
}

#include "plots/heat_map.hpp"

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
    map.limit = 0;
    CHECK_THROWS_AS(heat_map_figure(empty, map), std::domain_error);
}

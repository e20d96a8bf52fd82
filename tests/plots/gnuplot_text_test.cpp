#include "plots/gnuplot_text.hpp"

#include <limits>
#include <sstream>
#include <stdexcept>
#include <string>

#include "catch.hpp"
#include "plots/figure_samples.hpp"
#include "plots/gnuplot_words.hpp"
#include "plots/paint.hpp"

namespace attn::plots {

using samples::figure_of;

namespace {

std::string script_of(const Figure& figure) {
    return gnuplot_text(figure, figure.name + ".png");
}

}  // namespace

TEST_CASE("A script for gnuplot is a pure function of its figure", "[gnuplot_text]") {
    for (const Figure& figure : {samples::tables(), samples::chart(), samples::others()}) {
        CHECK(script_of(figure) == script_of(figure));
    }
}

TEST_CASE("A script can be read and run: it names its picture and says how",
          "[gnuplot_text]") {
    const std::string script = script_of(samples::chart());
    CHECK(script.starts_with(
        "# 00_sample: A title\n# Change what you like, then run: gnuplot "
        "00_sample.gp\n"));
    CHECK_THAT(script, ContainsText("\nset output '00_sample.png'\n") &&
                           ContainsText("set terminal pngcairo size 1440,") &&
                           ContainsText(" noenhanced "));
    CHECK(script.ends_with("\nunset multiplot\n"));
}

TEST_CASE("A ribbon is as broad as its share in gnuplot too", "[gnuplot_text]") {
    const Line ribbon{.points = {{1, 1}, {2, 2}}, .share = 0.5};
    CHECK_THAT(script_of(figure_of({Plot{.marks = {ribbon}}})),
               ContainsText(" with lines lw 15 "));
}

TEST_CASE("A table is a matrix, its words are tics and its colours a palette",
          "[gnuplot_text]") {
    const std::string script = script_of(
        figure_of({table("weights", {{0.1, 0.9}, {1, 0}}, {"I", "100 %"}, {"a", "b"})}));
    CHECK_THAT(script, ContainsText("$weights << e\n0.1 0.9\n1 0\ne\n") &&
                           ContainsText("set yrange [1.5:-0.5]") &&
                           ContainsText("set ytics (\"I\" 0, \"100 %%\" 1) scale 0") &&
                           ContainsText("set x2tics (\"a\" 0, \"b\" 1) scale 0") &&
                           ContainsText("set palette @viridis; set cbrange [0:1]") &&
                           ContainsText("plot $weights matrix using 1:2:") &&
                           ContainsText("number($3, 2)"));
    CHECK_THAT(script_of(figure_of({table("m", {{-3}}, {}, {}, signed_to(4, 0))})),
               ContainsText("set palette @diverging; set cbrange [-4:4]") &&
                   ContainsText("on_signed($3 / 4)"));
}

TEST_CASE("Among upright words a single letter lies", "[gnuplot_text]") {
    const std::string script = script_of(
        figure_of({table("", Matrix(2, 3), {}, {"a long word", "and another", "a"})}));
    CHECK_THAT(script,
               ContainsText("set x2tics (\"a long word\" 0, \"and another\" 1, \"\" 2) ") &&
                   ContainsText(" rotate by 90 left\n") &&
                   ContainsText("set label \"a\" at screen ") &&
                   !ContainsText("set label \"a long word\""));
}

TEST_CASE("Cells that are closed, not a number or texts have blocks of their own",
          "[gnuplot_text]") {
    const std::string script = script_of(samples::tables());
    CHECK_THAT(script, ContainsText("$closed << e\n1 1\ne\n") &&
                           ContainsText("$not_a_number << e\n1 0\ne\n") &&
                           ContainsText("0 0 0x000000 \"a\"\n") &&
                           ContainsText("fs transparent pattern 4"));
}

TEST_CASE("A chart has ranges, a log scale, tics, a grid, and its data", "[gnuplot_text]") {
    const std::string script = script_of(samples::chart());
    CHECK_THAT(script,
               ContainsText("set xrange [1:100]; set yrange [0:1]; set logscale x\n") &&
                   ContainsText("set xtics (\"1\" 1, \"10\" 10, \"100\" 100)") &&
                   ContainsText("set grid y back") && ContainsText("\neval axes\n") &&
                   ContainsText("$curve << e\n1 0\n10 0.5\n20 NaN\n50 1\n100 1\ne\n") &&
                   ContainsText("plot $curve with lines lw 3 lc rgb '#2c4e99'") &&
                   ContainsText("set label \"a note\" at 50,0.3 offset screen "));
}

TEST_CASE("Bars, arrows and maps are plotted in their own units", "[gnuplot_text]") {
    const std::string script = script_of(samples::others());
    CHECK_THAT(script,
               ContainsText("$bars << e\n1 0x2c4e99\n-2 0x2c4e99\ne\n") &&
                   ContainsText("set arrow from 0,0 to 2,1 filled") &&
                   ContainsText("$map matrix with image pixels") &&
                   ContainsText("set palette maxcolors 13") &&
                   ContainsText("$levels << e\n") &&
                   ContainsText("plot $bars using ($1 / 2):0:(abs($1) / 2):(0.375):2") &&
                   !ContainsText("eval axes"));
}

TEST_CASE("A map of one row or column is boxes, as gnuplot leaves such an image empty",
          "[gnuplot_text]") {
    for (const Matrix& strip : {Matrix{{1, -1}}, Matrix{{1}, {-1}}}) {
        const std::string script = script_of(figure_of({large_map("strip", strip)}));
        CHECK_THAT(script,
                   ContainsText("$strip matrix using 1:2:(0.5):(0.5):3 with boxxyerror "
                                "fc palette") &&
                       !ContainsText("with image"));
    }
}

TEST_CASE("Blocks of data have names of their own", "[gnuplot_text]") {
    const Plot plot = table("same", {{1}}, {}, {});
    const std::string script =
        script_of(figure_of({plot, plot, table("1 $(x)", {{1}}, {}, {})}));
    CHECK_THAT(script, ContainsText("\n$same << e\n") && ContainsText("\n$same_2 << e\n") &&
                           ContainsText("\n$data << e\n"));
}

TEST_CASE("A number is white exactly where the SVG's is", "[gnuplot_text]") {
    const std::string script = script_of(samples::tables());
    CHECK_THAT(script, ContainsText("on_share(x) = x < 0.434 ? 0xffffff : 0x000000") &&
                           ContainsText("on_signed(x) = x < -0.6994 || x > 0.9199 ?"));
    for (int i = 0; i <= 100; ++i) {
        const double x = i / 100.0, y = i / 50.0 - 1;
        INFO(x);
        CHECK((readable_on(colour_at(x, Palette::shares)) == 0xffffff) == (x < 0.434));
        CHECK((readable_on(colour_at((y + 1) / 2, Palette::diverging)) == 0xffffff) ==
              (y < -0.6994 || y > 0.9199));
    }
}

TEST_CASE("PDF and windows are the same script for another terminal", "[gnuplot_text]") {
    const Figure figure = samples::chart();
    const std::string png = gnuplot_text(figure, "x.png");
    const std::string pdf = gnuplot_text(figure, "x.pdf", Canvas::pdf);
    const std::string window = gnuplot_text(figure, "", Canvas::window);
    CHECK_THAT(pdf, ContainsText("set terminal pdfcairo size 10,"));
    CHECK_THAT(window, ContainsText("set terminal @GPVAL_TERM size 720,") &&
                           !ContainsText("set output"));
    const auto after_head = [](const std::string& script) {
        return script.substr(script.find("# How every figure looks"));
    };
    CHECK(after_head(png) == after_head(pdf));
    CHECK_THAT(png, ContainsText("font ',16'"));
    CHECK_THAT(window, ContainsText("font ',12'"));  // points, not pixels
}

TEST_CASE("No word is a command", "[gnuplot_text]") {
    CHECK(gnuplot_string("a\"b\\c`d`") == "\"a\\042b\\134c\\140d\\140\"");
    CHECK(gnuplot_string("two\nlines\r\t\x1b") == "\"two\uFFFDlines\uFFFD\uFFFD\uFFFD\"");
    CHECK(gnuplot_string("$(rm) @x {/=9 y} %d 'q' &#x41;") ==
          "\"$(rm) @x {/=9 y} %d 'q' &#x41;\"");
    CHECK(gnuplot_tick("50 % %s") == "\"50 %% %%s\"");
    CHECK(gnuplot_comment("a`b`\\\n나는 {x}") == "a b  \uFFFD나는  x ");
    CHECK(gnuplot_path("/tmp/it's/x.png") == "'/tmp/it''s/x.png'");
    CHECK_THROWS_WITH(gnuplot_path("/tmp/a\nb"),
                      ContainsText("holds a line break; draw into a folder without one"));
}

TEST_CASE("Numbers go to gnuplot with all their digits, or so many", "[gnuplot_text]") {
    CHECK(gnuplot_number(0.1) == "0.1");
    CHECK(gnuplot_number(1.0 / 3) == "0.3333333333333333");
    CHECK(gnuplot_number(1.0 / 3, 4) == "0.3333");
    CHECK(gnuplot_number(-1e300) == "-1e+300");
    CHECK(gnuplot_number(-std::numeric_limits<double>::infinity()) == "NaN");
}

}  // namespace attn::plots

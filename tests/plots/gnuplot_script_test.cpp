#include <cmath>
#include <stdexcept>
#include <string>

#include "catch.hpp"
#include "plots/figure.hpp"

using namespace attn::plots;

namespace {

Figure figure_with(const Shape& shape) {
    Figure figure{.name = "00_test", .title = "A title", .subtitle = "How to read it"};
    figure.canvas.add(shape);
    return figure;
}

std::string script_with(const Shape& shape) {
    return gnuplot_script(figure_with(shape), "/tmp/x.svg");
}

}  // namespace

TEST_CASE("A script is a pure function of its figure", "[plots]") {
    const Figure figure = figure_with(Dot{{10, 20}, ink});
    CHECK(gnuplot_script(figure, "a.svg") == gnuplot_script(figure, "a.svg"));
    CHECK_THAT(gnuplot_script(figure, "a.svg"), ContainsText("set output 'a.svg'\n"));
    CHECK_THAT(gnuplot_script(figure, "a.svg"),
               ContainsText("size 720,480 fixed noenhanced"));
}

TEST_CASE("Each shape is one line of a data block and one plot element", "[plots]") {
    CHECK_THAT(
        script_with(Rectangle{{10, 20, 30, 40}, blue}),
        ContainsText("<< EOD\n25 40 15 20 2903705\nEOD\n") &&
            ContainsText(
                "using 1:2:3:4:5 with boxxyerror fs solid 1 noborder lc rgb variable "
                "notitle"));
    CHECK_THAT(script_with(Outline{{10, 20, 30, 40}, ink, 3}),
               ContainsText("<< EOD\n25 40 15 20\nEOD\n") &&
                   ContainsText("with boxxyerror lc rgb '#17202c' lw 3 fs empty notitle"));
    CHECK_THAT(script_with(Hatch{{10, 20, 30, 40}}),
               ContainsText("<< EOD\n25 40 15 20\nEOD\n") &&
                   ContainsText("fs transparent pattern 4 noborder notitle"));
    CHECK_THAT(script_with(Text{{1, 2}, "up", {.upright = true}}),
               ContainsText("with labels left rotate by 90 tc rgb variable"));
    CHECK_THROWS_AS(script_with(Dot{{1, std::nan("")}, ink}), std::domain_error);
    CHECK_THAT(script_with(Path{{{1, 2}, {3, 4.567}}, {.colour = ink, .dashed = true}}),
               ContainsText("<< EOD\n1 2 1515564\n3 4.57 1515564\n\nEOD\n") &&
                   ContainsText("with lines lc rgb variable lw 3 dt (6,5) notitle"));
    CHECK_THAT(script_with(Arrow{{1, 2}, {11, -2}, rust, 3}),
               ContainsText("<< EOD\n1 2 10 -4 11615750\nEOD\n"));
    CHECK_THAT(script_with(Dot{{0.001, -0.001}, ink}),
               ContainsText("<< EOD\n0 0 1515564\nEOD\n"));
    CHECK_THAT(script_with(Text{{1, 2}, "hello", {.size = 18, .align = Align::right}}),
               ContainsText("<< EOD\n1 2 1515564 \"hello\"\nEOD\n") &&
                   ContainsText("with labels right tc rgb variable font ',18' notitle"));
}

TEST_CASE("Shapes of one style share an element, and the order is kept", "[plots]") {
    Figure figure{.name = "00_test", .title = "t", .subtitle = "s"};
    figure.canvas.add(Rectangle{{0, 0, 2, 2}, blue});
    figure.canvas.text({5, 5}, "first");
    figure.canvas.add(Rectangle{{4, 0, 2, 2}, rust});
    figure.canvas.add(Dot{{9, 9}, ink});
    figure.canvas.add(Rectangle{{8, 0, 2, 2}, teal});
    const std::string script = gnuplot_script(figure, "x.svg");
    CHECK_THAT(script, ContainsText("1 1 1 1 2903705\n5 1 1 1 11615750\nEOD"));
    const std::size_t dot = script.find("with points");
    CHECK(script.find("with boxxyerror") < dot);
    CHECK(script.rfind("with boxxyerror") > dot);
    CHECK(script.find("with labels") > script.rfind("with boxxyerror"));
}

TEST_CASE("PNG and PDF are the same figure for another terminal", "[plots]") {
    Figure figure{.name = "00_test", .title = "A title", .subtitle = "s", .height = 360};
    const std::string png = gnuplot_script(figure, "x.png", Format::png);
    const std::string pdf = gnuplot_script(figure, "x.pdf", Format::pdf);
    CHECK_THAT(png, ContainsText("set terminal pngcairo size 1440,720 noenhanced") &&
                        ContainsText("font 'sans-serif:Bold,22'"));
    CHECK_THAT(pdf, ContainsText("set terminal pdfcairo size 10,5 noenhanced"));
    const std::string svg = gnuplot_script(figure, "x.svg");
    CHECK(png.substr(png.find("# The canvas"), 200) ==
          svg.substr(svg.find("# The canvas"), 200));
    CHECK(extension(Format::pdf) == "pdf");
}

TEST_CASE("A title may have two lines", "[plots]") {
    Figure figure{.name = "00_test", .title = "one\ntwo", .subtitle = "how"};
    CHECK_THAT(gnuplot_script(figure, "x.svg"),
               ContainsText("24 36 1515564 \"one\"\n24 64 1515564 \"two\"\n") &&
                   ContainsText("24 94 5857645 \"how\"\n"));
}

TEST_CASE("No label is a command", "[plots]") {
    const auto label_of = [](const std::string& text) {
        const std::string script = script_with(Text{{1, 2}, text, {}});
        const std::string before = "1 2 1515564 ";
        const std::size_t from = script.find(before) + before.size();
        return script.substr(from, script.find('\n', from) - from);
    };
    CHECK(label_of("two\nlines\r\t\x1b") == "\"two\uFFFDlines\uFFFD\uFFFD\uFFFD\"");
    CHECK(label_of("a\"b\\c") == "\"a\\042b\\134c\"");
    CHECK(label_of("&#x41; &amp;") == "\"&\u2060#x41; &amp;\"");
    CHECK(label_of("`rm` $(rm) @x {/=9 y} %d 'q'") == "\"`rm` $(rm) @x {/=9 y} %d 'q'\"");
    CHECK(label_of("\xFF나는") == "\"\uFFFD나는\"");
    CHECK(label_of(std::string(100000, 'x')).size() < 200);
}

TEST_CASE("Paths and names that could leave their quotes are refused", "[plots]") {
    const Figure figure = figure_with(Dot{{1, 1}, ink});
    CHECK_THAT(gnuplot_script(figure, "/tmp/it's/x.svg"),
               ContainsText("set output '/tmp/it''s/x.svg'\n"));
    CHECK_THROWS_WITH(gnuplot_script(figure, "/tmp/a\nsystem('x')/x.svg"),
                      ContainsText("holds a line break; draw into a folder without one"));
    for (const char* name : {"", "../x", "a b", "A", "x'y"}) {
        Figure other = figure;
        other.name = name;
        CHECK_THROWS_AS(gnuplot_script(other, "x.svg"), std::invalid_argument);
    }
    Figure other = figure;
    other.name = "no/slash";
    CHECK_THROWS_WITH(
        gnuplot_script(other, "x.svg"),
        "gnuplot_script: the figure's name is 'no/slash'; use small letters, digits "
        "and _");
}

TEST_CASE("Labels show a real minus sign and no negative zero", "[plots]") {
    CHECK(label_text(-1.324, 2) == "−1.32");
    CHECK(label_text(-0.001, 2) == "0.00");
    CHECK(short_label(2.0000000000000004) == "2");
    CHECK(short_label(-3.99939) == "−3.999");
    CHECK(short_label(1e6) == "1e+06");
    CHECK(short_label(0.0022361) == "0.002236");
    CHECK(short_label(-6e-17) == "0");
}

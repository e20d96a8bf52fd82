// What a figure may not be: each mistake stops with the figure's name and the reason.
#include <cmath>
#include <cstdio>
#include <limits>
#include <stdexcept>
#include <string>
#include <vector>

#include "attn/shape_error.hpp"
#include "catch.hpp"
#include "infinity.hpp"
#include "plots/checks.hpp"
#include "plots/figure_samples.hpp"
#include "plots/layout.hpp"

namespace attn::plots {

using samples::figure_of;

namespace {

std::string refusal(const Figure& figure) {
    try {
        laid_out(figure);
    } catch (const std::invalid_argument& error) {
        return error.what();
    }
    return "";
}

std::string refusal(const Plot& plot) {
    return refusal(figure_of({plot}));
}

std::string refusal_of_cells(const Cells& look) {
    return refusal(table("m", {{1, 2, 3}, {4, 5, 6}}, {}, {}, look));
}

Plot with(const Mark& mark) {
    return {.name = "p", .marks = {Line{{{1, 1}, {2, 2}}}, mark}};
}

Plot on_log_axes(const Mark& mark) {
    Plot plot = with(mark);
    plot.x.log = plot.y.log = true;
    return plot;
}

}  // namespace

TEST_CASE("A figure has a plain name, and something in it", "[figure_checks]") {
    for (const char* name : {"", "../x", "a b", "A", "x'y", "a\nb"}) {
        CHECK_THAT(refusal(figure_of({with(Rule{1})}, name)),
                   ContainsText("use small letters, digits and _"));
    }
    CHECK(refusal(Figure{"00_x", "", "", {}}) == "figure 00_x: there is no row");
    CHECK(refusal(Figure{"00_x", "", "", {{}}}) == "figure 00_x: a row is empty");
    CHECK(refusal(Plot{}) == "figure 00_sample: there is nothing to draw");
    CHECK(refusal(figure_of({Stack{}})) == "figure 00_sample: a stack is empty");
}

TEST_CASE("Words and cells fit their matrix", "[figure_checks]") {
    const Matrix m{{1, 2, 3}, {4, 5, 6}};
    CHECK(
        refusal(table("m", m, {"a"}, {})) ==
        "figure 00_sample, plot 'm': the matrix is 2x3, with words for 1 rows and 0 columns");
    CHECK_THAT(refusal(table("m", m, {"a", "b"}, {"c", "d"})),
               ContainsText("2 rows and 2 columns"));
    CHECK_THAT(refusal(table("m", Matrix(), {}, {})),
               ContainsText("there is nothing to draw"));
    CHECK_THROWS_AS(laid_out(figure_of({table("m", m, {"a"}, {})})), ShapeError);
    CHECK_THAT(refusal_of_cells({.open = Matrix(3, 2)}),
               ContainsText("the table of open cells 3x2"));
    CHECK_THAT(refusal_of_cells({.texts = Texts{"a"}}),
               ContainsText("with texts for 1 cells"));
    CHECK_THAT(refusal_of_cells({.frame = Frame{1, 3}}),
               ContainsText("framed cells are not in"));
    CHECK_THAT(refusal_of_cells({.frame = Frame{0, 0, 3, 1}}),
               ContainsText("matrix of 2x3"));
    CHECK_THAT(refusal_of_cells({.frame = Frame{0, 0, 0, 1}}),
               ContainsText("framed cells"));
    for (const double limit :
         {0.0, -1.0, not_a_number, std::numeric_limits<double>::infinity()}) {
        CHECK_THAT(refusal_of_cells(signed_to(limit)), ContainsText("finite and above 0"));
        CHECK_THAT(refusal(figure_of(
                       {with(Rule{1}), ColourBars{{{"", Palette::diverging, limit}}}})),
                   ContainsText("finite and above 0"));
    }
    CHECK_THAT(refusal_of_cells({.aspect = 0}), ContainsText("aspect"));
    CHECK_THAT(refusal_of_cells({.decimals = -1}), ContainsText("decimals"));
    Plot sums = table("m", m, {}, {});
    sums.y.opposite = {{"1"}};
    CHECK_THAT(refusal(sums), ContainsText("the words opposite"));
}

TEST_CASE("Bars have a word, a colour and a number each", "[figure_checks]") {
    CHECK_THAT(refusal(bars("b", {}, {{}})), ContainsText("there are no bars"));
    CHECK_THAT(refusal(bars("b", {"a"}, {{1, 2}})), ContainsText("2 bars have 1 words"));
    CHECK_THAT(refusal(bars("b", {}, {{1, 2, 3}, {Paint::ink, Paint::ink}})),
               ContainsText("3 bars have 2 colours"));
    CHECK_THAT(refusal(bars("b", {}, {{1, 2}, {Paint::ink}, {"1"}})),
               ContainsText("2 bars have 1 numbers"));
    CHECK_THAT(refusal(bars("b", {}, {{not_a_number}})),
               ContainsText("a bar is not finite"));
    Plot log = bars("b", {}, {{1}});
    log.x.log = true;
    CHECK_THAT(refusal(log), ContainsText("a bar begins at 0, which no log axis has"));
}

TEST_CASE("Every mark is somewhere", "[figure_checks]") {
    CHECK_THAT(refusal(with(Line{{}, Paint::ink, "empty"})),
               ContainsText("the line 'empty' has no point"));
    CHECK_THAT(refusal(with(Line{{{not_a_number, 1}}})), ContainsText("has no point"));
    CHECK(refusal(with(Line{{{not_a_number, 1}, {1, 1}, {2, 2}}})) == "");
    for (const double share : {0.0, -0.1, 1.1, not_a_number}) {
        CHECK_THAT(refusal(with(Line{.points = {{1, 1}, {2, 2}}, .share = share})),
                   ContainsText("a ribbon's share is not above 0 and at most 1"));
    }
    CHECK(refusal(with(Line{.points = {{1, 1}, {2, 2}}, .share = 1.0})) == "");
    CHECK_THAT(refusal(with(Dots{{}})), ContainsText("there are no dots"));
    CHECK_THAT(refusal(with(Dots{{{1, not_a_number}}})),
               ContainsText("a dot is not finite"));
    CHECK_THAT(refusal(with(Arrow{{0, 0}, {not_a_number, 1}, Paint::ink, "q"})),
               ContainsText("the arrow 'q' is not finite"));
    CHECK_THAT(refusal(with(Part{{not_a_number, 1}, "norm"})),
               ContainsText("the part 'norm'"));
    CHECK_THAT(refusal(with(Rule{not_a_number})), ContainsText("a rule is not finite"));
    CHECK_THAT(refusal(with(Gap{1, not_a_number})), ContainsText("a gap is not finite"));
    CHECK_THAT(refusal(with(Note{{1, not_a_number}, "here"})),
               ContainsText("the note 'here'"));
}

TEST_CASE("On a log axis everything is above 0", "[figure_checks]") {
    CHECK(refusal(on_log_axes(Dots{{{1, 1}}})) == "");
    for (const Mark& mark :
         std::vector<Mark>{Line{{{0, 1}, {1, 1}}}, Line{{{1, -1}}}, Dots{{{1, 0}}}, Rule{0},
                           Gap{0, 1}, Note{{1, 0}, "n"}}) {
        CHECK_THAT(refusal(on_log_axes(mark)), ContainsText("not above 0"));
    }
    for (const Gap& gap : {Gap{0, 1}, Gap{1, 0}}) {
        CHECK_THAT(refusal(on_log_axes(gap)),
                   ContainsText("a gap on a log axis is not above 0"));
    }
    Plot plot = on_log_axes(Rule{1});
    plot.x.first = 0;
    CHECK_THAT(refusal(plot), ContainsText("a log axis' end is not above 0"));
}

TEST_CASE("An axis leads from one value to another", "[figure_checks]") {
    Plot plot = with(Rule{1});
    plot.x.first = plot.x.last = 3;
    CHECK_THAT(refusal(plot), ContainsText("from a value to the same value"));
    plot.x = {.last = not_a_number};
    CHECK_THAT(refusal(plot), ContainsText("an axis' end is not finite"));
    plot.x = {.ticks = {{not_a_number, "x"}}};
    CHECK_THAT(refusal(plot), ContainsText("a tick is not on its axis"));
    plot = with(Rule{1});
    plot.height = 0;
    CHECK_THAT(refusal(plot), ContainsText("the height"));
}

TEST_CASE("A step leads from something to something", "[figure_checks]") {
    const Plot plot = with(Rule{1});
    CHECK_THAT(refusal(figure_of({Step{}, plot})), ContainsText("between two blocks"));
    CHECK_THAT(refusal(figure_of({plot, Step{}})), ContainsText("between two blocks"));
    CHECK_THAT(refusal(Figure{"00_x", "", "", {{Step{}}, {plot}}}),
               ContainsText("between two rows"));
    CHECK(refusal(Figure{"00_x", "", "", {{plot}, {Step{}}, {plot}}}) == "");
}

TEST_CASE("What is too wide for the page is refused", "[figure_checks]") {
    const Plot wide = table("", Matrix(2, 12), {}, {});
    CHECK(refusal(wide) == "");
    CHECK_THAT(refusal(figure_of({wide, wide, wide})),
               ContainsText("figure 00_sample: a row needs ") &&
                   ContainsText("put less side by side"));
    double needed = 0, there = 0;
    REQUIRE(std::sscanf(refusal(figure_of({wide, wide, wide})).c_str(),
                        "figure 00_sample: a row needs %lf pixels, and the page has %lf;",
                        &needed, &there) == 2);
    CHECK(there < widest_page);
    CHECK(there > page_width);
    CHECK(needed > there);
}

TEST_CASE("A link leads from one plot down to another", "[figure_checks]") {
    const auto linked = [](const std::string& from, const std::string& to) {
        Figure figure{"00_x",
                      "",
                      "",
                      {{table("a", {{1}}, {}, {}), table("b", {{1}}, {}, {})},
                       {table("c", {{1}}, {}, {}), table("c", {{1}}, {}, {})}}};
        figure.rows.push_back({table("d", {{1}}, {}, {})});
        figure.links = {{from, to}};
        return refusal(figure);
    };
    CHECK(linked("a", "d") == "");
    CHECK(linked("x", "d") ==
          "figure 00_x: the link from 'x' to 'd' has an end that is no plot: 'x'");
    CHECK_THAT(linked("a", "c"), ContainsText("has an end that is two plots: 'c'"));
    CHECK_THAT(linked("d", "a"), ContainsText("must lead to a lower row"));
    CHECK_THAT(linked("a", "b"), ContainsText("must lead to a lower row"));
}

}  // namespace attn::plots

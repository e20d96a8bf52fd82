#include "tools/same_figure.hpp"

#include <string>

#include "catch.hpp"

using namespace book;

namespace {

const std::string figure =
    "<svg class=\"fig\" width=\"720\">\n<style>.f-ink{fill:var(--f-ink,#17202c)}</style>\n"
    "<rect x=\"10.5\" y=\"20\" fill=\"#17202c\" class=\"f-ink\" style=\"--c:var(--k6)\"/>\n"
    "<path d=\"M10,20L30.25,-40 50,60h7v-8z\" stroke=\"#fff\"/>\n<text x=\"1\">I love</text>\n"
    "</svg>\n";

std::string with(const std::string& from, const std::string& to) {
    std::string changed = figure;
    changed.replace(changed.find(from), from.size(), to);
    return changed;
}

std::string told(const std::string& from, const std::string& to) {
    return figure_difference(figure, with(from, to)).value_or("");
}

}  // namespace

TEST_CASE("A figure is the same when its last digits differ", "[same_figure]") {
    CHECK(!figure_difference(figure, figure));
    CHECK(told("10.5", "10.52") == "");
    CHECK(told("x=\"1\"", "x=\"0.98\"") == "");
    CHECK(told("30.25,-40", "30.27,-40.02") == "");
    CHECK(told("h7v-8", "h7.01v-7.99") == "");
    CHECK(told("fill=\"#17202c\"", "fill=\"#15222e\"") == "");
    CHECK(told("var(--k6)", "color-mix(in srgb,var(--k7) 0.1%,var(--k6))") == "");
    CHECK(told("\n<text", "\n   <text") == "");
}

TEST_CASE("A figure is another when something moved, and the first difference is told",
          "[same_figure]") {
    CHECK(told("width=\"720\"", "width=\"721\"") ==
          "after the title, piece 0: <svg>: width is '720'; drawn: '721'");
    CHECK_THAT(told("10.5", "10.53"), ContainsText("<rect>: x is '10.5'; drawn: '10.53'"));
    CHECK_THAT(told("30.25", "31.25"), ContainsText("<path>: d is 'M10,20L30.25"));
    CHECK_THAT(told(" 50,60", ""), ContainsText("<path>: d is"));
    CHECK_THAT(told("h7v", "v7h"), ContainsText("<path>: d is"));
}

TEST_CASE("A figure is another in other colours", "[same_figure]") {
    CHECK_THAT(told("fill=\"#17202c\"", "fill=\"#17202f\""),
               ContainsText("fill is '#17202c'; drawn: '#17202f'"));
    CHECK_THAT(told("fill=\"#17202c\"", "fill=\"#1a202c\""), ContainsText("fill is"));
    CHECK_THAT(told(",#17202c)", ",#aa202c)"), ContainsText("the words"));
    CHECK_THAT(told("\"#fff\"", "\"#000\""), ContainsText("stroke is '#fff'"));
}

TEST_CASE("A figure is another with other words", "[same_figure]") {
    CHECK(told("I love", "I loved") ==
          "after '.f-ink{fill:var(--f-ink,#17202c)}', piece 7: the words 'I love'; drawn: "
          "'I loved'");
    CHECK_THAT(told("I love", "1 love"), ContainsText("the words 'I love'"));
}

TEST_CASE("A figure is another with other elements or attributes", "[same_figure]") {
    CHECK_THAT(told("<rect", "<circle"), ContainsText("<rect>; drawn: <circle>"));
    CHECK_THAT(told("<text x=\"1\">I love</text>\n", ""),
               ContainsText("<text>; drawn: </svg>"));
    CHECK_THAT(told(" class=\"f-ink\"", ""), ContainsText("has class, which is not drawn"));
    CHECK_THAT(told("x=\"1\"", "x=\"1\" dx=\"2\""), ContainsText("has no dx; drawn: '2'"));
    CHECK_THAT(told("class=\"f-ink\"", "class=\"f-blue\""),
               ContainsText("class is 'f-ink'"));
    CHECK(figure_difference(figure, figure + "<g/>").value_or("") ==
          "there are 10 pieces; drawn: 11");
    CHECK(figure_difference("", figure));
}

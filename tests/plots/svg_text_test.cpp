#include "plots/svg_text.hpp"

#include <cmath>
#include <regex>
#include <set>
#include <stdexcept>
#include <string>

#include "catch.hpp"
#include "plots/figure_samples.hpp"
#include "plots/svg_pen.hpp"

namespace attn::plots {

using samples::figure_of;

namespace {

std::size_t count(const std::string& text, const std::string& part) {
    std::size_t n = 0;
    for (std::size_t at = text.find(part); at != std::string::npos;
         at = text.find(part, at + 1)) {
        ++n;
    }
    return n;
}

/// What stands between the first opening and the next closing.
std::string between(const std::string& text, const std::string& opening,
                    const std::string& closing) {
    const std::size_t from = text.find(opening);
    if (from == std::string::npos) return "";
    const std::size_t begin = from + opening.size();
    return text.substr(begin, text.find(closing, begin) - begin);
}

}  // namespace

TEST_CASE("An SVG says what it shows, under ids of its own", "[svg_text]") {
    const std::string svg = svg_text(samples::tables());
    CHECK_THAT(
        svg,
        ContainsText("role=\"img\" aria-labelledby=\"00_sample-title 00_sample-desc\"") &&
            ContainsText("<title id=\"00_sample-title\">A title</title>") &&
            ContainsText("<desc id=\"00_sample-desc\">How to read it</desc>"));
    CHECK(svg.ends_with("</svg>\n"));
    for (const Figure& figure : {samples::tables(), samples::others()}) {
        const std::string text = svg_text(figure);
        CHECK(count(text, " id=\"") == count(text, " id=\"" + figure.name + "-"));
        CHECK(count(text, "url(#") == count(text, "url(#" + figure.name + "-"));
    }
}

TEST_CASE("Every colour is an attribute for those who know no CSS", "[svg_text]") {
    for (const Figure& figure : {samples::tables(), samples::chart(), samples::others()}) {
        const std::string svg = svg_text(figure);
        CHECK(count(svg, "fill=\"var(") == 0);
        CHECK(count(svg, "stroke=\"var(") == 0);
    }
    const std::string svg = svg_text(samples::tables());
    CHECK_THAT(svg, ContainsText("fill=\"#17202c\" class=\"f-ink\""));
    CHECK(count(svg, "class=\"f-cell\"") == count(svg, "style=\"--c:"));
}

TEST_CASE(
    "What the page or the reader's system says of the dark is one rule for each class",
    "[svg_text]") {
    const std::string svg = svg_text(samples::tables());
    const std::string style = between(svg, "<style>", "</style>");
    CHECK(style.starts_with("@supports (color:color-mix(in srgb,red,blue)){"));
    CHECK_THAT(style, ContainsText(".f-ink{fill:var(--f-ink,#17202c)}") &&
                          ContainsText(".f-cell{fill:var(--c)}") &&
                          ContainsText("--k9:var(--s9,#b24e12);") &&
                          ContainsText("@media (prefers-color-scheme:dark){svg:root{"));
    const std::string dark = between(style, "svg:root{", "}");
    CHECK_THAT(dark, ContainsText("--f-ink:#e9e5dc;") && ContainsText("--s9:#ff9c66;"));
    std::size_t at = 0;
    while ((at = svg.find(" class=\"", at)) != std::string::npos) {
        at += 8;
        const std::string name = svg.substr(at, svg.find('"', at) - at);
        if (name == "fig" || name == "fig-head") continue;
        INFO(name);
        CHECK(count(style, "." + name + "{") == 1);
    }
    CHECK(count(between(svg_text(samples::chart()), "<style>", "</style>"), "--k") == 0);
}

TEST_CASE("Closed and not a number never look alike", "[svg_text]") {
    const std::string svg = svg_text(samples::tables());
    CHECK(count(svg, "fill=\"url(#00_sample-hatch)\"") == 1);
    CHECK(count(svg, ">NaN<") == 1);
    CHECK(count(svg, "stroke-dasharray=\"3 3\"") == 1);
    CHECK(count(svg, ">0.00<") == 0);  // the closed cell's number
    CHECK(count(svg, ">a<") == 1);
    CHECK(count(svg_text(samples::chart()), "hatch") == 0);
}

TEST_CASE("A cell without colour has an outline if it says NaN, whoever wrote that",
          "[svg_text]") {
    const double none = std::nan("");
    Cells look{.texts = Texts{"NaN", "no share", "1"}};
    const std::string svg =
        svg_text(figure_of({table("", {{none, none, 1}}, {}, {}, look)}));
    CHECK(count(svg, "stroke-dasharray=\"3 3\"") == 1);
    CHECK(count(svg, ">NaN<") == 1);
    CHECK(count(svg, ">no share<") == 1);
}

TEST_CASE("Tables say what they were made of where one of them knows", "[svg_text]") {
    const Plot source = table("<\"X\">", {{1, 2}}, {}, {});
    const Plot half =
        table("half", {{0.5, 1}}, {}, {}).made_by({"divided", "<\"X\">", "2"});
    const std::string svg = svg_text(figure_of({source, half}));
    CHECK_THAT(svg, ContainsText(" data-table=\"&lt;&quot;X&quot;&gt;\" data-cells=\""));
    CHECK_THAT(svg,
               ContainsText(" data-rule=\"divided\" data-left=\"&lt;&quot;X&quot;&gt;\" "
                            "data-right=\"2\""));
    CHECK_THAT(svg_text(figure_of({source})), !ContainsText("data-table"));
}

TEST_CASE("What comes after some seconds moves on a screen, where motion is wanted",
          "[svg_text]") {
    Plot plane{.plane = true};
    plane.marks = {ribbon_upwards({0, 0}, {1, 2}, 0.5, Paint::blue), Part{{0, 0}, "first"},
                   Part{{1, 0}, "second"}};
    const Figure still{"a", "A", "B.", {{plane}}};
    CHECK_THAT(svg_text(still),
               !ContainsText("animation") && !ContainsText("<g class=\"comes\""));
    std::get<Line>(plane.marks[0]).after = 1.5;
    std::get<Part>(plane.marks[2]).after = 2;
    const std::string svg = svg_text({"a", "A", "B.", {{plane}}});
    CHECK_THAT(svg, ContainsText("<g class=\"grows\" style=\"--after:1.5s\">\n<path"));
    CHECK_THAT(svg, ContainsText(" pathLength=\"1\"/>\n</g>"));
    // The second part's box, and its words; the first part's are there at once.
    const std::string comes = "<g class=\"comes\" style=\"--after:2s\">\n";
    CHECK_THAT(svg, ContainsText(comes + "<rect") && ContainsText(comes + "<text"));
    CHECK(svg.find(">first<") < svg.find(comes + "<text"));
    CHECK_THAT(svg, ContainsText(
                        "@media screen and (prefers-reduced-motion:no-preference){.comes"));
    // Without its motion it is the still picture.
    std::string without = svg;
    for (const std::regex& moving : {std::regex("<style>@media screen.*?</style>\n"),
                                     std::regex("</?g( class=\"(comes|grows)\"[^>]*)?>\n"),
                                     std::regex(" pathLength=\"1\"")}) {
        without = std::regex_replace(without, moving, "");
    }
    std::string before = std::regex_replace(svg_text(still), std::regex("</?g>\n"), "");
    CHECK(without == before);
}

TEST_CASE("A curve is interrupted where there is no value, and cut at its axes",
          "[svg_text]") {
    Plot plot;
    plot.x = {.first = 0, .last = 10};
    plot.y = {.first = 0, .last = 10};
    const auto drawn = [&](const std::vector<Point>& points) {
        plot.marks = {Line{points, Paint::plum}};
        const std::string svg = svg_text(figure_of({plot}));
        return count(svg, "class=\"l-plum\"");
    };
    CHECK(drawn({{0, 1}, {5, 1}, {10, 1}}) == 1);
    CHECK(drawn({{0, 1}, {4, 1}, {5, std::nan("")}, {6, 1}, {10, 1}}) == 2);
    CHECK(drawn({{0, 5}, {2, 15}, {4, 5}}) == 2);  // leaves above and comes back
    CHECK(drawn({{0, 15}, {4, 25}}) == 0);
    CHECK(drawn({{0, -5}, {10, 15}}) == 1);  // enters below, leaves above
}

TEST_CASE("Hangul is said to be Korean", "[svg_text]") {
    Figure figure = samples::chart();
    figure.title = "나는";
    CHECK_THAT(svg_text(figure), ContainsText(" lang=\"ko\">나는</text>"));
}

TEST_CASE("Places have at most two decimals", "[svg_text]") {
    CHECK(pixels(1) == "1");
    CHECK(pixels(1.005) == "1");
    CHECK(pixels(1.256) == "1.26");
    CHECK(pixels(-0.001) == "0");
    CHECK(pixels(1e9) == "1000000000");
    CHECK_THROWS_AS(pixels(std::nan("")), std::domain_error);
}

TEST_CASE("Text as XML", "[svg_text]") {
    CHECK(xml_text("a < b & \"c\" ]]> d") == "a &lt; b &amp; \"c\" ]]&gt; d");
    CHECK(xml_text("\x01\xff") == "\uFFFD\uFFFD");
    CHECK(xml_text("&#x0;") == "&amp;#x0;");
}

}  // namespace attn::plots

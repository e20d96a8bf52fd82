#include "plots/svg.hpp"

#include "catch.hpp"

using namespace attn::plots;

namespace {

const Figure figure{.name = "00_test", .title = "a < b\n& \"c\"", .subtitle = "d > e\x01"};

const char* const as_gnuplot_writes_it =
    "<?xml version=\"1.0\"?>\n<svg width=\"720\"\n viewBox=\"0 0 720 480\"\n>\n"
    "<title>x</title>\n<desc>Produced by GNUPLOT 5.4 patchlevel 4 </desc>\n\n"
    "<g id=\"empty\"   >\n\t<g fill=\"none\">\n</g></g>\n"
    "<g id=\"full\"><title>gnuplot_plot_1</title>\n<path d='M1,2'/>\n</g>\n</svg>\n\n";

}  // namespace

TEST_CASE("A finished SVG says what it shows, and carries its script's hash", "[plots]") {
    const std::string svg = finished_svg(as_gnuplot_writes_it, figure, "the script");
    CHECK_THAT(svg, ContainsText("<title id=\"title\">a &lt; b &amp; \"c\"</title>") &&
                        ContainsText("<desc id=\"desc\">d &gt; e\uFFFD</desc>") &&
                        ContainsText("role=\"img\" aria-labelledby=\"title desc\"") &&
                        ContainsText("data-script=\"" + script_hash("the script") + "\"") &&
                        ContainsText("<path d='M1,2'/>"));
    CHECK_THAT(svg, !ContainsText("GNUPLOT") && !ContainsText("gnuplot_plot_1") &&
                        !ContainsText("empty") && !ContainsText("\n\n"));
    CHECK(is_whole(svg, Format::svg));
}

TEST_CASE("The hash of a script is FNV-1a", "[plots]") {
    CHECK(script_hash("") == "cbf29ce484222325");
    CHECK(script_hash("a") == "af63dc4c8601ec8c");
    CHECK(script_hash("foobar") == "85944171f73967e8");
}

TEST_CASE("A picture that was cut off is noticed", "[plots]") {
    const std::string whole = as_gnuplot_writes_it;
    CHECK(is_whole(whole, Format::svg));
    CHECK_FALSE(is_whole("", Format::svg));
    CHECK_FALSE(is_whole("</svg>", Format::svg));
    CHECK(is_whole(std::string("\x89PNG…IEND\xAE\x42\x60\x82"), Format::png));
    CHECK_FALSE(is_whole("\x89PNG", Format::png));
    CHECK(is_whole("%PDF-1.5 …\n%%EOF\n", Format::pdf));
    CHECK_FALSE(is_whole("%PDF-1.5 …", Format::pdf));
    CHECK_FALSE(is_whole(whole.substr(0, whole.size() - 4), Format::svg));
}

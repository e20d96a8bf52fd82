// Where things stand that no committed figure has: what is too long, too much, or for a phone.
#include <string>
#include <vector>

#include "catch.hpp"
#include "plots/clearance.hpp"
#include "plots/figure_faults.hpp"
#include "plots/figure_samples.hpp"
#include "plots/layout.hpp"
#include "plots/names.hpp"
#include "plots/narrow.hpp"
#include "plots/text_width.hpp"

namespace attn::plots {

using samples::faults_of;
using samples::figure_of;

namespace {

Plot square(const std::string& name, const Texts& words = {"I", "love", "you", "all"}) {
    return table(name, Matrix(4, 4, 0.25), words, words);
}

Page page_of(std::vector<Row> rows) {
    return laid_out({"00_page", "A title", "How to read it", std::move(rows)});
}

/// The words with this text; the test fails where there are none, or several.
Text find(const Page& page, const std::string& text) {
    std::vector<Text> found;
    for (const Text& one : samples::all_texts(page)) {
        if (one.text == text) found.push_back(one);
    }
    REQUIRE(found.size() == 1);
    return found[0];
}

Plot lines(const std::vector<Line>& all) {
    Plot plot;
    plot.y.first = 0;
    for (const Line& line : all) plot.marks.push_back(line);
    return plot;
}

}  // namespace

TEST_CASE("On a narrow page planes stand in pairs, charts alone", "[figure_layout]") {
    const auto rows_of = [](std::size_t n, bool are_planes) {
        Plot plot{.x = {.first = -1, .last = 1}, .y = {.first = -1, .last = 1}};
        plot.plane = are_planes;
        plot.marks = {Arrow{{}, {0.7, 0.7}, Paint::blue, "a"}};
        return narrowed({"00_page", "", "", {Row(n, plot)}}).rows.size();
    };
    CHECK(rows_of(4, true) == 2);
    CHECK(rows_of(3, true) == 3);  // else one would be twice as large
    CHECK(rows_of(4, false) == 4);
    Plot wide{.x = {.first = -1, .last = 1}, .y = {.first = -1, .last = 1}, .plane = true};
    wide.marks = {Note{{}, "words that are as long as half of the page is", Side::right}};
    CHECK(narrowed({"00_page", "", "", {{wide, wide}}}).rows.size() == 2);
}

TEST_CASE("A large map is not too high, low or narrow", "[figure_layout]") {
    const auto box = [](std::size_t rows, std::size_t columns, double height) {
        Plot map = large_map("", Matrix(rows, columns));
        map.height = height;
        return page_of({{map}}).plots[0].box;
    };
    const double widest = box(50, 128, 1).width;
    CHECK(box(50, 128, 1).height == 400);
    CHECK(box(50, 128, 0.7).height == 280);
    CHECK(box(1000, 8, 1).height == 440);
    CHECK(box(1000, 8, 1).width == 300);
    CHECK(box(2, 128, 1).height == 40);  // room for two numbers
    CHECK(box(77, 121, 1).width == widest);
    CHECK(box(77, 121, 1).height == Approx(widest * 7 / 11).margin(1));  // a whole pixel
}

TEST_CASE("Title and subtitle have up to three lines, and are cut where they are too wide",
          "[figure_layout]") {
    Figure figure = figure_of({square("a")});
    const double one = laid_out(figure).plots[0].box.top;
    figure.title = "first\nsecond";
    const Page two = laid_out(figure);
    CHECK(two.plots[0].box.top > one);
    CHECK(two.headings.size() == 3);
    figure.title = std::string(300, 'x');
    const Page cut = laid_out(figure);
    CHECK(cut.headings[0].text.ends_with("…"));
    CHECK(faults_of(cut) == "");
}

TEST_CASE("A value stands where its axes say", "[figure_layout]") {
    Plot plot = lines({{{{1, 0}, {100, 4}}}});
    plot.x.log = true;
    plot.y.last = 4;
    const Placed placed = page_of({{plot}}).plots[0];
    CHECK(placed.at({10, 2}).x == Approx(placed.box.centre().x));
    CHECK(placed.at({10, 2}).y == Approx(placed.box.centre().y));
    CHECK(placed.at({1, 0}).y == Approx(placed.box.bottom()));
}

TEST_CASE("Places are parted around their middle, and stay above the last",
          "[figure_layout]") {
    CHECK(parted({10, 50}, 26, 100) == std::vector<double>{10, 50});
    CHECK(parted({50, 50}, 26, 100) == std::vector<double>{37, 63});
    CHECK(parted({0, 50, 50, 50}, 20, 100) == std::vector<double>{0, 30, 50, 70});
    CHECK(parted({99, 99}, 26, 100) == std::vector<double>{74, 100});
    CHECK(parted({}, 26, 100).empty());
}

TEST_CASE("A name beside a point, a note and a rule keep clear of one another",
          "[figure_layout]") {
    Plot plot = lines({{{{0, 0}, {1, 1}}, Paint::ink, "curve", Point{0.5, 0.5}}});
    plot.y.name = "a long name of the axis";
    plot.marks.push_back(Note{{0.5, 0.5}, "a note"});
    plot.marks.push_back(Note{{0.5, 0.5}, "two\nlines"});
    plot.marks.push_back(Rule{0.02, "near the name"});
    plot.marks.push_back(Rule{0.05, "and another"});
    plot.marks.push_back(Note{{1, 0.2}, "past the end of the axis"});
    CHECK(faults_of(page_of({{plot}})) == "");
}

TEST_CASE("A curve that leaves its axes is named where it is last inside",
          "[figure_layout]") {
    Plot plot = lines({{{{0, 0.2}, {1, 0.3}, {2, 9}, {3, 9}}, Paint::ink, "curve"}});
    plot.y.last = 1;
    plot.x.last = 2;
    const Page page = page_of({{plot}});
    CHECK(find(page, "curve").at.y == Approx(page.plots[0].at({1, 0.3}).y));
}

TEST_CASE("A title takes the whole width", "[figure_layout]") {
    const Page page = laid_out({"00_page", std::string(500, 'i'), "", {{square("a")}}});
    const Box title = box_of(page.headings[0]);
    CHECK(title.right() <= page_width - margin);
    CHECK(title.right() > page_width - margin - title_size / 2);
}

TEST_CASE("Words that stand alone have the page, those on an arrow 130 pixels",
          "[figure_layout]") {
    const Page page = page_of({{Words{std::string(500, 'i')}},
                               {square("a"), Step{std::string(500, 'i')}, square("b")}});
    REQUIRE(page.texts.size() == 2);
    const double alone = box_of(page.texts[0]).width, step = box_of(page.texts[1]).width;
    CHECK(alone <= page_width - 2 * margin);
    CHECK(alone > page_width - 2 * margin - 40);
    CHECK(text_width(page.texts[1].text, text_size) <= 130);
    CHECK(text_width(page.texts[1].text, text_size) > 124);
    CHECK(step < 130);
}

TEST_CASE("Names for which a tip has no room stand beside their arrow's middle",
          "[figure_layout]") {
    Plot plot{.plane = true};
    for (const char* name : {"first", "second", "third", "fourth", "fifth"}) {
        plot.marks.push_back(Arrow{{0, 0}, {4, 1}, Paint::blue, name});
    }
    const Page page = page_of({{plot}});
    const Placed& placed = page.plots[0];
    CHECK(find(page, "first").at.x > placed.at({4, 1}).x);
    for (const char* name : {"fourth", "fifth"}) {
        CHECK(find(page, name).at.x < placed.at({3.5, 1}).x);
        CHECK(find(page, name).at.x > placed.at({0.5, 1}).x);
    }
}

TEST_CASE("Four bars or planes fit beside one another, four charts do not",
          "[figure_layout]") {
    const Plot bar = bars("", {"a"}, {{1}}), chart = lines({{{{0, 0}, {1, 1}}}});
    Plot plane{.plane = true};
    plane.marks = {Arrow{{0, 0}, {2, 1}}};
    const auto four = [](const Plot& plot) { return page_of({Row(4, plot)}); };
    CHECK(four(bar).plots.size() == 4);
    CHECK(four(plane).plots.size() == 4);
    CHECK_THROWS_WITH(four(chart), ContainsText("a row needs"));
}

TEST_CASE("Long words are cut, and nothing is pushed off the page", "[figure_layout]") {
    const std::string longest(500, 'w');
    const Texts long_words(4, longest);
    Plot plot = square(longest, long_words);
    const Page page = page_of({{plot, plot}});
    for (const Text& tick : page.plots[0].ticks) CHECK(tick.text.size() < 100);
}

TEST_CASE("On a phone an arrow from row to row is its words", "[figures]") {
    const Plot wide = table("", Matrix(4, 9), {}, {});
    const Figure figure{
        "00_steps", "", "", {{wide, wide}, {Step{"one"}, Step{}}, {wide, wide}}};
    const std::vector<Row> rows = narrowed(figure).rows;
    REQUIRE(rows.size() == 5);
    CHECK(std::get<Words>(rows[2][0]).text == "one");
}

}  // namespace attn::plots

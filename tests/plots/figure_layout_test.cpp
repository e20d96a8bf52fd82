// Where things stand: said by what lines up and what keeps clear, not by pixels.
#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "catch.hpp"
#include "plots/clearance.hpp"
#include "plots/colour_bars.hpp"
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

const Texts words4{"I", "love", "you", "all"};

Plot square(const std::string& name, const Texts& rows = words4,
            const Texts& columns = words4) {
    return table(name, Matrix(4, 4, 0.25), rows, columns);
}

Page page_of(std::vector<Row> rows, std::vector<Link> links = {}) {
    return laid_out(
        {"00_page", "A title", "How to read it", std::move(rows), std::move(links)});
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

std::size_t count(const Page& page, const std::string& text) {
    const std::vector<Text> all = samples::all_texts(page);
    return static_cast<std::size_t>(std::count_if(
        all.begin(), all.end(), [&](const Text& t) { return t.text == text; }));
}

Plot lines(const std::vector<Line>& all) {
    Plot plot;
    plot.y.first = 0;
    for (const Line& line : all) plot.marks.push_back(line);
    return plot;
}

}  // namespace

TEST_CASE("The samples have no faults", "[figure_layout]") {
    for (const Figure& figure : {samples::tables(), samples::chart(), samples::others()}) {
        CHECK(faults_of(laid_out(figure)) == "");
    }
}

TEST_CASE("Rows of equally many tables line up", "[figure_layout]") {
    const Page page = page_of({{square("a"), square("b"), square("c")},
                               {square("d", {"a longer word", "b", "c", "d"}), square("e"),
                                table("f", Matrix(4, 2), words4, {})}});
    REQUIRE(page.plots.size() == 6);
    for (std::size_t c = 0; c < 3; ++c)
        CHECK(page.plots[c].box.left == page.plots[c + 3].box.left);
    CHECK(page.plots[0].box.top == page.plots[2].box.top);
    CHECK(page.plots[3].box.top == page.plots[5].box.top);
    CHECK(faults_of(page) == "");
    for (const Placed& placed : page.plots) {
        CHECK(placed.cell_height == page.plots[0].cell_height);
    }
}

TEST_CASE("All rows have one column of words", "[figure_layout]") {
    const Page page = page_of({{square("a"), square("b")},
                               {square("c", {"a longer word", "b", "c", "d"})},
                               {Words{"words alone stand at the margin", true}}});
    CHECK(page.plots[0].box.left == page.plots[2].box.left);
    const Page three =
        page_of({{square("a"), square("b"), square("c")},
                 {square("d", {"a longer word", "b", "c", "d"}), square("e")}});
    CHECK(three.plots[0].box.left == three.plots[3].box.left);
    CHECK(find(page, "words alone stand at the margin").at.x == margin);
    CHECK(find(page, "words alone stand at the margin").bold);
    CHECK(faults_of(page) == "");
}

TEST_CASE("A note keeps clear of a part's name", "[figure_layout]") {
    Plot plot = lines({{{{0, 0}, {1, 1}}}});
    plot.marks.push_back(Part{{0.5, 0.5}, "a part"});
    plot.marks.push_back(Note{{0.5, 0.5}, "a note"});
    const Page page = page_of({{plot}});
    CHECK(std::abs(find(page, "a part").at.y - find(page, "a note").at.y) >= text_size);
}

TEST_CASE("Words that stand alone have the page's width", "[figure_layout]") {
    const std::string text = "below tables, a remark may be as long as the page is wide";
    CHECK(find(page_of({{square("a")}, {Words{text}}}), text).at.x == margin);
    CHECK(count(page_of({{square("a"), Words{text}}}), text) == 0);
}

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

TEST_CASE("Cells are as large as fit", "[figure_layout]") {
    const auto height = [](Row row) {
        return page_of({std::move(row)}).plots[0].cell_height;
    };
    CHECK(height({square("alone")}) == 96);
    CHECK(height({square("a"), square("b")}) == 66);
    const double three = height({square("a"), square("b"), square("c")});
    const double four = height({square("a"), square("b"), square("c"), square("d")});
    CHECK(three < 66);
    CHECK(four < three);
    CHECK(height({table("", Matrix(12, 12), {}, {})}) < 50);
}

TEST_CASE("A cell is as wide as its widest number", "[figure_layout]") {
    const Page narrow = page_of({{square("a"), square("b")}});
    Cells look;
    look.texts = Texts(16, "8.194e-40");
    const Page wide = page_of({{square("a"), table("b", Matrix(4, 4), {}, {}, look)}});
    CHECK(narrow.plots[1].cell_width == narrow.plots[1].cell_height);
    CHECK(wide.plots[1].cell_width > wide.plots[1].cell_height);
    CHECK(wide.plots[0].cell_width == wide.plots[0].cell_height);
    Cells twice;
    twice.aspect = 2;
    const Page flat = page_of({{table("", Matrix(3, 3), {}, {}, twice)}});
    CHECK(flat.plots[0].cell_width == 2 * flat.plots[0].cell_height);
}

TEST_CASE("Words that a neighbour says are said once", "[figure_layout]") {
    const Page page = page_of({{square("a"), square("b")}, {square("c"), square("d")}});
    CHECK(count(page, "love") == 2 + 2);  // rows of a and c, columns of a and b
    const Page others = page_of({{square("a"), square("b", {"1", "2", "3", "4"})}});
    CHECK(count(others, "love") == 1 + 2);
    CHECK(count(others, "3") == 1);
}

TEST_CASE("Words too wide for their column stand upright, but for a single letter",
          "[figure_layout]") {
    const Page page =
        page_of({{square("a", {}, {"I", "receiver", "side", "many"}),
                  square("b", {}, {"1", "2", "3", "4"}), square("c", {}, words4)}});
    CHECK(find(page, "receiver").upright);
    CHECK(find(page, "side").upright);
    CHECK_FALSE(find(page, "3").upright);
    const std::vector<Text>& ticks = page.plots[0].ticks;
    CHECK_FALSE(ticks.at(0).upright);
    CHECK(ticks.at(0).text == "I");
    CHECK(faults_of(page) == "");
}

TEST_CASE("Names of a row stand on one line, those without words close to their table",
          "[figure_layout]") {
    const Page page =
        page_of({{square("upright", words4, {"I", "receiver", "side", "many"}),
                  square("level"), square("bare", words4, {})}});
    CHECK(find(page, "upright").at.y == find(page, "level").at.y);
    CHECK(find(page, "bare").at.y > find(page, "level").at.y);
    CHECK(find(page, "bare").at.x == page.plots[2].box.left);
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

TEST_CASE("A chart fills the width, and two share it", "[figure_layout]") {
    const Plot plot = lines({{{{0, 0}, {1, 1}}}});
    const Page one = page_of({{plot}}), two = page_of({{plot, plot}});
    CHECK(one.plots[0].box.width > 2 * two.plots[0].box.width);
    CHECK(two.plots[0].box.width == Approx(two.plots[1].box.width));
    CHECK(two.plots[1].box.right() ==
          Approx(page_width - margin).margin(8));  // a tick's half
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

TEST_CASE("Names of curves that end together are parted, in their order",
          "[figure_layout]") {
    const Page page = page_of({{lines({{{{0, 0}, {1, 0}}, Paint::blue, "low"},
                                       {{{0, 0}, {1, 0.01}}, Paint::rust, "middle"},
                                       {{{0, 0}, {1, 1}}, Paint::teal, "high"}})}});
    const Text low = find(page, "low"), middle = find(page, "middle"),
               high = find(page, "high");
    CHECK(high.at.y < middle.at.y);
    CHECK(low.at.y - middle.at.y == Approx(26));
    CHECK(low.at.y <= page.plots[0].box.bottom());
    CHECK(low.at.x > page.plots[0].box.right());
    CHECK(low.paint == Paint::blue);
    CHECK(page.plots[0].leaders.size() == 3);
    CHECK(faults_of(page) == "");
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

TEST_CASE("A name moves as far as it has to, and stays where all is taken",
          "[figure_layout]") {
    const Text name{.at = {300, 500}, .text = "name"};
    const Box box = box_of(name);
    Clearance clear;
    CHECK(clear.beside(name).at.y == 500);
    clear.take({300, box.bottom() - 62}, {300, 900});
    CHECK(clear.beside(name).at.y == 500 - 64);
    Clearance full;
    full.take({300, 100}, {300, 900});
    CHECK(full.beside(name).at.y == 500);
}

TEST_CASE("A note stands at its side of its point, all its lines", "[figure_layout]") {
    const auto places = [](Side side) {
        Plot plot = lines({{{{0, 0}, {1, 1}}}});
        plot.y.last = 1;
        plot.marks.push_back(Note{{0.5, 0.5}, "one\ntwo", side});
        const Page page = page_of({{plot}});
        const Point at = page.plots[0].at({0.5, 0.5});
        const Point one = find(page, "one").at, two = find(page, "two").at;
        CHECK(one.y < two.y);
        return std::vector<Point>{{one.x - at.x, one.y - at.y},
                                  {two.x - at.x, two.y - at.y}};
    };
    CHECK(places(Side::above)[1].y < 0);
    CHECK(places(Side::below)[0].y > 0);
    for (const Side side : {Side::left, Side::right}) {
        CHECK(places(side)[0].y == Approx(-places(side)[1].y));
        CHECK((places(side)[0].x > 0) == (side == Side::right));
    }
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

TEST_CASE("The name of a table's rows has room at their left", "[figure_layout]") {
    Plot plot = square("a", {"1", "2", "3", "4"});
    plot.y.name = "a name longer than the words";
    CHECK(faults_of(page_of({{plot, plot}})) == "");
}

TEST_CASE("A stack is as high as its plots and the words below them", "[figure_layout]") {
    Plot chart = lines({{{{0, 0}, {1, 1}}}});
    chart.x.name = "an axis";
    const Page page = page_of({{Stack{{chart, chart}}}, {square("below")}});
    CHECK(page.plots[1].box.bottom() < find(page, "below").at.y);
    CHECK(faults_of(page) == "");
}

TEST_CASE("An arrow's name keeps clear of other arrows", "[figure_layout]") {
    Plot plot{.plane = true};
    plot.marks = {Arrow{{0, 0}, {2, 1}, Paint::blue, "query"},
                  Arrow{{0, 0}, {1, 0.5}, Paint::teal, "near"},
                  Arrow{{0, 0}, {1, 3}, Paint::rust, "far"}};
    const Page page = page_of({{plot}});
    const Box near = box_of(find(page, "near"));
    const Placed& placed = page.plots[0];
    for (int i = 0; i <= 100; ++i) {
        const Point p = placed.at({2 * i / 100.0, 1 * i / 100.0});
        const bool is_inside =
            p.x > near.left && p.x < near.right() && p.y > near.top && p.y < near.bottom();
        CHECK_FALSE(is_inside);
    }
    CHECK(faults_of(page) == "");
    plot.marks = {Arrow{{0, 0}, {1, 1}, Paint::blue, "left", Side::left}};
    CHECK(find(page_of({{plot}}), "left").align == Align::right);
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

TEST_CASE("Planes in a row have units of one length", "[figure_layout]") {
    const auto plane = [](double reach) {
        return Plot{.marks = {Arrow{{0, 0}, {reach, 1}}}, .plane = true};
    };
    const Page page = page_of({{plane(1), plane(4)}});
    const auto unit = [](const Placed& p) { return p.at({1, 0}).x - p.at({0, 0}).x; };
    CHECK(unit(page.plots[0]) == Approx(unit(page.plots[1])));
    const Placed& p = page.plots[1];
    CHECK(p.at({0, 0}).y - p.at({0, 1}).y == Approx(unit(p)));
}

TEST_CASE("Bars beside a table stand beside its rows", "[figure_layout]") {
    const Page page = page_of({{square("a"), bars("entropy", words4, {{1, 2, 3, 4}})}});
    const Placed &cells = page.plots[0], &beside = page.plots[1];
    for (double row = 0; row < 4; ++row) {
        CHECK(cells.at({0, row}).y == Approx(beside.at({0, row}).y));
    }
    CHECK(count(page, "love") == 2);  // a row and a column of the table
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

TEST_CASE("A remark begins at cells, at bars or at the edge of a chart",
          "[figure_layout]") {
    const auto remark_below = [](Plot plot) {
        plot.below = "a remark";
        return page_of({{plot}});
    };
    const auto begins = [](const Page& page) {
        const Text remark = find(page, "a remark");
        CHECK(remark.align == Align::left);
        return remark.at.x - page.plots[0].box.left;
    };
    CHECK(begins(remark_below(square("cells"))) == 0);
    CHECK(begins(remark_below(bars("bars", words4, {{1, 2, 3, 4}}))) == 0);
    CHECK(begins(remark_below(lines({{{{0, 0}, {1, 1}}}}))) < 0);
    Plot plane{.plane = true};
    plane.marks = {Arrow{{0, 0}, {2, 1}}};
    const Page page = remark_below(plane);
    CHECK(find(page, "a remark").align == Align::centre);
    CHECK(find(page, "a remark").at.x == page.plots[0].box.centre().x);
}

TEST_CASE("Plots of a stack share their edges", "[figure_layout]") {
    Plot above = lines({{{{0, 0}, {1, 1}}}}), below = lines({{{{0, 0}, {1, 1000}}}});
    above.x.hidden = true;
    const Page page = page_of({{Stack{{above, below}}}});
    CHECK(page.plots[0].box.left == page.plots[1].box.left);
    CHECK(page.plots[0].box.right() == page.plots[1].box.right());
    CHECK(page.plots[0].box.bottom() < page.plots[1].box.top);
    CHECK(faults_of(page) == "");
}

TEST_CASE("A large map is square where it can be, and never too high", "[figure_layout]") {
    const Placed wide = page_of({{large_map("", Matrix(50, 128))}}).plots[0];
    CHECK(wide.box.height == 400);
    const Placed even = page_of({{large_map("", Matrix(50, 50))}}).plots[0];
    CHECK(even.box.height == Approx(440));
    CHECK(even.cell_width == Approx(even.cell_height).margin(0.05));
    const Page three =
        page_of({{large_map("a", Matrix(20, 16)), large_map("b", Matrix(16, 16)),
                  large_map("c", Matrix(20, 16))}});
    CHECK(three.plots[0].cell_height == Approx(three.plots[0].cell_width).epsilon(0.01));
    CHECK(three.plots[0].cell_height == Approx(three.plots[1].cell_height).margin(0.05));
    CHECK(three.plots[0].box.height == std::round(three.plots[0].box.height));
    CHECK(faults_of(three) == "");
}

TEST_CASE("A table that stands alone has its colours beside it", "[figure_layout]") {
    const Page shares = page_of({{square("a")}});
    REQUIRE(shares.bars.size() == 1);
    CHECK(shares.bars[0].texts.at(0).text == "0");
    CHECK(shares.bars[0].texts.at(1).text == "0.5");
    CHECK(shares.bars[0].texts.at(2).text == "1");
    CHECK(page_of({{square("a"), square("b")}}).bars.empty());
    CHECK(page_of({{table("", Matrix(12, 12), {}, {})}}).bars.empty());
    CHECK(faults_of(page_of({{square("a")}})) == "");
    CHECK(upright_bar(ColourBar{}, {0, 100, 18, 40}).texts.size() == 2);  // no room for 0.5
    const Page map = page_of({{large_map("", Matrix(50, 128), 2)}});
    REQUIRE(map.bars.size() == 1);
    CHECK(map.bars[0].texts.at(0).text == "−2");
    CHECK(map.bars[0].texts.at(1).text == "0");
    CHECK(map.bars[0].texts.at(2).text == "2");
    CHECK_FALSE(map.bars[0].is_upright);
    CHECK(faults_of(map) == "");
}

TEST_CASE("A step leads from block to block, a row of steps from row to row",
          "[figure_layout]") {
    const Page page = page_of({{square("a"), Step{"softmax"}, square("b")}});
    REQUIRE(page.routes.size() == 1);
    const std::vector<Point>& points = page.routes[0].points;
    CHECK(points[0].x > page.plots[0].box.right());
    CHECK(points[1].x < page.plots[1].box.left);
    CHECK(page.routes[0].has_head);
    CHECK(points[0].y == page.plots[1].box.centre().y);
    CHECK(faults_of(page) == "");
    const Page words = page_of(
        {{square("a"), Step{"softmax"}, square("b", {"a longer word", "b", "c", "d"})}});
    CHECK(words.routes.at(0).points[1].x < box_of(find(words, "a longer word")).left);
    const Page down = page_of({{square("a"), square("b")},
                               {Step{"one"}, Step{"two"}},
                               {square("c"), square("d")}});
    REQUIRE(down.routes.size() == 2);
    CHECK(down.routes[1].points[0].x == Approx(down.plots[1].box.centre().x));
    CHECK(down.routes[1].points[0].y > down.plots[1].box.bottom());
    CHECK(down.routes[1].points[1].y < down.plots[3].box.top);
    CHECK(faults_of(down) == "");
}

TEST_CASE("Arrows begin after the numbers at bars, and after sums and remarks",
          "[figure_layout]") {
    const Plot three = bars("a", {"1", "2", "3"}, {{1, 2, 3}});
    CHECK(faults_of(page_of({{three, Step{"one"}, three, Step{"two"}, three}})) == "");
    Plot sums = square("sums");
    sums.x.opposite = labels(Texts(4, "1.00"));
    sums.y.opposite = labels(Texts(4, "1.00"));
    sums.below = "a remark that is as long as the table is wide";
    const Page page =
        page_of({{sums, Step{"then"}, square("b")}, {square("c"), square("d")}},
                {{"sums", "c"}, {"sums", "d"}});
    CHECK(faults_of(page) == "");
}

TEST_CASE("A link goes the way that its figure says", "[figure_layout]") {
    const auto linked = [](const Link& link) {
        return page_of({{square("a"), square("b")},
                        {square("c"), square("d")},
                        {square("e"), Nothing{}}},
                       {link});
    };
    const auto points = [&](const Link& link) { return linked(link).routes[0].points; };
    CHECK(points({"b", "d"}).size() == 2);  // straight
    CHECK(points({"b", "c"}).size() == 4);
    CHECK(points({.from = "b", .to = "c", .lane = 2})[1].y ==
          Approx(points({"b", "c"})[1].y + 18));
    const Link past{.from = "a",
                    .to = "e",
                    .text = "past",
                    .at = 0.25,
                    .leaves = Side::right,
                    .enters = Side::right,
                    .edge = 2};
    for (const int edge : {1, 2}) {
        Link link = past;
        link.leaves = Side::below;
        link.edge = edge;
        const Page page = linked(link);
        CHECK(faults_of(page) == "");
        CHECK(page.routes[0].points[2].x == Approx(page.width - 2 - 9 * edge));
        CHECK(page.routes[0].points.back().y ==
              Approx(page.plots[4].box.top + page.plots[4].box.height / 4));
    }
    const Page left = linked({.from = "a", .to = "e", .edge = -1});
    CHECK(left.routes[0].points[2].x == Approx(11));
    CHECK(faults_of(left) == "");
    CHECK(points(past)[0].y == Approx(linked(past).plots[0].box.centre().y));
}

TEST_CASE("A link ends at its goal", "[figure_layout]") {
    const Page page = page_of({{square("a"), square("b")},
                               {square("c"), square("d")},
                               {square("e"), square("f")}},
                              {{"a", "d"}, {"b", "f"}, {"a", "f"}});
    const auto ends_at = [&](std::size_t route, std::size_t plot) {
        const Point end = page.routes[route].points.back();
        const Box& goal = page.plots[plot].box;
        const bool above = end.x > goal.left && end.x < goal.right() && end.y < goal.top &&
                           end.y > goal.top - 70;
        const bool beside =
            end.y > goal.top && end.y < goal.bottom() && std::abs(end.x - goal.right()) < 8;
        return above || beside;
    };
    CHECK(ends_at(0, 3));
    CHECK(ends_at(1, 5));
    CHECK(ends_at(2, 5));
}

TEST_CASE("Long words are cut, and nothing is pushed off the page", "[figure_layout]") {
    const std::string longest(500, 'w');
    const Texts long_words(4, longest);
    Plot plot = square(longest, long_words, long_words);
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

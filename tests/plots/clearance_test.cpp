// What words keep clear of, in numbers.
#include "plots/clearance.hpp"

#include "catch.hpp"
#include "plots/text_width.hpp"

namespace attn::plots {

namespace {

Text word_at(double x, double y) {
    Text text;
    text.text = "word";
    text.size = 12;
    text.at = {x, y};
    text.align = Align::left;
    return text;
}

const double word_width = text_width("word", 12, false);

}  // namespace

TEST_CASE("Words keep five pixels from the words beside them", "[figure_layout]") {
    Clearance clear(400);
    clear.take(word_at(200, 50));
    const auto costs = [&](double x, double y) { return clear.cost(word_at(x, y)) > 0; };
    CHECK(costs(200, 50));
    CHECK(costs(200 + word_width + 4, 50));
    CHECK(!costs(200 + word_width + 6, 50));
    CHECK(costs(200 - word_width - 4, 50));
    CHECK(!costs(200 - word_width - 6, 50));
    CHECK(costs(200, 50 + 11));
    CHECK(!costs(200, 50 + 13));
    CHECK(!costs(200, 50 - 13));
}

TEST_CASE("Words keep clear of lines and of the page's edges", "[figure_layout]") {
    Clearance clear(400);
    const auto costs = [&](double x, double y) { return clear.cost(word_at(x, y)) > 0; };
    CHECK(costs(7, 50));
    CHECK(!costs(8, 50));
    CHECK(costs(400 - 7 - word_width, 50));
    CHECK(!costs(400 - 8 - word_width, 50));
    clear.take({100, 50}, {300, 50});
    CHECK(costs(150, 50));
    CHECK(!costs(150, 70));
    CHECK(!costs(320, 50));
}

TEST_CASE("A word moves as little as it must, and stays where all is as good",
          "[figure_layout]") {
    Clearance clear(400);
    CHECK(clear.beside(word_at(200, 50)).at.y == 50);
    CHECK(clear.aside(word_at(200, 50)).at.x == 200);
    clear.take(word_at(200, 50));
    CHECK(clear.beside(word_at(200, 50)).at.y == 38);  // up first, in steps of 4
    CHECK(clear.beside(word_at(200, 54)).at.y == 62);
    CHECK(clear.aside(word_at(200, 50)).at.y == 50);
    CHECK(clear.aside(word_at(200, 50)).at.x < 200 - word_width - 4);
    CHECK(clear.aside(word_at(200, 50)).at.x > 200 - word_width - 10);
    const std::vector<Text> candidates = {word_at(200, 50), word_at(100, 50),
                                          word_at(300, 50)};
    CHECK(clear.best(candidates).at.x == 100);
}

}  // namespace attn::plots

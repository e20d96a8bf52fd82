// Chapter 3's figures: the menu with a reader's own query, every word as the query.
#include "chapters/03_query_key_value/03_query_key_value.hpp"

#include <cmath>
#include <string>
#include <variant>
#include <vector>

#include "attn/softmax.hpp"
#include "catch.hpp"
#include "chapters/examples/sentences.hpp"
#include "chapters/examples/small_example.hpp"
#include "chapters/printing/rows.hpp"
#include "plots/svg_text.hpp"

namespace attn::chapters::ch03 {

using Catch::Matchers::WithinAbs;

namespace {

const Labels dishes{"Pepsi", "coffee", "kimbap", "bibimbap"};
const Matrix dish_keys{{1, 1}, {1, -1}, {-1, 0}, {-1, -1}};
const Matrix prices{{1500}, {2500}, {4000}, {9000}};

plots::Figure menu_for(const std::vector<double>& query, const std::string& found) {
    return menu_figure(query, found, dishes, dish_keys, prices,
                       dot_product_attention(one_row(query), dish_keys, prices));
}

const plots::Plot& plot_at(const plots::Figure& figure, std::size_t row,
                           std::size_t block) {
    return std::get<plots::Plot>(figure.rows.at(row).at(block));
}

}  // namespace

TEST_CASE("The menu's figure says what a lookup by name finds, and what attention returns",
          "[03_query_key_value]") {
    const plots::Figure yours = menu_for({2, 1}, "nothing");
    CHECK(yours.title == "No dish is (2, 1), yet 1649 won comes back");
    const std::string svg = plots::svg_text(yours);
    for (const char* words : {">Pepsi<", ">(1, 1)<", ">3<", ">−2<", ">softmax<",
                              ">0.87 × 1500<", ">0.00 × 9000<", ">1649 won<"}) {
        CHECK_THAT(svg, ContainsText(words));
    }
    CHECK(menu_for({1, 1}, "Pepsi").title == "Pepsi is (1, 1), yet 1830 won comes back");
    std::size_t ribbons = 0;
    for (const plots::Mark& mark : plot_at(yours, 0, 0).marks) {
        const auto* line = std::get_if<plots::Line>(&mark);
        ribbons += line != nullptr && line->share.has_value();
    }
    CHECK(ribbons == 3);  // bibimbap's 0.0022 is too little to draw
}

TEST_CASE("Every word's weights have their figure", "[03_query_key_value]") {
    using namespace animal_sentence;
    for (std::size_t word = 0; word < words.size(); ++word) {
        const AttentionTrace trace =
            dot_product_attention(row_of(vectors, word), vectors, vectors);
        const plots::Figure figure = one_query_figure(words, word, trace);
        const plots::Bars* bars = plots::bars_of(plot_at(figure, 0, 0));
        REQUIRE(bars != nullptr);
        double sum = 0;
        for (const double value : bars->values) sum += value;
        CHECK_THAT(sum, WithinAbs(1, 1e-12));
        if (word == it) CHECK_THAT(bars->values[animal], WithinAbs(0.83, 0.005));
    }
}

// What the text explains by hand, and what its figure's tables say they were made of.
TEST_CASE("The whole way of you", "[03_query_key_value]") {
    using namespace small_example;
    const AttentionTrace trace = dot_product_attention(q, k, v);
    CHECK(row_of(trace.scores, 2) == Matrix{{0, 2, -2, 4}});
    const plots::Figure figure = path_figure(trace);
    const auto cells_at = [&](std::size_t row, std::size_t block) {
        const plots::Cells* cells = plots::cells_of(plot_at(figure, row, block));
        REQUIRE(cells != nullptr);
        return cells->values;
    };
    CHECK(cells_at(1, 1) == matmul(cells_at(1, 0), cells_at(0, 1)));
    CHECK(cells_at(1, 3) == softmax_rows(cells_at(1, 1)));
    CHECK(cells_at(2, 3) == matmul(cells_at(1, 3), cells_at(2, 1)));
    CHECK_THAT(cells_at(2, 3)(2, 3), WithinAbs(1.60, 0.005));
    CHECK_THAT(cells_at(2, 3)(2, 0), WithinAbs(0.02, 0.005));
}

TEST_CASE("The best key alone jumps by 1000 won, attention never by 20",
          "[03_query_key_value]") {
    const plots::Figure figure = lean_figure(dish_keys, prices);
    const std::vector<plots::Mark>& marks = plot_at(figure, 0, 0).marks;
    const auto& coffee = std::get<plots::Line>(marks.at(0));
    const auto& pepsi = std::get<plots::Line>(marks.at(1));
    CHECK(coffee.points.back().y - pepsi.points.front().y == 1000);
    const auto& soft = std::get<plots::Line>(marks.at(2)).points;
    REQUIRE(soft.size() == 161);
    for (std::size_t i = 1; i < soft.size(); ++i) {
        CHECK(soft[i - 1].y > soft[i].y);
        CHECK(soft[i - 1].y - soft[i].y < 20);
    }
}

}  // namespace attn::chapters::ch03

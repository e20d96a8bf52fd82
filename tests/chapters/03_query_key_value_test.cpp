// Chapter 3's figures: menu and dictionary with a reader's own query, every word as the query.
#include "chapters/03_query_key_value/03_query_key_value.hpp"

#include <cmath>
#include <string>
#include <variant>
#include <vector>

#include "catch.hpp"
#include "chapters/examples/sentences.hpp"
#include "chapters/examples/small_example.hpp"
#include "chapters/printing/rows.hpp"
#include "plots/figure_faults.hpp"
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

plots::Figure dictionary_for(const std::vector<double>& query) {
    using namespace sea_sentence;
    return dictionary_figure(
        query, korean, dot_product_attention(one_row(query), korean_keys, korean_keys));
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
    for (const char* words : {">Pepsi (1, 1)<", ">3<", ">−2<", ">0.87 × 1500<",
                              ">0.00 × 9000<", ">1649 won<"}) {
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

TEST_CASE("The dictionary's figure says which word makes up the answer",
          "[03_query_key_value]") {
    const plots::Figure leaving = dictionary_for({0, 0, 2, 1});
    CHECK(leaving.title == "78 % of the answer is 가고");
    const std::string svg = plots::svg_text(leaving);
    for (const char* words :
         {">떠나고<", ">가고 go<", ">0.78 × 가고<", ">4<", ">(0.0, 1.0, 1.7, 0.2)<"}) {
        CHECK_THAT(svg, ContainsText(words));
    }
    CHECK(dictionary_for({0, 1, 2, 0}).title == "72 % of the answer is 가고");
}

TEST_CASE("Chapter 3's figures are fit for a reader's own numbers",
          "[03_query_key_value]") {
    for (const plots::Figure& figure :
         {menu_for({2, 1}, "nothing"), menu_for({-2, 2}, "nothing"),
          menu_for({1, 1}, "Pepsi"), menu_for({0, 0}, "nothing"),
          menu_for({-20, -20}, "nothing"), dictionary_for({0, 0, 2, 1}),
          dictionary_for({0, 1, 2, 0}), dictionary_for({0, 0, 0, 0})}) {
        INFO(figure.name << ": " << figure.title);
        CHECK(samples::faults_of(plots::laid_out(figure)) == "");
    }
    CHECK_FALSE(plots::svg_text(menu_for({1e6, -0.12345}, "nothing")).empty());
    CHECK_FALSE(plots::svg_text(dictionary_for({1e6, -1e6, 1e-6, 0.12345})).empty());
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
        const std::string svg = plots::svg_text(figure);
        CHECK_THAT(svg, ContainsText(">equal weights: 0.09 each<"));
        if (word == it)
            CHECK_THAT(svg, ContainsText("“it” gives 83 % of its attention to “animal”"));
        if (word == 0) CHECK_THAT(svg, ContainsText("“The” attends to all words alike"));
    }
}

TEST_CASE("What arrives at you adds up to its output", "[03_query_key_value]") {
    using namespace small_example;
    const AttentionTrace trace = dot_product_attention(q, k, v);
    const plots::Figure figure = weighted_sum_figure(trace);
    const plots::Cells* terms = plots::cells_of(plot_at(figure, 0, 2));
    const plots::Cells* output = plots::cells_of(plot_at(figure, 2, 2));
    REQUIRE(terms != nullptr);
    REQUIRE(output != nullptr);
    for (std::size_t c = 0; c < terms->values.cols(); ++c) {
        double sum = 0;
        for (std::size_t j = 0; j < terms->values.rows(); ++j) sum += terms->values(j, c);
        CHECK_THAT(output->values(0, c), WithinAbs(sum, 1e-12));
    }
    REQUIRE(terms->frame);
    CHECK(tokens.at(terms->frame->row) == "all");
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

// Chapter 4's figures: the dictionary with a reader's own query, every word as the query.
#include "chapters/04_query_key_value/figures.hpp"

#include <cmath>
#include <string>
#include <variant>
#include <vector>

#include "catch.hpp"
#include "chapters/common/rows.hpp"
#include "chapters/common/sentences.hpp"
#include "chapters/common/small_example.hpp"
#include "plots/csv_text.hpp"
#include "plots/svg_text.hpp"

using namespace attn;
using namespace attn::chapters;
using Catch::Matchers::WithinAbs;

namespace {

fig::Figure dictionary_for(const Matrix& query, std::optional<std::size_t> hard) {
    const Matrix values{{1}, {2}, {3}, {4}};
    return dictionary_figure(
        sea_sentence::korean, values, hard,
        dot_product_attention(query, sea_sentence::korean_keys, values));
}

const fig::Plot& plot_at(const fig::Figure& figure, std::size_t row, std::size_t block) {
    return std::get<fig::Plot>(figure.rows.at(row).at(block));
}

}  // namespace

TEST_CASE("The dictionary's figure says what a hard lookup finds, and how a soft one mixes",
          "[04_query_key_value]") {
    const fig::Figure leaving = dictionary_for({{0, 0, 2, 1}}, {});
    CHECK(leaving.title == "A word not in the dictionary still gets 2.97");
    const std::string svg = fig::svg_text(leaving);
    for (const char* words : {">nothing found<", ">가고 = 3<", ">0.014<", ">0.105<",
                              ">0.776<", ">× 3 = 2.327<", ">added up: 2.97<"}) {
        CHECK_THAT(svg, ContainsText(words));
    }
    const std::string exact = fig::svg_text(dictionary_for({{0, 1, 2, 0}}, 2));
    CHECK_THAT(exact, ContainsText("Even an exact query mixes: 2.73") &&
                          ContainsText(">found: 3<") && ContainsText(">yes<"));
    for (const Matrix& query : {Matrix{{0, 0, 0, 0}}, Matrix{{1e6, -1e6, 1e-6, 0.12345}}}) {
        CHECK_FALSE(fig::svg_text(dictionary_for(query, {})).empty());
    }
}

TEST_CASE("Every word's shares have their figure", "[04_query_key_value]") {
    using namespace animal_sentence;
    for (std::size_t word = 0; word < words.size(); ++word) {
        const AttentionTrace trace =
            dot_product_attention(row_of(vectors, word), vectors, vectors);
        const fig::Figure figure = one_query_figure(words, word, trace);
        const fig::Bars* bars = fig::bars_of(plot_at(figure, 0, 0));
        REQUIRE(bars != nullptr);
        double sum = 0;
        for (const double value : bars->values) sum += value;
        CHECK_THAT(sum, WithinAbs(1, 1e-12));
        const std::string svg = fig::svg_text(figure);
        CHECK_THAT(svg, ContainsText(">equal shares: 0.09 each<"));
        if (word == it)
            CHECK_THAT(svg, ContainsText("“it” gives 83 % of its attention to “animal”"));
        if (word == 0) CHECK_THAT(svg, ContainsText("“The” looks at all words alike"));
    }
}

TEST_CASE("What arrives at you adds up to its output", "[04_query_key_value]") {
    using namespace small_example;
    const AttentionTrace trace = dot_product_attention(q, k, v);
    const fig::Figure figure = weighted_sum_figure(trace);
    const fig::Cells* terms = fig::cells_of(plot_at(figure, 0, 2));
    const fig::Cells* output = fig::cells_of(plot_at(figure, 2, 2));
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
          "[04_query_key_value]") {
    const Matrix keys{{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}, {0, 0, 0, 1}};
    const fig::Figure figure = lean_figure(keys, {{1500}, {2500}, {4000}, {9000}});
    const std::vector<fig::Mark>& marks = plot_at(figure, 0, 0).marks;
    const auto& coffee = std::get<fig::Line>(marks.at(0));
    const auto& pepsi = std::get<fig::Line>(marks.at(1));
    CHECK(coffee.points.back().y - pepsi.points.front().y == 1000);
    const auto& soft = std::get<fig::Line>(marks.at(2)).points;
    REQUIRE(soft.size() == 161);
    for (std::size_t i = 1; i < soft.size(); ++i) {
        CHECK(soft[i - 1].y > soft[i].y);
        CHECK(soft[i - 1].y - soft[i].y < 20);
    }
}

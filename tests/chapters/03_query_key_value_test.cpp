// Chapter 3's numbers that are no library function's own, and its figures: the menu with a reader's
// own query.
#include "chapters/03_query_key_value/03_query_key_value.hpp"

#include <cmath>
#include <string>
#include <variant>
#include <vector>

#include "attn/attention.hpp"
#include "attn/shape_error.hpp"
#include "attn/softmax.hpp"
#include "attn/vector.hpp"
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

double price(const Matrix& query) {
    return dot_product_attention(query, dish_keys, prices).output(0, 0);
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
    CHECK(cells_at(1, 4) == matmul(cells_at(1, 3), cells_at(0, 3)));
    CHECK_THAT(cells_at(1, 4)(2, 3), WithinAbs(1.60, 0.005));
    CHECK_THAT(cells_at(1, 4)(2, 0), WithinAbs(0.02, 0.005));
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

TEST_CASE("The menu: a sure query returns one price, a divided one the average",
          "[03_query_key_value][S3-01][S3-02][S3-03]") {
    CHECK_THAT(price({{10, 10}}), WithinAbs(1500, 0.001));
    CHECK_THAT(price({{10, 0}}), WithinAbs(2000, 0.001));
    CHECK_THAT(price({{0, 0}}), WithinAbs(4250, 1e-9));
    CHECK_THAT(price({{10, 0.01}}), WithinAbs(1995.00, 0.005));
    CHECK_THAT(price({{10, -0.01}}), WithinAbs(2005.00, 0.005));
}

TEST_CASE("A wish that no dish is: a pencil's numbers", "[03_query_key_value]") {
    const AttentionTrace yours = dot_product_attention({{2, 1}}, dish_keys, prices);
    CHECK(yours.scores == Matrix{{3, 1, -2, -3}});
    const double powers[] = {20.0855, 2.7183, 0.1353, 0.0498};
    for (std::size_t j = 0; j < 4; ++j) {
        CHECK_THAT(yours.weights(0, j), WithinAbs(powers[j] / 22.9889, 5e-6));
    }
    CHECK_THAT(yours.output(0, 0), WithinAbs(1649.20, 0.005));
    CHECK_THAT(price({{0.2, 0.1}}), WithinAbs(3669.13, 0.005));
    CHECK_THAT(price({{-2, 2}}), WithinAbs(4262.93, 0.5));
}

TEST_CASE("Tokens 768 wide give scores of token by token", "[03_query_key_value][S3-04]") {
    const Matrix tokens(5, 768, 0.01);
    const AttentionTrace trace = dot_product_attention(tokens, tokens, tokens);
    CHECK(shape_text(trace.scores) == "5x5");
    CHECK(shape_text(trace.output) == "5x768");
}

TEST_CASE("A word that is not in the dictionary returns a mixture near its likest entry",
          "[03_query_key_value][S1-05][S1-06][S1-07]") {
    const Matrix numbers{{1}, {2}, {3}, {4}};
    const AttentionTrace leaving =
        dot_product_attention({{0, 0, 2, 1}}, sea_sentence::korean_keys, numbers);
    CHECK(leaving.scores == Matrix{{0, 2, 4, 2}});
    CHECK(sea_sentence::korean[argmax(leaving.weights.row(0))] == "가고");
    for (const Matrix& query :
         {Matrix{{9, 0, 0, 0}}, Matrix{{0, 0, 0, 50}}, Matrix{{1, 1, 1, 1}}}) {
        const double answer =
            dot_product_attention(query, sea_sentence::korean_keys, numbers).output(0, 0);
        CHECK(answer >= 1);
        CHECK(answer <= 4);
    }
    const AttentionTrace exact =
        dot_product_attention({{0, 1, 2, 0}}, sea_sentence::korean_keys, numbers);
    CHECK_THAT(exact.output(0, 0), WithinAbs(2.7288, 0.00005));
    CHECK(exact.scores == Matrix{{0, 4, 5, 0}});
    CHECK_THAT(exact.weights(0, 1), WithinAbs(0.2663, 0.00005));
    // The share of 가고 rises, and the average of the entries' numbers moves away from 3.
    const AttentionTrace motion =
        dot_product_attention({{0, 0, 2, 0}}, sea_sentence::korean_keys, numbers);
    CHECK(motion.weights(0, 2) > leaving.weights(0, 2));
    CHECK(3 - motion.output(0, 0) > 3 - leaving.output(0, 0));
}

TEST_CASE("To want takes in to go", "[03_query_key_value][S1-04]") {
    const AttentionTrace want = dot_product_attention(
        {{0, 0, 2, 0}}, sea_sentence::korean_keys, sea_sentence::korean_keys);
    CHECK_THAT(want.weights(0, 2),  // scores 0, 2, 4, 0
               WithinAbs(std::exp(4.0) / (2 + std::exp(2.0) + std::exp(4.0)), 1e-15));
    CHECK(cosine(want.output.row(0), sea_sentence::korean_keys.row(2)) > 0.97);
}

TEST_CASE("The sea is 바다에, and want is 싶어", "[chapter16][S1-03]") {
    const AttentionTrace trace =
        dot_product_attention(sea_sentence::english_queries, sea_sentence::korean_keys,
                              sea_sentence::korean_keys);
    REQUIRE(shape_text(trace.weights) == "7x4");
    const std::size_t wanted[] = {0, 3, 2, 2, 99, 1, 1};  // the second "to" is a tie
    for (std::size_t i = 0; i < 7; ++i) {
        if (i != 4) CHECK(argmax(trace.weights.row(i)) == wanted[i]);
    }
    CHECK(trace.weights(4, 1) == trace.weights(4, 2));
    CHECK(trace.weights(6, 1) > 0.94);
    CHECK(trace.weights(6, 3) < 0.01);
    // By hand, docs/16_translation.md: scores 0, 6, 3, 0.
    const double sum = std::exp(6) + std::exp(3) + 2;
    CHECK_THAT(trace.weights(6, 1), WithinAbs(std::exp(6) / sum, 1e-15));
    CHECK_THAT(trace.output(6, 1), WithinAbs((2 * std::exp(6) + std::exp(3)) / sum, 1e-15));
}

TEST_CASE("One query and one key: the score is one number, the weight is 1",
          "[03_query_key_value][S2-01][S2-02][S2-03][S2-04]") {
    using namespace animal_sentence;
    const AttentionTrace pair = dot_product_attention(
        row_of(vectors, it), row_of(vectors, animal), row_of(vectors, animal));
    CHECK(pair.scores == Matrix{{7}});
    CHECK(pair.weights == Matrix{{1}});
    CHECK(pair.output == row_of(vectors, animal));
}

TEST_CASE("One query over eleven keys is eleven dot products in a row",
          "[03_query_key_value][S2-07][S2-08][S2-12]") {
    using namespace animal_sentence;
    REQUIRE(words.size() == 11);
    CHECK(words[it] == "it");
    CHECK(words[animal] == "animal");
    const AttentionTrace one = dot_product_attention(row_of(vectors, it), vectors, vectors);
    CHECK(shape_text(one.scores) == "1x11");
    for (std::size_t j = 0; j < 11; ++j) {
        CHECK(one.scores(0, j) == dot(vectors.row(it), vectors.row(j)));
    }
    CHECK_THAT(one.weights(0, animal), WithinAbs(0.83, 0.005));
    CHECK(shape_text(one.output) == "1x3");  // the query's shape
}

TEST_CASE("Attention is no equal sharing, but a zero query's is",
          "[03_query_key_value][S1-02]") {
    using namespace animal_sentence;
    const AttentionTrace all = dot_product_attention(vectors, vectors, vectors);
    for (std::size_t j = 0; j < 11; ++j) {
        CHECK_THAT(all.weights(0, j), WithinAbs(1.0 / 11, 1e-15));
    }
    CHECK(all.weights(it, animal) > 9 * all.weights(0, animal));
}

TEST_CASE("With wide for tired, it asks the same and still finds the animal",
          "[03_query_key_value]") {
    using namespace animal_sentence;
    const Matrix& wide = vectors_if_wide;
    const AttentionTrace trace = dot_product_attention(row_of(wide, it), wide, wide);
    CHECK_THAT(trace.weights(0, animal), WithinAbs(0.84, 0.005));
}

TEST_CASE("all has the longest key, and by direction alone you would choose love",
          "[03_query_key_value]") {
    using namespace small_example;
    const std::size_t you = 2, love = 1, all = 3;
    const Matrix scores = matmul_transpose_b(q, k);
    CHECK(argmax(scores.row(you)) == all);
    CHECK_THAT(norm(k.row(all)), WithinAbs(std::sqrt(10.0), 1e-12));
    CHECK_THAT(cosine(q.row(you), k.row(love)), WithinAbs(2 / std::sqrt(7.0), 1e-12));
    CHECK_THAT(cosine(q.row(you), k.row(all)), WithinAbs(4 / std::sqrt(70.0), 1e-12));
}

TEST_CASE("Attention keeps the shape, but twice is not once",
          "[03_query_key_value][S2-13]") {
    const Matrix& x = animal_sentence::vectors;
    const Matrix once = dot_product_attention(x, x, x).output;
    const Matrix twice = dot_product_attention(once, once, once).output;
    CHECK(shape_text(once) == shape_text(x));
    CHECK(shape_text(twice) == shape_text(x));
    CHECK(max_abs_difference(once, twice) > 1);
}

TEST_CASE("The output has a row for each query, whatever keys and values are",
          "[03_query_key_value][S2-14][S2-17]") {
    const AttentionTrace trace =
        dot_product_attention(Matrix(2, 3, 0.5), Matrix(11, 3, 0.5), Matrix(11, 5, 0.5));
    CHECK(trace.output.rows() == 2);
    CHECK(trace.output.cols() == 5);
}

TEST_CASE("Words as columns are refused", "[03_query_key_value][S0-02]") {
    const Matrix& x = animal_sentence::vectors;
    CHECK_THROWS_AS(dot_product_attention(transpose(x), x, x), ShapeError);
    CHECK_THROWS_AS(dot_product_attention(x, transpose(x), transpose(x)), ShapeError);
}

TEST_CASE("Q, K and V come from the same words through three matrices",
          "[03_query_key_value][S0-01][S2-16]") {
    const Matrix& X = small_example::x;
    const Matrix& W_q = small_example::w_q;
    CHECK(matmul(X, W_q) == small_example::q);
    CHECK(matmul(X, small_example::w_k) == small_example::k);
    CHECK(matmul(X, small_example::w_v) == small_example::v);
    CHECK(max_abs_difference(small_example::q, small_example::k) > 0);
    // The sentence at once, or word by word: the same to the last bit.
    for (std::size_t i = 0; i < X.rows(); ++i) {
        CHECK(matmul(row_of(X, i), W_q) == row_of(small_example::q, i));
    }
}

}  // namespace attn::chapters::ch03

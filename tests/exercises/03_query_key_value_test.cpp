// What chapter 3's exercises have to do, whether the reader or we wrote them.
#include "chapters/03_query_key_value/exercises.hpp"

#include <stdexcept>
#include <vector>

#include "attn/attention.hpp"
#include "attn/random.hpp"
#include "attn/shape_error.hpp"
#include "catch.hpp"
#include "chapters/examples/sentences.hpp"
#include "chapters/examples/small_example.hpp"
#include "matrix_matchers.hpp"

using namespace attn;
using namespace attn::exercises;
using Catch::Matchers::WithinAbs;

namespace {

using Keys = std::vector<std::size_t>;

const Matrix one{{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}, {0, 0, 0, 1}};

}  // namespace

TEST_CASE("hard_attention gives I love's value, love you's, you all's and all you's") {
    using namespace small_example;
    CHECK(hard_attention(q, k, v) ==
          Matrix{{0, 3, 0, -1}, {2, 0, -1, 0}, {0, 0, 0, 2}, {2, 0, -1, 0}});
}

TEST_CASE("hard_attention is what attention comes to when the queries grow") {
    Random generator(4);
    const Matrix q = random_normal_matrix(5, 3, generator);
    const Matrix k = random_normal_matrix(7, 3, generator);
    const Matrix v = random_normal_matrix(7, 2, generator);
    CHECK_THAT(hard_attention(q, k, v),
               IsCloseTo(dot_product_attention(q * 1e4, k, v).output, 1e-6));
}

TEST_CASE("hard_attention takes the first of equal keys, and refuses what does not fit") {
    CHECK(hard_attention({{1, 0}}, {{0, 5}, {2, 0}, {2, 1}}, {{10}, {20}, {30}}) ==
          Matrix{{20}});
    CHECK_THROWS_AS(hard_attention(Matrix(2, 3), Matrix(5, 2), Matrix(5, 7)), ShapeError);
    CHECK_THROWS_AS(hard_attention(Matrix(2, 3), Matrix(5, 3), Matrix(7, 3)), ShapeError);
    CHECK_THROWS_AS(hard_attention(Matrix(2, 3), Matrix(0, 3), Matrix(0, 7)), ShapeError);
}

TEST_CASE("look_up gives each query its row of attention's output") {
    Random generator(6);
    const Matrix q = random_normal_matrix(5, 3, generator);
    const Matrix k = random_normal_matrix(7, 3, generator);
    const Matrix v = random_normal_matrix(7, 2, generator);
    const Matrix output = dot_product_attention(q, k, v).output;
    for (std::size_t i = 0; i < 5; ++i) {
        const std::vector<double> row = look_up(q.row(i), k, v);
        REQUIRE(row.size() == 2);
        for (std::size_t c = 0; c < 2; ++c)
            CHECK_THAT(row[c], WithinAbs(output(i, c), 1e-14));
    }
}

TEST_CASE("look_up with 1 on the diagonal for values gives the weights, and we is torn") {
    const std::vector<double> we{3, 3, -3, -2},
        weights = look_up(we, small_example::k, one);
    REQUIRE(weights.size() == 4);
    CHECK_THAT(weights[1], WithinAbs(0.4994, 5e-5));
    CHECK(weights[1] == weights[2]);
}

TEST_CASE("look_up survives long queries, and refuses what does not fit") {
    const std::vector<double> query{1000, 0, 0, 0}, short_one{1, 2};
    CHECK(look_up(query, one, one)[0] == 1);
    CHECK_THROWS_AS(look_up(short_one, one, one), ShapeError);
    CHECK_THROWS_AS(look_up(query, one, Matrix(3, 2)), ShapeError);
    CHECK_THROWS_AS(look_up(query, Matrix(0, 4), Matrix(0, 2)), ShapeError);
}

TEST_CASE("favourite_keys finds the largest score wherever it stands") {
    const Matrix scores{{3, 1, 2}, {-5, -7, -1}};
    CHECK(favourite_keys(scores, 0) == Keys{0});
    CHECK(favourite_keys(scores, 1) == Keys{2});
    CHECK(favourite_keys({{4, 4, 1, 4}}, 0) == Keys{0, 1, 3});
    CHECK(favourite_keys(Matrix(1, 0), 0).empty());
    CHECK_THROWS_AS(favourite_keys(scores, 2), std::out_of_range);
}

TEST_CASE("favourite_keys shows that only the second to of the translation is torn") {
    using namespace sea_sentence;
    const Matrix scores = matmul_transpose_b(english_queries, korean_keys);
    for (std::size_t i = 0; i < english.size(); ++i) {
        CHECK(favourite_keys(scores, i).size() == (i == 5 ? 2 : 1));
    }
    CHECK(favourite_keys(scores, 5) == Keys{1, 2});
    CHECK(korean[1] == "바다에");
    CHECK(korean[2] == "가고");
}

TEST_CASE("favourite_keys shows which of the five guests are torn") {
    const Matrix guests{{2, 1}, {10, 10}, {10, 0}, {0, 0}, {0, -2}};
    const Matrix dishes{{1, 1}, {1, -1}, {-1, 0}, {-1, -1}};
    const Matrix scores = matmul_transpose_b(guests, dishes);
    const Keys wanted[] = {{0}, {0}, {0, 1}, {0, 1, 2, 3}, {1, 3}};
    for (std::size_t i = 0; i < 5; ++i) CHECK(favourite_keys(scores, i) == wanted[i]);
}

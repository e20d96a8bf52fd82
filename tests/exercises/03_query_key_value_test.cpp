// What chapter 3's exercises have to do, whether the reader or we wrote them.
#include "chapters/03_query_key_value/exercises.hpp"

#include <cmath>
#include <vector>

#include "attn/attention.hpp"
#include "attn/random.hpp"
#include "attn/shape_error.hpp"
#include "catch.hpp"
#include "chapters/examples/small_example.hpp"
#include "matrix_matchers.hpp"

using namespace attn;
using namespace attn::exercises;
using Catch::Matchers::WithinAbs;

namespace {

const Matrix one{{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}, {0, 0, 0, 1}};

}  // namespace

TEST_CASE("hard_attention of the small sentence") {
    using namespace small_example;
    CHECK(hard_attention(q, k, v) ==
          Matrix{{0, 3, 0, -1}, {2, 0, -1, 0}, {0, 0, 0, 2}, {2, 0, -1, 0}});
}

TEST_CASE("hard_attention beside attention with long queries") {
    Random generator(4);
    const Matrix q = random_normal_matrix(5, 3, generator);
    const Matrix k = random_normal_matrix(7, 3, generator);
    const Matrix v = random_normal_matrix(7, 2, generator);
    CHECK_THAT(hard_attention(q, k, v),
               IsCloseTo(dot_product_attention(q * 1e4, k, v).output, 1e-6));
}

TEST_CASE("hard_attention of equal keys, and of what does not fit") {
    CHECK(hard_attention({{1, 0}}, {{0, 5}, {2, 0}, {2, 1}}, {{10}, {20}, {30}}) ==
          Matrix{{20}});
    CHECK_THROWS_AS(hard_attention(Matrix(2, 3), Matrix(5, 2), Matrix(5, 7)), ShapeError);
    CHECK_THROWS_AS(hard_attention(Matrix(2, 3), Matrix(5, 3), Matrix(7, 3)), ShapeError);
    CHECK_THROWS_AS(hard_attention(Matrix(2, 3), Matrix(0, 3), Matrix(0, 7)), ShapeError);
}

TEST_CASE("look_up one query after the other") {
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

TEST_CASE("look_up with 1 on the diagonal for values") {
    const std::vector<double> we{3, 3, -3, -2},
        weights = look_up(we, small_example::k, one);
    REQUIRE(weights.size() == 4);
    CHECK_THAT(weights[1], WithinAbs(0.4994, 5e-5));
    CHECK(weights[1] == weights[2]);
}

TEST_CASE("look_up with a long query, and with what does not fit") {
    const std::vector<double> query{1000, 0, 0, 0}, short_one{1, 2};
    CHECK(look_up(query, one, one)[0] == 1);
    CHECK_THROWS_AS(look_up(short_one, one, one), ShapeError);
    CHECK_THROWS_AS(look_up(query, one, Matrix(3, 2)), ShapeError);
    CHECK_THROWS_AS(look_up(query, Matrix(0, 4), Matrix(0, 2)), ShapeError);
}

TEST_CASE("is_between of attention's outputs") {
    Random generator(8);
    for (int time = 0; time < 20; ++time) {
        const Matrix q = random_normal_matrix(5, 3, generator) * 10;
        const Matrix k = random_normal_matrix(7, 3, generator);
        const Matrix v = random_normal_matrix(7, 2, generator);
        CHECK(is_between(dot_product_attention(q, k, v).output, v));
    }
    CHECK(is_between({{3, -1}}, {{3, -1}}));
}

TEST_CASE("is_between of what cannot be an average") {
    const Matrix v{{1, 10}, {3, 30}, {2, 20}};
    CHECK(is_between({{1, 30}, {2.5, 10}}, v));
    CHECK_FALSE(is_between({{1, 30}, {3.001, 10}}, v));
    CHECK_FALSE(is_between({{0.999, 10}}, v));
    CHECK_FALSE(is_between({{2, 5}}, v));
    CHECK_FALSE(is_between({{2, std::nan("")}}, v));
    CHECK_THROWS_AS(is_between(Matrix(5, 3), Matrix(7, 2)), ShapeError);
    CHECK_THROWS_AS(is_between(Matrix(5, 2), Matrix(0, 2)), ShapeError);
}

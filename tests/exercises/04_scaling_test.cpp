// What chapter 4's exercises have to do, whether the reader or we wrote them.
#include "chapters/04_scaling/exercises.hpp"

#include <cmath>
#include <stdexcept>
#include <vector>

#include "attn/attention.hpp"
#include "attn/random.hpp"
#include "attn/softmax.hpp"
#include "catch.hpp"
#include "chapters/examples/small_example.hpp"
#include "matrix_matchers.hpp"

using namespace attn;
using namespace attn::exercises;
using Catch::Matchers::WithinAbs;

namespace {

/// A query of ones, ten keys: one along it, nine against it. The values tell the keys apart.
const Matrix one_friend(1, 3, 1.0);
Matrix one_friend_among_ten() {
    Matrix keys(10, 3, -2.0);
    for (double& entry : keys.row(0)) entry = 5;
    return keys;
}
Matrix first_of_ten() {
    Matrix values(10, 1);
    values(0, 0) = 1;
    return values;
}

}  // namespace

TEST_CASE("attention of I love you all") {
    using namespace small_example;
    CHECK_THAT(exercises::attention(q, k, v),
               IsCloseTo({{0.7101, 1.6448, -0.2425, -0.4449},
                          {1.1861, 0.5022, 0.0970, -0.2403},
                          {0.1513, 0.7106, 0.1422, 0.9638},
                          {1.0891, 0.9518, -0.4372, -0.1268}},
                         5e-5));
}

TEST_CASE("attention of random numbers") {
    Random generator(5);
    for (int time = 0; time < 10; ++time) {
        const Matrix q = random_normal_matrix(5, 3, generator);
        const Matrix k = random_normal_matrix(7, 3, generator);
        const Matrix v = random_normal_matrix(7, 2, generator);
        CHECK_THAT(exercises::attention(q, k, v),
                   IsCloseTo(scaled_dot_product_attention(q, k, v).output, 1e-13));
    }
    CHECK(exercises::attention(Matrix(2, 3), Matrix(1, 3), {{7, 8, 9, 10}}) ==
          Matrix{{7, 8, 9, 10}, {7, 8, 9, 10}});
}

TEST_CASE("cosine_attention of two queries, by hand") {
    // Cosines by hand: 1 and 0 for the first query, 0.6 and 0.8 for the second.
    const Matrix q{{2, 0}, {3, 4}}, k{{1, 0}, {0, 7}}, v{{1, 0, 5}, {0, 1, 5}};
    const double e = std::exp(1), a = std::exp(0.6), b = std::exp(0.8);
    CHECK_THAT(
        cosine_attention(q, k, v),
        IsCloseTo({{e / (e + 1), 1 / (e + 1), 5}, {a / (a + b), b / (a + b), 5}}, 1e-14));
}

TEST_CASE("cosine_attention of longer queries and shorter keys") {
    Random generator(11);
    const Matrix q = random_normal_matrix(5, 7, generator);
    const Matrix k = random_normal_matrix(3, 7, generator);
    const Matrix v = random_normal_matrix(3, 2, generator);
    CHECK_THAT(cosine_attention(q * 100, k * 0.01, v),
               IsCloseTo(cosine_attention(q, k, v), 1e-13));
    CHECK_THROWS_AS(cosine_attention(Matrix(1, 7), k, v), std::domain_error);
}

TEST_CASE("cosine_attention among ten keys, of which one agrees") {
    const double most =
        cosine_attention(one_friend, one_friend_among_ten(), first_of_ten())(0, 0);
    CHECK_THAT(most, WithinAbs(0.4509, 5e-5));
    CHECK_THAT(most, WithinAbs(std::exp(2) / (std::exp(2) + 9), 1e-14));
}

TEST_CASE("scaled_queries before an attention that divides nothing") {
    Random generator(9);
    for (const std::size_t d_k : {1u, 3u, 64u}) {
        const Matrix q = random_normal_matrix(5, d_k, generator);
        const Matrix k = random_normal_matrix(7, d_k, generator);
        const Matrix v = random_normal_matrix(7, 2, generator);
        CHECK_THAT(dot_product_attention(scaled_queries(q), k, v).output,
                   IsCloseTo(scaled_dot_product_attention(q, k, v).output, 1e-13));
    }
}

#include "attn/learning/softmax_backward.hpp"

#include <cmath>
#include <limits>
#include <numeric>

#include "attn/random.hpp"
#include "attn/softmax.hpp"
#include "catch.hpp"
#include "matrix_matchers.hpp"
#include "slopes.hpp"

using namespace attn;

TEST_CASE("The slopes of three weights, by hand", "[learning]") {
    // The average is 0.5 * 4 + 0.25 * 0 + 0.25 * 8 = 4.
    const std::vector<double> p{0.5, 0.25, 0.25}, d_p{4, 0, 8};
    CHECK(softmax_backward(p, d_p) == std::vector<double>{0, -1, 1});
}

TEST_CASE("The rule of softmax is chapter 4's Jacobian", "[learning]") {
    Random generator(145);
    const Matrix scores = random_normal_matrix(1, 7, generator);
    const Matrix d_p = random_normal_matrix(1, 7, generator);
    const std::vector<double> p = softmax(scores.row(0));
    Matrix jacobian(7, 7);
    for (std::size_t i = 0; i < 7; ++i) {
        for (std::size_t j = 0; j < 7; ++j) jacobian(i, j) = p[i] * ((i == j) - p[j]);
    }
    const Matrix d_s = softmax_rows_backward(softmax_rows(scores), d_p);
    CHECK_THAT(d_s, IsCloseTo(matmul(d_p, jacobian), 1e-15));
    CHECK(std::abs(std::accumulate(d_s.row(0).begin(), d_s.row(0).end(), 0.0)) < 1e-15);
}

TEST_CASE("The slopes of softmax are those that are measured", "[learning]") {
    Random generator(146);
    Matrix scores = random_normal_matrix(3, 7, generator) * 2.0;
    const Matrix d_p = random_normal_matrix(3, 7, generator);
    slope_error([&] { return weighted_sum(softmax_rows(scores), d_p); }, scores,
                softmax_rows_backward(softmax_rows(scores), d_p));
}

TEST_CASE("A closed score has a slope of exactly 0", "[learning]") {
    const double closed = -std::numeric_limits<double>::infinity();
    const Matrix weights = softmax_rows(Matrix{{1, closed, 2, closed}, {closed, 0, 3, 1}});
    const Matrix d_s =
        softmax_rows_backward(weights, Matrix{{1, 2, 3, 4}, {-1e300, 6, 7, 8}});
    CHECK(d_s(0, 1) == 0);
    CHECK(d_s(0, 3) == 0);
    CHECK(d_s(1, 0) == 0);
    CHECK(std::abs(d_s(0, 0) + d_s(0, 2)) < 1e-15);
    // A query with no open key has no weights at all.
    CHECK(softmax_rows_backward(Matrix(1, 3), Matrix{{5, -6, 7}}) == Matrix(1, 3));
}

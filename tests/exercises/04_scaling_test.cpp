// What chapter 4's exercises have to do, whether the reader or we wrote them.
#include "chapters/04_scaling/exercises.hpp"

#include <cmath>
#include <stdexcept>
#include <vector>

#include "attn/attention.hpp"
#include "attn/random.hpp"
#include "attn/softmax.hpp"
#include "catch.hpp"
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

/// The standard deviation of the additive score of random vectors, all numbers normal.
double deviation_of_additive_scores(std::size_t hidden) {
    Random generator(7);
    double squares = 0;
    const int draws = 2000;
    for (int draw = 0; draw < draws; ++draw) {
        const Matrix qkw = random_normal_matrix(2, 3, generator);
        const Matrix w = random_normal_matrix(1, hidden, generator);
        const Matrix a = random_normal_matrix(3, hidden, generator);
        const Matrix b = random_normal_matrix(3, hidden, generator);
        squares += std::pow(additive_score(qkw.row(0), qkw.row(1), w.row(0), a, b), 2);
    }
    return std::sqrt(squares / draws);
}

}  // namespace

TEST_CASE("cosine_attention averages the values by the weights of the cosines") {
    // Cosines by hand: 1 and 0 for the first query, 0.6 and 0.8 for the second.
    const Matrix q{{2, 0}, {3, 4}}, k{{1, 0}, {0, 7}}, v{{1, 0, 5}, {0, 1, 5}};
    const double e = std::exp(1), a = std::exp(0.6), b = std::exp(0.8);
    CHECK_THAT(
        cosine_attention(q, k, v),
        IsCloseTo({{e / (e + 1), 1 / (e + 1), 5}, {a / (a + b), b / (a + b), 5}}, 1e-14));
}

TEST_CASE("cosine_attention does not notice how long queries and keys are") {
    Random generator(11);
    const Matrix q = random_normal_matrix(5, 7, generator);
    const Matrix k = random_normal_matrix(3, 7, generator);
    const Matrix v = random_normal_matrix(3, 2, generator);
    CHECK_THAT(cosine_attention(q * 100, k * 0.01, v),
               IsCloseTo(cosine_attention(q, k, v), 1e-13));
    CHECK_THROWS_AS(cosine_attention(Matrix(1, 7), k, v), std::domain_error);
}

TEST_CASE("cosine_attention cannot be sure, of ten keys none gets more than 0.4509") {
    const double most =
        cosine_attention(one_friend, one_friend_among_ten(), first_of_ten())(0, 0);
    CHECK_THAT(most, WithinAbs(0.4509, 5e-5));
    CHECK_THAT(most, WithinAbs(std::exp(2) / (std::exp(2) + 9), 1e-14));
}

TEST_CASE("divisor_for finds what two scores can be solved for") {
    // A lead of 6 has the weight 3/4 where e^(6 / divisor) is 3.
    CHECK_THAT(divisor_for({{6, 0}}, 0.75), WithinAbs(6 / std::log(3), 1e-5));
    CHECK_THAT(divisor_for({{1, 7}, {-2, -8}}, 0.75), WithinAbs(6 / std::log(3), 1e-5));
    CHECK_THAT(divisor_for({{0, 1, 0, 0}}, 0.5), WithinAbs(1 / std::log(3), 1e-5));
}

TEST_CASE("divisor_for takes the mean over the rows") {
    const Matrix scores{{4, 0}, {0, 1}};
    const double divisor = divisor_for(scores, 0.8);
    const Matrix weights = softmax_rows(scores * (1 / divisor));
    CHECK_THAT((weights(0, 0) + weights(1, 1)) / 2, WithinAbs(0.8, 1e-5));
}

TEST_CASE(
    "divisor_for finds half of root 64 and a little more, where the top of ten keys gets half") {
    Random generator(1);
    Matrix scores(2000, 10);
    for (std::size_t i = 0; i < scores.rows(); ++i) {
        const Matrix q = random_normal_matrix(1, 64, generator);
        const Matrix k = random_normal_matrix(10, 64, generator);
        for (std::size_t j = 0; j < 10; ++j) scores(i, j) = matmul_transpose_b(q, k)(0, j);
    }
    CHECK_THAT(divisor_for(scores, 0.5), WithinAbs(4.36, 0.15));
}

TEST_CASE("additive_score adds up the hidden units") {
    const std::vector<double> q{1, 2}, k{0.5, -1}, w{2, -1, 0.5};
    const Matrix a{{1, 0, 2}, {0, 1, -1}}, b{{2, 0, 4}, {0, 1, 1}};
    // Before tanh: 1 + 1, 2 - 1, and (2 - 2) + (2 - 1).
    CHECK_THAT(
        additive_score(q, k, w, a, b),
        WithinAbs(2 * std::tanh(2.0) - std::tanh(1.0) + 0.5 * std::tanh(1.0), 1e-15));
}

TEST_CASE("additive_score has a deviation that grows with the root of the hidden width") {
    const double narrow = deviation_of_additive_scores(4);
    CHECK_THAT(deviation_of_additive_scores(64) / narrow, WithinAbs(4, 0.3));
}

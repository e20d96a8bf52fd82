// What chapter 2 says of scores and weights, and its figures with a reader's own numbers.
#include "chapters/02_softmax/02_softmax.hpp"

#include <cmath>
#include <variant>
#include <vector>

#include "attn/softmax.hpp"
#include "catch.hpp"
#include "chapters/examples/sentences.hpp"
#include "chapters/printing/rows.hpp"
#include "plots/svg_text.hpp"

namespace attn::chapters::ch02 {

using Catch::Matchers::WithinAbs;

namespace {

using Vector = std::vector<double>;

bool rows_sum_to_1(const Matrix& weights) {
    for (std::size_t i = 0; i < weights.rows(); ++i) {
        if (std::abs(sum_of(weights.row(i)) - 1) > 1e-12) return false;
    }
    return true;
}

double plain_fraction(const Vector& scores, std::size_t i) {
    return scores[i] / sum_of(scores);
}

}  // namespace

TEST_CASE("The scores of it are chapter 1's and become these weights, by hand",
          "[02_softmax][S3-19][S2-10]") {
    const Matrix& x = animal_sentence::five_words;
    CHECK(row_of(matmul_transpose_b(x, x), 3) == one_row(scores_of_it));
    CHECK_THAT(1096.633 + 54.598 + 0.135 + 148.413 + 20.086, WithinAbs(1319.865, 1e-9));
    const Vector by_hand{1096.633, 54.598, 0.135, 148.413, 20.086};
    const Vector weights = softmax_naive(scores_of_it);
    REQUIRE(weights.size() == 5);
    for (std::size_t i = 0; i < 5; ++i) {
        CHECK_THAT(weights[i], WithinAbs(by_hand[i] / 1319.865, 1e-5));
        CHECK(weights[i] > 0);
        CHECK(weights[i] < 1);
    }
    CHECK_THAT(sum_of(weights), WithinAbs(1, 1e-15));
    // 50 minutes, 7 minutes, a third of a second.
    CHECK_THAT(60 * weights[0], WithinAbs(50, 0.5));
    CHECK_THAT(60 * weights[3], WithinAbs(7, 0.5));
    CHECK_THAT(3600 * weights[2], WithinAbs(1 / 3.0, 0.05));
}

TEST_CASE("Doubled for each point of lead, by hand: 512 of 737", "[02_softmax]") {
    const Vector shares{512, 64, 1, 128, 32};
    const Vector weights = softmax_naive(divided(scores_of_it, 1 / std::log(2.0)));
    CHECK(sum_of(shares) == 737);
    for (std::size_t i = 0; i < 5; ++i)
        CHECK_THAT(weights[i], WithinAbs(shares[i] / 737, 1e-14));
    CHECK_THAT(1 / std::log(2.0), WithinAbs(1.4427, 0.00005));
}

TEST_CASE("The ratio of two weights is e to the scores' difference", "[02_softmax]") {
    for (const Vector& scores : {Vector{4, 2, 2, 5}, {-3, 4, 0.5}, {99, 9}}) {
        const Vector weights = softmax_naive(scores);
        CHECK_THAT(weights[0] / weights[1] / std::exp(scores[0] - scores[1]),
                   WithinAbs(1, 1e-12));
    }
}

TEST_CASE("Softmax does not notice a constant, and does notice a factor",
          "[02_softmax][S3-21]") {
    const Vector weights = softmax_naive(Vector{1, 3});
    for (const Vector& shifted : {Vector{101, 103}, {-99, -97}, {1.25, 3.25}}) {
        CHECK_THAT(softmax_naive(shifted)[1], WithinAbs(weights[1], 1e-14));
    }
    CHECK(softmax_naive(Vector{2, 6})[1] > weights[1] + 0.1);
    // The plain fraction has it the other way round.
    CHECK(plain_fraction({1, 3}, 1) == 0.75);
    CHECK(plain_fraction({2, 6}, 1) == 0.75);
    CHECK(plain_fraction({101, 103}, 1) == 103.0 / 204);
}

TEST_CASE("The plain fraction of {99, 9} is 0.0833, and others are no weights",
          "[02_softmax][S3-21]") {
    CHECK_THAT(plain_fraction({99, 9}, 1), WithinAbs(0.083333333333333333, 1e-16));
    CHECK_THAT(softmax_naive(Vector{99, 9})[1] / 8.194012624e-40, WithinAbs(1, 1e-9));
    CHECK(plain_fraction({-3, 4}, 0) == -3);
    CHECK(std::isinf(plain_fraction({-4, 4}, 1)));
    CHECK(std::isnan(plain_fraction({0, 0}, 1)));
    // street is handed minus seven minutes, and the others 67.
    CHECK_THAT(60 * plain_fraction(scores_of_it, 2), WithinAbs(-7.06, 0.005));
    CHECK_THAT(60 * (1 - plain_fraction(scores_of_it, 2)), WithinAbs(67, 0.1));
}

TEST_CASE(
    "Along the rows all rows sum to 1, and a mutant that goes down the columns is caught",
    "[02_softmax][S0-19]") {
    const Matrix& x = animal_sentence::five_words;
    const Matrix scores = matmul_transpose_b(x, x);
    const Matrix correct = weights_along_rows(scores), wrong = weights_down_columns(scores);
    CHECK(rows_sum_to_1(correct));
    CHECK(rows_sum_to_1(transpose(wrong)));
    const double minutes[] = {149, 42, 61, 19, 29};  // of its hour, that each has listened
    for (std::size_t i = 0; i < 5; ++i) {
        CHECK_THAT(60 * sum_of(wrong.row(i)), WithinAbs(minutes[i], 0.5));
    }
    // One query alone: every column is a single number.
    CHECK(weights_down_columns(Matrix{{4, 2, 2, 5}}) == Matrix{{1, 1, 1, 1}});
    // Unequal primes: the axes cannot be confused.
    const Matrix tall{{1, 2, 0}, {0, 1, -1}, {3, 0, 1}, {1, 1, 1}, {0, 0, 2}};
    CHECK(rows_sum_to_1(weights_along_rows(tall)));
    CHECK_FALSE(rows_sum_to_1(weights_down_columns(tall)));
}

TEST_CASE("What the text says of its exercises holds", "[02_softmax]") {
    CHECK_THAT(softmax_naive(Vector{4.6, 0})[0], WithinAbs(0.9900, 0.0001));
    CHECK_THAT(std::exp(4.6), WithinAbs(99.5, 0.05));
    CHECK_THAT(softmax_naive(Vector{14, 8, -4, 10, 6})[0], WithinAbs(0.9793, 0.00005));
    CHECK_THAT(softmax_naive(divided(Vector{99, 9}, 20))[0], WithinAbs(0.9890, 0.00005));
    CHECK_THAT(std::exp(4.5), WithinAbs(90, 0.05));
    CHECK(std::isnan(softmax_naive(Vector{710 / 1.0003, 0})[0]));
    CHECK(softmax_naive(Vector{710 / 1.0004, 0})[0] == 1);
    const Matrix& x = animal_sentence::five_words;
    const Matrix wrong = weights_down_columns(matmul_transpose_b(x, x) / 100);
    const Vector wanted{1.0184, 1.0039, 0.9817, 1.0039, 0.9921};
    for (std::size_t i = 0; i < 5; ++i) {
        CHECK_THAT(sum_of(wrong.row(i)), WithinAbs(wanted[i], 0.00005));
    }
}

TEST_CASE("Chapter 2's figures can be drawn with any scores", "[02_softmax]") {
    for (const Vector& scores :
         {Vector{0}, {0, 0}, {-3, -4}, {710, 3}, {1e-300, 5}, {700, -700, 3, 4, 5, 6, 7}}) {
        const Labels names(scores.size(), "x");
        if (scores[0] < 709) CHECK_NOTHROW(plots::svg_text(weights_figure(names, scores)));
        for (const double t : {0.1, 0.5, 1.0, 20.0}) {
            CHECK_NOTHROW(plots::svg_text(temperature_figure(names, scores, t)));
        }
    }
}

}  // namespace attn::chapters::ch02

// What chapter 5's exercises have to do, whether the reader or we wrote them.
#include "chapters/05_overflow/exercises.hpp"

#include <algorithm>
#include <cmath>
#include <span>
#include <vector>

#include "attn/attention.hpp"
#include "attn/shape_error.hpp"
#include "attn/softmax.hpp"
#include "catch.hpp"
#include "chapters/examples/small_example.hpp"
#include "infinity.hpp"
#include "matrix_matchers.hpp"

using namespace attn;
using namespace attn::exercises;
using Catch::Matchers::WithinAbs;

namespace {

using Vector = std::vector<double>;

RunningSum read_all(const Vector& scores) {
    RunningSum running;
    for (const double score : scores) running = with_score(running, score);
    return running;
}

}  // namespace

TEST_CASE("stable_attention of I love you all") {
    using namespace small_example;
    CHECK_THAT(stable_attention(q, k, v),
               IsCloseTo(scaled_dot_product_attention(q, k, v).output, 1e-13));
}

TEST_CASE("stable_attention where you scores love 800") {
    using namespace small_example;
    CHECK(stable_attention({{1600, 0, 0, 0}}, k, v) == Matrix{{0, 3, 0, -1}});
}

TEST_CASE("stable_attention where every score is far below 0") {
    const Matrix k{{1, 0}, {2, 0}}, v{{3}, {5}};
    CHECK(stable_attention({{-2000, 0}}, k, v) == Matrix{{3}});
}

TEST_CASE("stable_attention of one row far above the other") {
    const Matrix q{{2000, 0}, {-2000, 0}, {0, 3}}, k{{1, 2}, {1, -1}, {1, 2}},
        v{{3}, {6}, {5}};
    CHECK_THAT(stable_attention(q, k, v),
               IsCloseTo(scaled_dot_product_attention(q, k, v).output, 1e-13));
}

TEST_CASE("log_softmax of 200 and 0 is 0 and -200") {
    CHECK(log_softmax(Vector{200, 0}) == Vector{0, -200});
    CHECK(log_softmax(Vector{99, 9}) == Vector{0, -90});
}

TEST_CASE("log_softmax keeps what the logarithm of a weight has lost") {
    CHECK(log_softmax(Vector{1000, 0}) == Vector{0, -1000});
    CHECK(std::isinf(std::log(softmax(Vector{1000, 0})[1])));
    CHECK_THAT(log_softmax(Vector{-800, -801})[1],
               WithinAbs(-1 - std::log(1 + std::exp(-1)), 1e-12));
}

TEST_CASE("log_softmax is the logarithm of softmax, and refuses no scores") {
    const Vector scores{4, 2, 2, 5, -3}, weights = softmax(scores),
                                         logs = log_softmax(scores);
    REQUIRE(logs.size() == 5);
    for (std::size_t i = 0; i < 5; ++i)
        CHECK_THAT(logs[i], WithinAbs(std::log(weights[i]), 1e-14));
    CHECK_THROWS_AS(log_softmax(Vector{}), ShapeError);
}

TEST_CASE("with_score keeps the largest score and the sum of the exponentials below it") {
    const RunningSum one = with_score(RunningSum{}, 3);
    CHECK(one.largest == 3);
    CHECK(one.sum == 1);
    const RunningSum lower = with_score(one, 1);
    CHECK(lower.largest == 3);
    CHECK_THAT(lower.sum, WithinAbs(1 + std::exp(-2), 1e-15));
    const RunningSum higher = with_score(lower, 5);
    CHECK(higher.largest == 5);
    CHECK_THAT(higher.sum, WithinAbs(1 + std::exp(-2) + std::exp(-4), 1e-15));
}

TEST_CASE("with_score has read what log_sum_exp needs two passes for") {
    for (const Vector& scores :
         {Vector{99, 9}, Vector{1, 2, 3, 4, 5, 700, 5000}, Vector{5, 4, 3, 2, 1},
          Vector{-800, -801, -799.5}, Vector{2, 2, 2}}) {
        const RunningSum running = read_all(scores);
        CHECK(running.largest == *std::max_element(scores.begin(), scores.end()));
        CHECK_THAT(running.largest + std::log(running.sum),
                   WithinAbs(log_sum_exp(scores), 1e-12));
    }
}

TEST_CASE("with_score gives a softmax that never overflows") {
    const Vector scores{1000, 1001, 999};
    const RunningSum running = read_all(scores);
    for (std::size_t i = 0; i < 3; ++i) {
        CHECK_THAT(std::exp(scores[i] - running.largest) / running.sum,
                   WithinAbs(softmax(scores)[i], 1e-15));
    }
}

TEST_CASE("with_score adds nothing for -infinity, wherever it stands") {
    for (const Vector& scores :
         {Vector{-infinity, 0, 1}, Vector{0, -infinity, 1}, Vector{0, 1, -infinity}}) {
        CHECK_THAT(read_all(scores).sum, WithinAbs(1 + std::exp(-1), 1e-15));
    }
    CHECK(read_all({-infinity, -infinity}).sum == 0);
}

#include "attn/learning/loss.hpp"

#include <cmath>
#include <limits>

#include "attn/random.hpp"
#include "attn/shape_error.hpp"
#include "catch.hpp"
#include "matrix_matchers.hpp"
#include "slopes.hpp"

using namespace attn;

TEST_CASE("Cross-entropy of equal scores is the logarithm of their number", "[learning]") {
    CHECK(std::abs(cross_entropy(Matrix(3, 2), {0, 1, 1}) - std::log(2.0)) < 1e-15);
    CHECK(std::abs(cross_entropy(Matrix(2, 7, -50.0), {6, 0}) - std::log(7.0)) < 1e-13);
    CHECK(cross_entropy_backward(Matrix(1, 2), {1}) == Matrix{{0.5, -0.5}});
}

TEST_CASE("Cross-entropy by hand: rows without a target do not count", "[learning]") {
    // Weights 3/4 and 1/4, then 1/5 and 4/5.
    const Matrix scores{{std::log(3.0), 0}, {9, 9}, {0, std::log(4.0)}};
    const std::vector<std::size_t> targets{0, no_target, 0};
    CHECK(std::abs(cross_entropy(scores, targets) -
                   (std::log(4.0 / 3) + std::log(5.0)) / 2) < 1e-15);
    CHECK_THAT(cross_entropy_backward(scores, targets),
               IsCloseTo(Matrix{{-0.125, 0.125}, {0, 0}, {-0.4, 0.4}}, 1e-15));
}

TEST_CASE("Cross-entropy has a value where the weight has none", "[learning]") {
    CHECK(cross_entropy(Matrix{{0, 5000}}, {0}) == 5000);
    CHECK(cross_entropy(Matrix{{0, 5000}}, {1}) == 0);
    CHECK(cross_entropy_backward(Matrix{{0, 5000}}, {0}) == Matrix{{-1, 1}});
    const double closed = -std::numeric_limits<double>::infinity();
    CHECK(cross_entropy_backward(Matrix{{closed, 1, 1}}, {1}) == Matrix{{0, -0.5, 0.5}});
}

TEST_CASE("The slopes of the loss are those that are measured", "[learning]") {
    Random generator(181);
    Matrix scores = random_normal_matrix(5, 7, generator);
    const std::vector<std::size_t> targets{6, 0, no_target, 3, 3};
    slope_error([&] { return cross_entropy(scores, targets); }, scores,
                cross_entropy_backward(scores, targets));
}

// What chapter 2's exercises have to do, whether the reader or we wrote them.
#include "chapters/02_softmax/exercises.hpp"

#include <cmath>
#include <stdexcept>
#include <vector>

#include "attn/matrix.hpp"
#include "attn/shape_error.hpp"
#include "attn/softmax.hpp"
#include "catch.hpp"
#include "infinity.hpp"

using namespace attn;
using namespace attn::exercises;
using Catch::Matchers::WithinAbs;

namespace {

using Vector = std::vector<double>;

const Vector scores{4, 2, 2, 5};

}  // namespace

TEST_CASE("softmax_at temperature 1") {
    for (const Vector& row : {scores, Vector{-3, 4, 0.1}, Vector{7}}) {
        CHECK(softmax_at(row, 1) == softmax_naive(row));
    }
}

TEST_CASE("softmax_at other temperatures") {
    CHECK_THAT(softmax_at(scores, 0.5)[3], WithinAbs(0.8770, 5e-5));
    CHECK_THAT(softmax_at(scores, 2)[3], WithinAbs(0.4871, 5e-5));
    CHECK_THAT(softmax_at(scores, 1e6)[1], WithinAbs(0.25, 1e-5));
    CHECK(softmax_at(scores, 0.5) == softmax_naive(Vector{8, 4, 4, 10}));
}

TEST_CASE("softmax_at what must be refused") {
    for (const double t : {0.0, -1.0, not_a_number}) {
        CHECK_THROWS_AS(softmax_at(scores, t), std::domain_error);
    }
    CHECK_THROWS_AS(softmax_at(Vector{}, 1), ShapeError);
}

TEST_CASE("are_weights of weights") {
    CHECK(are_weights(softmax_naive(scores)));
    CHECK(are_weights(softmax_naive(Vector{99, 9})));
    CHECK(are_weights(Vector{1, 0}));
    CHECK(are_weights(Vector(10, 0.1)));  // the sum is 0.99999999999999989
}

TEST_CASE("are_weights of what are none") {
    CHECK_FALSE(
        are_weights(Vector{-3, 4}));  // the plain fraction of -3 and 4: the sum is 1
    CHECK_FALSE(are_weights(Vector{0.5, 0.4999}));
    CHECK_FALSE(are_weights(Vector{0.5, 0.5, 1e-9}));
    CHECK_FALSE(are_weights(Vector{}));
    CHECK_FALSE(are_weights(Vector{0.5, not_a_number}));
    CHECK_FALSE(are_weights(Vector{not_a_number, 1}));
}

TEST_CASE("are_weights along either axis") {
    const Matrix x{{2, -1, 0}, {1, 2, 0}, {0, -1, 2}, {2, 0, 1}};
    const Matrix right = softmax_rows(matmul_transpose_b(x, x)), wrong = transpose(right);
    for (std::size_t i = 0; i < 4; ++i) {
        CHECK(are_weights(right.row(i)));
        CHECK_FALSE(are_weights(wrong.row(i)));
    }
}

TEST_CASE("weights_by_squares of some scores") {
    CHECK(weights_by_squares(Vector{1, 2, 1, -2}) == Vector{0.1, 0.4, 0.1, 0.4});
    CHECK(weights_by_squares(scores) == Vector{16 / 49.0, 4 / 49.0, 4 / 49.0, 25 / 49.0});
    CHECK_THROWS_AS(weights_by_squares(Vector{}), ShapeError);
}

TEST_CASE("weights_by_squares of others") {
    CHECK(weights_by_squares(Vector{-3, 3}) == Vector{0.5, 0.5});
    CHECK(std::isnan(weights_by_squares(Vector{0, 0})[1]));
}

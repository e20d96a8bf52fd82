#include "attn/vector.hpp"

#include <cmath>
#include <numbers>
#include <stdexcept>
#include <vector>

#include "catch.hpp"

using namespace attn;
using Catch::Matchers::WithinAbs;

namespace {

using Vector = std::vector<double>;

Vector arrow(double theta) {
    return {std::cos(theta), std::sin(theta)};
}

constexpr double pi = std::numbers::pi;

}  // namespace

TEST_CASE("dot multiplies entry by entry and adds up", "[vector]") {
    CHECK(dot(Vector{4, 3}, Vector{1, 2}) == 10);
    CHECK(dot(Vector{1, -2, 3}, Vector{4, 5, -6}) == -24);
    CHECK(dot(Vector{}, Vector{}) == 0);
}

TEST_CASE("The larger dot product is the more similar word", "[vector][S0-03]") {
    // Of equally long keys: the one that points where the query points.
    const Vector query = arrow(0.2);
    CHECK(dot(query, arrow(0.3)) > dot(query, arrow(1.0)));
    CHECK(dot(query, arrow(1.0)) > dot(query, arrow(2.0)));
}

TEST_CASE("norm is the root of the sum of squares", "[vector][S3-08]") {
    CHECK(norm(Vector{3, 4}) == 5);
    CHECK(norm(Vector{1, 2, 2}) == 3);
    CHECK(norm(Vector{-2}) == 2);
    CHECK(norm(Vector{0, 0}) == 0);
    CHECK(norm(Vector{}) == 0);
    CHECK(std::isinf(norm(Vector{1e200})));
    CHECK(norm(Vector{1e-200}) == 0);
}

TEST_CASE("dot equals length times length times cosine", "[vector][S3-07]") {
    const Vector a{0.3, -1.2, 2.5, 0.7};
    const Vector b{1.1, 0.4, -0.6, 2.2};
    CHECK_THAT(dot(a, b), WithinAbs(norm(a) * norm(b) * std::cos(angle(a, b)), 1e-14));
    CHECK_THAT(cosine(Vector{4, 3}, Vector{1, 2}), WithinAbs(2 / std::sqrt(5.0), 1e-15));
}

TEST_CASE("A longer key that points elsewhere wins the dot product", "[vector][S3-07]") {
    const Vector query{2, 1};
    const Vector near{1, 0.5};
    const Vector far{1, 3};
    CHECK(dot(query, near) == 2.5);
    CHECK(dot(query, far) == 5);
    CHECK_THAT(cosine(query, near), WithinAbs(1.0, 1e-15));
    CHECK_THAT(cosine(query, far), WithinAbs(std::sqrt(0.5), 1e-15));
    CHECK_THAT(angle(query, far), WithinAbs(pi / 4, 1e-15));
}

TEST_CASE("The angle is not the cosine: the cosine is a number of the angle",
          "[vector][S3-09]") {
    for (const double theta : {0.1, 0.5, 1.0, 2.0, 3.0}) {
        CHECK_THAT(angle(arrow(0), arrow(theta)), WithinAbs(theta, 1e-14));
        CHECK_THAT(cosine(arrow(0), arrow(theta)), WithinAbs(std::cos(theta), 1e-15));
    }
}

TEST_CASE("A vector that is not zero has a length, and a zero vector no direction",
          "[vector][S3-10]") {
    CHECK(norm(Vector{0, 1e-100}) * norm(Vector{-3, 0}) > 0);
    CHECK(dot(Vector{0, 0}, Vector{1, 2}) == 0);
    CHECK_THROWS_AS(cosine(Vector{0, 0}, Vector{1, 2}), std::domain_error);
}

TEST_CASE("The cosine is right down to the smallest norms", "[vector]") {
    CHECK_THAT(cosine(Vector{1.1e-154, 1.1e-154}, Vector{1, 1}), WithinAbs(1, 1e-15));
    CHECK(cosine(Vector{1.5e-154}, Vector{1}) == 1);
}

TEST_CASE("Rounding never carries a cosine past 1", "[vector]") {
    bool some_quotient_is_past_one = false;
    for (int i = 1; i < 200; ++i) {
        const Vector a{0.1 * i, 0.3, 1.0 / i};
        const double quotient = dot(a, a) / norm(a) / norm(a);
        some_quotient_is_past_one = some_quotient_is_past_one || quotient > 1.0;
        CHECK(cosine(a, a) <= 1.0);
        CHECK_FALSE(std::isnan(angle(a, a)));
    }
    CHECK(some_quotient_is_past_one);
}

TEST_CASE("The cosine as a curve: falling from 0 to pi, then rising", "[vector][S3-11]") {
    double before = 1.1;
    for (double theta = 0.0; theta <= pi; theta += pi / 60) {
        CHECK(cosine(arrow(0), arrow(theta)) < before);
        before = cosine(arrow(0), arrow(theta));
    }
}

TEST_CASE("0: same direction", "[vector][S3-12]") {
    CHECK(cosine(arrow(0), arrow(0)) == 1);
    const Vector a{2, 1};
    const Vector b{6, 3};
    CHECK_THAT(dot(a, b), WithinAbs(norm(a) * norm(b), 1e-14));
}

TEST_CASE("pi/2: perpendicular, and floating point's first lesson", "[vector][S3-13]") {
    CHECK(dot(Vector{1, 0}, Vector{0, 1}) == 0);
    const double almost_zero = dot(arrow(0), arrow(pi / 2));
    CHECK(almost_zero != 0);
    CHECK_THAT(almost_zero, WithinAbs(6.1e-17, 0.05e-17));
}

TEST_CASE("pi: opposite", "[vector][S3-14]") {
    CHECK(cosine(arrow(0), arrow(pi)) == -1);
    CHECK(dot(Vector{2, 1}, Vector{-2, -1}) == -5);
}

TEST_CASE("3 pi/2: perpendicular again, and a rotation rather than an angle",
          "[vector][S3-15]") {
    CHECK_THAT(dot(arrow(0), arrow(3 * pi / 2)), WithinAbs(-1.8e-16, 0.05e-16));
    CHECK_THAT(angle(arrow(0), arrow(3 * pi / 2)), WithinAbs(pi / 2, 1e-15));
}

TEST_CASE("Small angles and nearly opposite ones keep their digits", "[vector]") {
    for (const double small : {1e-3, 1e-6, 1e-9, 1e-15}) {
        CHECK(std::abs(angle(Vector{1, 0}, Vector{1, small}) / small - 1) < 1e-6);
        CHECK(std::abs(angle(Vector{3, 0}, Vector{5, 5 * small}) / small - 1) < 1e-6);
        CHECK(angle(Vector{1, 0}, Vector{-1, small}) < pi);
        CHECK_THAT(angle(Vector{1, 0}, Vector{-1, small}),
                   WithinAbs(pi - small, 1e-6 * small + 1e-15));
    }
    CHECK(angle(Vector{1, 2}, Vector{1, 2}) == 0);
    CHECK_THAT(angle(Vector{1, 2}, Vector{-1, -2}), WithinAbs(pi, 1e-15));
}

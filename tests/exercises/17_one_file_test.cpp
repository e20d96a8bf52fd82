// Exercises of chapter 17: what was written, put on the tape of transformer.cpp itself.
#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <vector>

#include "catch.hpp"
#include "chapters/17_one_file/exercises.hpp"
#include "one_file.hpp"

using namespace attn::exercises;
using Catch::Matchers::WithinAbs;
using included_file::operation;
using Number = included_file::Matrix;

namespace {

/// The sum of y's numbers, each counted by its place.
Number weighed(const Number& y) {
    const Number places{y.cols, 1};
    for (std::size_t j = 0; j < y.cols; ++j) places(j, 0) = static_cast<double>(j) - 1.3;
    return y * places;
}

}  // namespace

TEST_CASE("gelu has the values of the formula", "[exercise15]") {
    CHECK(gelu(0, 1).y == 0);
    CHECK_THAT(gelu(1, 1).y, WithinAbs(0.8413447460685429, 1e-12));
    CHECK_THAT(gelu(-1, 1).y, WithinAbs(-0.15865525393145707, 1e-12));
    CHECK_THAT(gelu(3, 0).y, WithinAbs(3 - 3 * 0.0013498980316300933, 1e-12));
    CHECK(gelu(-1, 0).dx == 0);
}

TEST_CASE("gelu hands back what a nudge measures, on the file's tape", "[exercise15]") {
    const Number x{1, 5};
    *x.values = {-2.5, -0.7, 0.0, 0.4, 1.9};
    const auto loss = [&] {
        return weighed(operation(
            1, 5, [=](auto i, auto j) { return gelu(x(i, j), 0).y; },
            [=](auto i, auto j, auto dy) { x.grad(i, j) += gelu(x(i, j), dy).dx; }));
    };
    backward(loss());
    for (std::size_t j = 0; j < x.cols; ++j) {
        const double kept = x(0, j), nudge = 1e-5;
        x(0, j) = kept + nudge;
        const double above = loss()(0, 0);
        x(0, j) = kept - nudge;
        const double below = loss()(0, 0);
        x(0, j) = kept;
        CHECK_THAT(x.grad(0, j), WithinAbs((above - below) / (2 * nudge), 1e-8));
    }
    included_file::tape.clear();
}

TEST_CASE("dropout_factors drops below p and enlarges the others", "[exercise15]") {
    const std::vector<double> draws{0.1, 0.25, 0.7, 0.2, 0.999};
    std::size_t n = 0;
    const auto draw = [&] { return draws.at(n++); };
    const std::vector<double> factors = dropout_factors(5, 0.25, draw);
    REQUIRE(factors.size() == 5);
    CHECK(n == 5);
    CHECK(factors[0] == 0);
    CHECK(factors[3] == 0);
    for (const std::size_t i : {1U, 2U, 4U})
        CHECK_THAT(factors[i], WithinAbs(4.0 / 3, 1e-15));
    CHECK(dropout_factors(3, 0, [] { return 0.0; }) == std::vector<double>{1, 1, 1});
    CHECK(dropout_factors(0, 0.5, [] { return 0.0; }).empty());
}

TEST_CASE("dropout_factors keeps the mean, and refuses a p of 1", "[exercise15]") {
    included_file::generator.seed(17);
    const auto draw = [] { return included_file::uniform(); };
    const std::vector<double> factors = dropout_factors(20000, 0.3, draw);
    REQUIRE(factors.size() == 20000);
    double mean = 0;
    for (const double factor : factors) mean += factor / 20000;
    CHECK_THAT(mean, WithinAbs(1, 0.02));
    CHECK_THROWS_AS(dropout_factors(2, 1, draw), std::domain_error);
    CHECK_THROWS_AS(dropout_factors(2, -0.1, draw), std::domain_error);
    CHECK_THROWS_AS(dropout_factors(2, std::nan(""), draw), std::domain_error);
}

TEST_CASE("smoothed_cross_entropy without smoothing is the file's", "[exercise15]") {
    const Number p{1, 3};
    *p.values = {0.2, 0.5, 0.3};
    const Number loss = cross_entropy(p, {2});
    backward(loss);
    const LossAndGradient ours = smoothed_cross_entropy(*p.values, 2, 0);
    CHECK_THAT(ours.loss, WithinAbs(loss(0, 0), 1e-12));
    REQUIRE(ours.dp.size() == 3);
    for (std::size_t j = 0; j < 3; ++j)
        CHECK_THAT(ours.dp[j], WithinAbs(p.grad(0, j), 1e-12));
}

TEST_CASE("smoothed_cross_entropy shares epsilon out among all words", "[exercise15]") {
    const std::vector<double> p{0.2, 0.5, 0.3};
    const LossAndGradient result = smoothed_cross_entropy(p, 1, 0.3);
    CHECK_THAT(result.loss,
               WithinAbs(-0.8 * std::log(0.5) - 0.1 * std::log(0.2 * 0.3), 1e-12));
    REQUIRE(result.dp.size() == 3);
    for (std::size_t j = 0; j < 3; ++j) {
        const auto at = [&](double nudge) {
            std::vector<double> moved = p;
            moved[j] += nudge;
            return smoothed_cross_entropy(moved, 1, 0.3).loss;
        };
        CHECK_THAT(result.dp[j], WithinAbs((at(1e-6) - at(-1e-6)) / 2e-6, 1e-7));
    }
    CHECK_THROWS_AS(smoothed_cross_entropy(p, 3, 0.1), std::out_of_range);
    CHECK_THROWS_AS(smoothed_cross_entropy(p, 0, 1), std::domain_error);
    CHECK_THROWS_AS(smoothed_cross_entropy(p, 0, std::nan("")), std::domain_error);
}

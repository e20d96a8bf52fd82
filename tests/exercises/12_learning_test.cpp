// What chapter 12's exercises have to do, whether the reader or we wrote them.
#include "chapters/12_learning/exercises.hpp"

#include <array>
#include <cmath>
#include <stdexcept>

#include "attn/learning/softmax_backward.hpp"
#include "attn/random.hpp"
#include "attn/shape_error.hpp"
#include "attn/softmax.hpp"
#include "catch.hpp"

using namespace attn;
using namespace attn::exercises;
using Catch::Matchers::WithinAbs;

TEST_CASE("graph_slopes of the text's three numbers") {
    const GraphSlopes slopes = graph_slopes(2, 1, 5);
    CHECK(slopes.a == -4);
    CHECK(slopes.b == -12);
    CHECK(slopes.c == 4);
}

TEST_CASE("graph_slopes are what is measured, at other numbers too") {
    const auto loss = [](double a, double b, double c) {
        return (a * b + b - c) * (a * b + b - c);
    };
    for (const auto& [a, b, c] : {std::array{2.0, 0.0, 5.0}, std::array{-1.5, 2.0, 1.0},
                                  std::array{0.5, -3.0, -4.0}}) {
        INFO("a " << a << ", b " << b << ", c " << c);
        const GraphSlopes slopes = graph_slopes(a, b, c);
        const double h = 1e-4;  // both ways a square has no error but rounding
        CHECK_THAT(slopes.a,
                   WithinAbs((loss(a + h, b, c) - loss(a - h, b, c)) / (2 * h), 1e-8));
        CHECK_THAT(slopes.b,
                   WithinAbs((loss(a, b + h, c) - loss(a, b - h, c)) / (2 * h), 1e-8));
        CHECK_THAT(slopes.c,
                   WithinAbs((loss(a, b, c + h) - loss(a, b, c - h)) / (2 * h), 1e-8));
    }
}

TEST_CASE("measured_slope of a square is twice the number, at any step") {
    const auto square = [](double x) { return x * x; };
    CHECK(measured_slope(square, 3, 0.5) == 6);
    CHECK(measured_slope(square, -1, 2) == -2);
    CHECK_THAT(measured_slope(square, 3, 1e-5), WithinAbs(6, 1e-8));
}

TEST_CASE(
    "measured_slope of exp is exp, and a hundred times nearer for a tenth of the step") {
    const auto f = [](double x) { return std::exp(x); };
    const double far = std::abs(measured_slope(f, 1, 1e-2) - std::exp(1.0));
    const double near = std::abs(measured_slope(f, 1, 1e-3) - std::exp(1.0));
    CHECK(far < 1e-3);
    CHECK_THAT(far / near, WithinAbs(100, 1));
}

TEST_CASE("measured_slope refuses a step that leads nowhere") {
    const auto f = [](double x) { return x; };
    CHECK_THROWS_AS(measured_slope(f, 1, 0), std::domain_error);
    CHECK_THROWS_AS(measured_slope(f, 1, -0.1), std::domain_error);
}

TEST_CASE("softmax_slopes by hand") {
    // The average is 0.25 * 4 + 0.75 * 0 = 1.
    const std::vector<double> slopes =
        softmax_slopes(std::vector<double>{0.25, 0.75}, std::vector<double>{4, 0});
    REQUIRE(slopes.size() == 2);
    CHECK(slopes[0] == 0.75);
    CHECK(slopes[1] == -0.75);
}

TEST_CASE("softmax_slopes is the library's, and what is measured") {
    Random generator(5);
    std::vector<double> scores, d_weights;
    for (int i = 0; i < 7; ++i) {
        scores.push_back(generator.normal());
        d_weights.push_back(generator.normal());
    }
    const std::vector<double> weights = softmax(scores);
    const std::vector<double> slopes = softmax_slopes(weights, d_weights);
    const std::vector<double> library = softmax_backward(weights, d_weights);
    REQUIRE(slopes.size() == 7);
    double sum = 0;
    for (std::size_t j = 0; j < 7; ++j) {
        CHECK_THAT(slopes[j], WithinAbs(library[j], 1e-15));
        const auto loss = [&](double step) {
            std::vector<double> moved = scores;
            moved[j] += step;
            const std::vector<double> w = softmax(moved);
            double total = 0;
            for (std::size_t i = 0; i < 7; ++i) total += w[i] * d_weights[i];
            return total;
        };
        CHECK_THAT(slopes[j], WithinAbs((loss(1e-5) - loss(-1e-5)) / 2e-5, 1e-9));
        sum += slopes[j];
    }
    CHECK_THAT(sum, WithinAbs(0, 1e-15));
    CHECK_THROWS_AS(softmax_slopes(weights, std::vector<double>(6)), ShapeError);
}

TEST_CASE("rms_slopes by hand") {
    // The root of the mean square of 1 and 7 is 5, so n is 0.2 and 1.4.
    const std::vector<double> slopes =
        rms_slopes(std::vector<double>{1, 7}, std::vector<double>{1, 0}, 0);
    REQUIRE(slopes.size() == 2);
    CHECK_THAT(slopes[0], WithinAbs((1 - 0.2 * 0.1) / 5, 1e-15));
    CHECK_THAT(slopes[1], WithinAbs(-1.4 * 0.1 / 5, 1e-15));
    CHECK_THROWS_AS(rms_slopes(std::vector<double>{1, 7}, std::vector<double>{1}, 0),
                    ShapeError);
}

TEST_CASE("rms_slopes is what is measured, and a stretched row's slopes cancel") {
    const std::vector<double> x{0.5, -2, 1, 0.25}, d_normed{1, -1, 0.5, 2};
    for (const double epsilon : {0.0, 0.5}) {
        const std::vector<double> slopes = rms_slopes(x, d_normed, epsilon);
        double along = 0;
        for (std::size_t j = 0; j < x.size(); ++j) {
            const auto loss = [&](double step) {
                std::vector<double> moved = x;
                moved[j] += step;
                double square = epsilon, total = 0;
                for (const double number : moved) square += number * number / 4;
                for (std::size_t i = 0; i < 4; ++i)
                    total += d_normed[i] * moved[i] / std::sqrt(square);
                return total;
            };
            CHECK_THAT(slopes[j], WithinAbs((loss(1e-5) - loss(-1e-5)) / 2e-5, 1e-9));
            along += slopes[j] * x[j];
        }
        if (epsilon == 0) CHECK_THAT(along, WithinAbs(0, 1e-15));
    }
}

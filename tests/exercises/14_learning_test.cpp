// What chapter 14's exercises have to do, whether the reader or we wrote them.
#include "chapters/14_learning/exercises.hpp"

#include <array>
#include <cmath>
#include <stdexcept>

#include "attn/learning/optimizers.hpp"
#include "attn/learning/softmax_backward.hpp"
#include "attn/parameters.hpp"
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

TEST_CASE("adam_step by hand: the text's first step of a steep and a flat number") {
    for (const double slope : {20.0, 0.2, -20.0}) {
        AdamMemory memory;
        CHECK_THAT(adam_step(1, slope, 0.1, memory),
                   WithinAbs(slope > 0 ? 0.9 : 1.1, 1e-7));
        CHECK(memory.n_steps == 1);
        CHECK_THAT(memory.m, WithinAbs(0.1 * slope, 1e-12));
        CHECK_THAT(memory.v, WithinAbs(0.001 * slope * slope, 1e-12));
    }
    // The second slope turns round: m is 0.9 * 2 - 0.1 * 20, over 1 - 0.81.
    AdamMemory memory;
    const double first = adam_step(1, 20, 0.1, memory);
    CHECK_THAT(adam_step(first, -20, 0.1, memory),
               WithinAbs(first + 0.1 * (0.2 / 0.19) / 20, 1e-9));
    CHECK(memory.n_steps == 2);
}

TEST_CASE("adam_step is the library's Adam, step by step") {
    Adam adam{.learning_rate = 0.1};
    AdamMemory memory;
    std::vector<double> library{1};
    double weight = 1;
    for (int step = 0; step < 50; ++step) {
        std::vector<double> slope{20 * library[0]};
        weight = adam_step(weight, 20 * weight, 0.1, memory);
        adam.step({parameter("weight", library)}, {parameter("weight", slope)});
        CHECK_THAT(weight, WithinAbs(library[0], 1e-12));
    }
    // A slope of zero divides nothing by nothing.
    AdamMemory fresh;
    CHECK(adam_step(3, 0, 0.1, fresh) == 3);
    CHECK_THROWS_AS(adam_step(3, 1, 0, fresh), std::domain_error);
}

// What the doctor's wrong norms compute, by hand: a wrong one that is wrong in another way than its
// name says would send a reader to a line that is right.
#include "doctor/library/layers.hpp"

#include <cmath>

#include "catch.hpp"

namespace attn::doctor {

namespace {

/// One row [1 2]
Block row_of(double a, double b) {
    Block x(1, 1, 1, 2);
    x.values = {a, b};
    return x;
}

void require_row(const Block& y, double a, double b) {
    CHECK(std::abs(y.values[0] - a) < 1e-14);
    CHECK(std::abs(y.values[1] - b) < 1e-14);
}

}  // namespace

TEST_CASE("doctor: layer norms with a wrong gamma or beta are wrong as their names say") {
    const auto y = [](Affine affine) {  // (1, 3) has mean 2, variance 1: (-1, 1)
        Switches on;
        on.affine = affine;
        return normalize(row_of(1, 3), {2, 3}, {10, 20}, 0, on);
    };
    require_row(y(Affine::right), -1 * 2 + 10, 1 * 3 + 20);
    require_row(y(Affine::no_gamma), -1 + 10, 1 + 20);
    require_row(y(Affine::no_beta), -1 * 2, 1 * 3);
    require_row(y(Affine::none), -1, 1);
    require_row(y(Affine::exchanged), -1 * 10 + 2, 1 * 20 + 3);
    require_row(y(Affine::beta_first), (-1 + 10) * 2, (1 + 20) * 3);
    require_row(y(Affine::gamma_plus_1), -1 * 3 + 10, 1 * 4 + 20);
    require_row(y(Affine::first_number), -1 * 2 + 10, 1 * 2 + 10);
}

TEST_CASE("doctor: layer norms that divide wrongly divide as their names say") {
    const auto y = [](const Switches& on) {  // (0, 4) has mean 2, variance 4; epsilon is 5
        return normalize(row_of(0, 4), {}, {}, 5, on);
    };
    const auto require_divisor = [&](const Switches& on, double divisor) {
        require_row(y(on), -2 / divisor, 2 / divisor);
    };
    require_divisor({}, 3);  // the root of 4 + 5
    require_divisor({.variance = Variance::over_d_less_1}, std::sqrt(8 + 5));
    require_divisor({.epsilon_place = EpsilonPlace::outside}, 2 + 5);
    require_divisor({.epsilon_place = EpsilonPlace::missing}, 2);
    require_divisor({.epsilon_place = EpsilonPlace::squared}, std::sqrt(4 + 25));
    require_divisor({.epsilon_place = EpsilonPlace::at_least}, 5);
    require_divisor({.epsilon_place = EpsilonPlace::least_variance}, std::sqrt(5));
    require_divisor({.norm_divisor = NormDivisor::variance}, 4 + 5);
    require_divisor({.norm_divisor = NormDivisor::nothing}, 1);
    require_row(y({.variance = Variance::mean_square}), 0, 4 / std::sqrt(8 + 5));
}

TEST_CASE("doctor: a norm down the columns has the mean of all words and sentences") {
    Block x(2, 1, 1, 2);
    x.values = {1, 10, 3, 30};  // a sentence is a row of one word
    const Block y = normalize(x, {}, {}, 0, {.norm_axis = NormAxis::columns});
    CHECK(y.values == std::vector<double>{-1, -1, 1, 1});
}

TEST_CASE("doctor: RMS norms with another square are wrong as their names say") {
    const auto y = [](Square square, Variance variance = Variance::over_d) {
        Switches on;
        on.square = square;
        on.variance = variance;
        return normalize_by_size(row_of(3, 4), {10, 20}, 0, on);
    };
    const double root = std::sqrt(25.0 / 2);
    require_row(y(Square::mean), 30 / root, 80 / root);
    require_row(y(Square::sum), 30 / 5.0, 80 / 5.0);
    require_row(y(Square::sum_times_d), 30 / std::sqrt(50), 80 / std::sqrt(50));
    require_row(y(Square::variance), 30 / 0.5, 80 / 0.5);
    const double unbiased = std::sqrt(0.5);
    require_row(y(Square::variance, Variance::over_d_less_1), 30 / unbiased, 80 / unbiased);
    require_row(y(Square::about_mean), -0.5 / 0.5 * 10, 0.5 / 0.5 * 20);
}

}  // namespace attn::doctor

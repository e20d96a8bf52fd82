// What the doctor's wrong activations compute, at points with known values.
#include "doctor/library/layers.hpp"

#include <cmath>

#include "catch.hpp"

namespace attn::doctor {

TEST_CASE("doctor: each curve has the values that its name says") {
    const auto require_at = [](Curve curve, double at_2, double at_minus_1) {
        CHECK(std::abs(bent(curve, 2) - at_2) < 1e-14);
        CHECK(std::abs(bent(curve, -1) - at_minus_1) < 1e-14);
    };
    const auto below = [](double x) { return 0.5 * (1 + std::erf(x / std::sqrt(2))); };
    const auto by_tanh = [](double x, double factor) {
        const double pi = std::acos(-1);
        return x / 2 * (1 + std::tanh(std::sqrt(2 / pi) * (x + factor * std::pow(x, 3))));
    };
    require_at(Curve::relu, 2, 0);
    require_at(Curve::gelu, 2 * below(2), -below(-1));
    require_at(Curve::gelu_tanh, by_tanh(2, 0.044715), by_tanh(-1, 0.044715));
    require_at(Curve::gelu_0_44715, by_tanh(2, 0.44715), by_tanh(-1, 0.44715));
    require_at(Curve::gelu_doubled, 4 * below(2), -2 * below(-1));
    require_at(Curve::gelu_without_root, 1 + std::erf(2), -0.5 * (1 + std::erf(-1)));
    require_at(Curve::gelu_by_sigmoid, 2 / (1 + std::exp(-3.404)),
               -1 / (1 + std::exp(1.702)));
    require_at(Curve::silu, 2 / (1 + std::exp(-2)), -1 / (1 + std::exp(1)));
    require_at(Curve::sigmoid, 1 / (1 + std::exp(-2)), 1 / (1 + std::exp(1)));
    require_at(Curve::leaky_relu, 2, -0.01);
    require_at(Curve::none, 2, -1);
}

TEST_CASE("doctor: a curve's slope is what a small step measures") {
    for (const Curve curve : {Curve::relu, Curve::gelu, Curve::gelu_tanh, Curve::silu}) {
        for (const double x : {-1.7, -0.3, 0.4, 2.0}) {
            const double step = 1e-5;
            const double measured =
                (bent(curve, x + step) - bent(curve, x - step)) / (2 * step);
            CHECK(std::abs(slope_of(curve, x) - measured) < 1e-8);
        }
    }
    CHECK(slope_of(Curve::relu, 0) == 0);
}

TEST_CASE("doctor: a curve stands in the place of the one that was asked for alone") {
    const auto given = [](const char* asked, const Switches& on) {
        return curve_for(asked, on);
    };
    CHECK(given("relu", {}) == Curve::relu);
    CHECK(given("gelu", {}) == Curve::gelu);
    CHECK(given("gelu_tanh", {}) == Curve::gelu_tanh);
    CHECK(given("silu", {}) == Curve::silu);
    CHECK(given("silu", {.for_silu = Curve::sigmoid}) == Curve::sigmoid);
    const Switches on{.for_relu = Curve::silu,
                      .for_gelu = Curve::none,
                      .for_gelu_tanh = Curve::leaky_relu};
    CHECK(given("relu", on) == Curve::silu);
    CHECK(given("gelu", on) == Curve::none);
    CHECK(given("gelu_tanh", on) == Curve::leaky_relu);
}

}  // namespace attn::doctor

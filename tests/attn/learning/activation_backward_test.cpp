#include "attn/learning/activation_backward.hpp"

#include <cmath>

#include "attn/random.hpp"
#include "attn/shape_error.hpp"
#include "catch.hpp"
#include "infinity.hpp"
#include "slopes.hpp"

using namespace attn;

namespace {

const Activation all_activations[] = {Activation::relu, Activation::gelu_exact,
                                      Activation::gelu_tanh};

}  // namespace

TEST_CASE("The slopes of the activations at numbers that are known", "[learning]") {
    CHECK(relu_slope(2) == 1);
    CHECK(relu_slope(-2) == 0);
    CHECK(relu_slope(0) == 0);
    CHECK(gelu_exact_slope(0) == 0.5);
    CHECK(gelu_tanh_slope(0) == 0.5);
    // Phi(1) + phi(1), with the numbers of a table of the normal distribution
    CHECK(std::abs(gelu_exact_slope(1) - (0.841344746068543 + 0.241970724519143)) < 1e-15);
    CHECK(std::abs(gelu_exact_slope(-1) - (0.158655253931457 - 0.241970724519143)) < 1e-15);
    // Phi + x phi has its largest value where phi (2 - x^2) is 0, at the root of 2.
    CHECK(std::abs(gelu_exact_slope(std::sqrt(2.0)) - 1.128904145) < 1e-9);
    CHECK(std::abs(gelu_exact_slope(-std::sqrt(2.0)) + 0.128904145) < 1e-9);
}

TEST_CASE("Far out a slope is 0 or 1, and NaN stays NaN", "[learning]") {
    for (const Activation activation : all_activations) {
        for (const double x : {40.0, 1e10, 1e200, 1e308, infinity}) {
            CHECK(slope_of(activation, x) == 1);
            CHECK(slope_of(activation, -x) == 0);
        }
        CHECK(std::isnan(slope_of(activation, std::nan(""))));
    }
}

TEST_CASE("Slopes that are nearly 0 keep their digits", "[learning]") {
    // The slope of x Phi(x) at -6, and of its approximation, from 40 digits.
    CHECK(std::abs(gelu_exact_slope(-6) / -3.546870945390201e-8 - 1) < 1e-12);
    // s + x s (1 - s) 2 u' in long double, which does not cancel in tanh.
    const long double x = -5, root = std::sqrt(2 / 3.14159265358979323846264338L);
    const long double u = root * (x + 0.044715L * x * x * x);
    const long double s = 1 / (1 + std::exp(-2 * u));
    const long double wanted = s + x * s * (1 - s) * 2 * root * (1 + 3 * 0.044715L * x * x);
    CHECK(std::abs(gelu_tanh_slope(-5) / static_cast<double>(wanted) - 1) < 1e-13);
}

TEST_CASE("The slopes of the activations are those that are measured", "[learning]") {
    Random generator(162);
    for (const Activation activation : all_activations) {
        Matrix x = random_normal_matrix(5, 7, generator) * 2.0;
        const Matrix d_y = random_normal_matrix(5, 7, generator);
        slope_error([&] { return weighted_sum(activate(activation, x), d_y); }, x,
                    activate_backward(activation, x, d_y));
    }
}

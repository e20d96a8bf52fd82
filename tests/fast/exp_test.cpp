// Compiled for the processor that lib/fast is compiled for, as its exponential is.
#include "fast/exp_lanes.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>
#include <string>
#include <vector>

#include "catch.hpp"
#include "fast/activate.hpp"
#include "infinity.hpp"

namespace {

float exp_of(float x) {
    attn::fast::transform(std::span(&x, 1), attn::fast::exp_lanes);
    return x;
}

/// How many units in the last place of the exact value lie between it and a float near it.
long double units_off(float given, long double exact) {
    const float nearest = static_cast<float>(exact);
    const int exponent = std::max(std::ilogb(nearest), -126);
    return std::fabs(static_cast<long double>(given) - exact) /
           std::scalbn(1.0L, exponent - 23);
}

}  // namespace

TEST_CASE("The exponential is right to 2 units in the last place over its whole range",
          "[fast]") {
    long double worst = 0;
    float where = 0;
    std::size_t n = 0;
    // Every 1009th float of both signs, from the smallest to where e^x is 0 or infinity.
    for (std::uint32_t bits = 0; bits < std::bit_cast<std::uint32_t>(110.0f);
         bits += 1009) {
        for (const float x : {std::bit_cast<float>(bits), -std::bit_cast<float>(bits)}) {
            const long double exact = std::exp(static_cast<long double>(x));
            const float given = exp_of(x);
            if (std::isinf(static_cast<float>(exact))) {
                REQUIRE(given == float_infinity);
                continue;
            }
            ++n;
            const long double error = units_off(given, exact);
            if (error > worst) where = x;
            worst = std::max(worst, error);
        }
    }
    INFO("worst " << worst << " at " << where << " of " << n);
    CHECK(worst <= 2);
    CHECK(n > 2'000'000);
}

TEST_CASE("The exponential at its edges", "[fast]") {
    CHECK(exp_of(0.0f) == 1.0f);
    CHECK(exp_of(-0.0f) == 1.0f);
    CHECK(exp_of(float_infinity) == float_infinity);
    CHECK(exp_of(-float_infinity) == 0.0f);
    CHECK(std::isnan(exp_of(std::numeric_limits<float>::quiet_NaN())));
    CHECK(exp_of(88.72283f) <
          float_infinity);  // the last float before the overflow, and the first after
    CHECK(exp_of(88.72284f) == float_infinity);
    CHECK(exp_of(1e30f) == float_infinity);
    CHECK(exp_of(-87.0f) >= std::numeric_limits<float>::min());
    CHECK(exp_of(-88.0f) == Approx(6.0546e-39).epsilon(1e-4));
    CHECK(exp_of(-103.0f) == std::numeric_limits<float>::denorm_min());
    CHECK(exp_of(-104.0f) == 0.0f);
    CHECK(exp_of(-1e30f) == 0.0f);
}

TEST_CASE("Many numbers get what each gets alone, wherever a vector ends", "[fast]") {
    using attn::Activation;
    using attn::fast::activate, attn::fast::transform;
    struct Function {
        std::string name;
        std::function<void(std::span<float>)> apply;
    };
    const std::vector<Function> functions = {
        {"exp", [](std::span<float> x) { transform(x, attn::fast::exp_lanes); }},
        {"relu", [](std::span<float> x) { activate(Activation::relu, x); }},
        {"gelu_exact", [](std::span<float> x) { activate(Activation::gelu_exact, x); }},
        {"gelu_tanh", [](std::span<float> x) { activate(Activation::gelu_tanh, x); }}};
    for (const Function& function : functions) {
        for (std::size_t n = 0; n <= 67; ++n) {
            INFO(function.name << " of " << n);
            std::vector<float> numbers(n + 1), wanted(n + 1);
            for (std::size_t i = 0; i <= n; ++i) {
                numbers[i] = wanted[i] = 0.7f * static_cast<float>(i * 37 % 101) - 30.0f;
                if (i < n) function.apply(std::span(&wanted[i], 1));
            }
            function.apply(std::span(numbers).first(n));
            CHECK(numbers == wanted);  // the last one, too, which is beside the span
        }
    }
}

TEST_CASE("Fast activations are the library's", "[fast]") {
    for (const auto activation : {attn::Activation::relu, attn::Activation::gelu_exact,
                                  attn::Activation::gelu_tanh}) {
        INFO(name_of(activation));
        for (int i = -30'000; i <= 30'000; ++i) {
            const float x = 0.001f * static_cast<float>(i);
            float y = x;
            attn::fast::activate(activation, std::span(&y, 1));
            const double wanted = attn::activate(activation, static_cast<double>(x));
            const double tolerance =
                3e-7 * std::max(1.0, std::fabs(static_cast<double>(x)));
            if (std::fabs(static_cast<double>(y) - wanted) > tolerance) {
                FAIL(x << " gives " << y << ", wanted " << wanted);
            }
        }
        std::vector<float> edges = {-float_infinity, float_infinity, std::nanf(""),
                                    -1e30f,          1e30f,          0.0f};
        attn::fast::activate(activation, edges);
        CHECK(edges[0] == 0);
        CHECK(edges[1] == float_infinity);
        CHECK(std::isnan(edges[2]));
        CHECK(std::fabs(edges[3]) <= 1e-30f);
        CHECK(edges[4] == 1e30f);
        CHECK(edges[5] == 0);
    }
}

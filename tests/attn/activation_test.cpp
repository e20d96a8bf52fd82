#include "attn/activation.hpp"

#include <cmath>
#include <limits>
#include <numbers>

#include "catch.hpp"
#include "infinity.hpp"
#include "matrix_matchers.hpp"

using namespace attn;

namespace {

const Activation all_three[] = {Activation::relu, Activation::gelu_exact,
                                Activation::gelu_tanh};

}  // namespace

TEST_CASE("ReLU keeps what is positive", "[activation]") {
    CHECK(relu(2.5) == 2.5);
    CHECK(relu(-2.5) == 0);
    CHECK(relu(0) == 0);
    CHECK(relu(1e-320) == 1e-320);
    CHECK(relu(-1e-320) == 0);
}

TEST_CASE("GELU has the bell curve's numbers", "[activation]") {
    // The share below 1 is 0.8413447460685429, below 2 it is 0.9772498680518208.
    CHECK(std::abs(gelu_exact(1) - 0.8413447460685429) < 1e-15);
    CHECK(std::abs(gelu_exact(-1) + 0.1586552539314571) < 1e-15);
    CHECK(std::abs(gelu_exact(2) - 2 * 0.9772498680518208) < 1e-15);
    CHECK(gelu_exact(0) == 0);
    CHECK(std::abs(gelu_tanh(1) - 0.8411919906082768) < 1e-15);
    for (int i = -600; i <= 600; ++i) {
        const double x = i / 100.0;
        const long double z = x;
        const long double erf = std::erf(z / std::sqrt(2.0L));
        const long double root = std::sqrt(2 / std::numbers::pi_v<long double>);
        const long double tanh = std::tanh(root * (z + 0.044715L * z * z * z));
        CHECK(std::abs(gelu_exact(x) - z * (1 + erf) / 2) < 1e-15L);
        CHECK(std::abs(gelu_tanh(x) - z * (1 + tanh) / 2) < 1e-15L);
        // gelu(x) - gelu(-x) is x.
        CHECK(std::abs(gelu_exact(x) - gelu_exact(-x) - x) < 1e-15);
    }
}

TEST_CASE("Far to the left GELU keeps its digits", "[activation]") {
    // 1 + erf(-10 / sqrt(2)) is 0 in double; the share is 7.619853024160527e-24.
    CHECK(std::abs(gelu_exact(-10) / -7.619853024160527e-23 - 1) < 1e-12);
    CHECK(1 + std::erf(-10 / std::numbers::sqrt2) == 0);
}

TEST_CASE("The two GELUs differ by at most 4.8e-4", "[activation]") {
    double widest = 0;
    double where = 0;
    for (int i = -6000; i <= 6000; ++i) {
        const double gap = std::abs(gelu_tanh(i / 1000.0) - gelu_exact(i / 1000.0));
        if (gap > widest) where = i / 1000.0;
        widest = std::max(widest, gap);
    }
    CHECK(widest > 4.7e-4);
    CHECK(widest < 4.8e-4);
    CHECK(std::abs(std::abs(where) - 2.7) < 0.06);
}

TEST_CASE("At the ends every activation has its limit", "[activation]") {
    for (const Activation activation : all_three) {
        INFO(name_of(activation));
        CHECK(activate(activation, -infinity) == 0);
        CHECK(activate(activation, -std::numeric_limits<double>::max()) == 0);
        CHECK(activate(activation, infinity) == infinity);
        CHECK(activate(activation, 1e300) == 1e300);
        CHECK(std::isnan(activate(activation, not_a_number)));
    }
}

TEST_CASE("Activations go entry by entry and have names", "[activation]") {
    const Matrix x{{-1, 2, 0}, {3, -4, 0.5}};
    CHECK(activate(Activation::relu, x) == Matrix{{0, 2, 0}, {3, 0, 0.5}});
    for (const Activation activation : all_three) {
        const Matrix y = activate(activation, x);
        CHECK(shape_text(y) == "2x3");
        // A compiler that knows the number may compute it better than the math library.
        volatile double entry = x(1, 1);
        CHECK(y(1, 1) == activate(activation, entry));
    }
    CHECK(activate(Activation::gelu_exact, 1.0) == gelu_exact(1));
    CHECK(activate(Activation::gelu_tanh, 1.0) == gelu_tanh(1));
    CHECK(gelu_exact(1) != gelu_tanh(1));
    CHECK(name_of(Activation::relu) == "relu");
    CHECK(name_of(Activation::gelu_exact) == "gelu_exact");
    CHECK(name_of(Activation::gelu_tanh) == "gelu_tanh");
}

TEST_CASE("SiLU is x times its sigmoid", "[activation]") {
    CHECK(silu(0) == 0);
    CHECK(silu(-infinity) == 0);
    CHECK(silu(infinity) == infinity);
    CHECK(std::isnan(silu(not_a_number)));
    for (const double x : {0.1, 1.0, 2.5, 30.0, 800.0}) {
        // sigmoid(x) = (1 + tanh(x / 2)) / 2, and silu(x) - silu(-x) = x.
        CHECK_THAT(silu(x),
                   Catch::Matchers::WithinRel(x * (1 + std::tanh(x / 2)) / 2, 1e-14));
        CHECK_THAT(silu(x) - silu(-x), Catch::Matchers::WithinRel(x, 1e-14));
    }
}

#include "attn/random.hpp"

#include <cmath>

#include "catch.hpp"

using namespace attn;
using Catch::Matchers::WithinAbs;
using Catch::Matchers::WithinULP;

TEST_CASE("Uniform numbers are the engine's upper 53 bits", "[random]") {
    // The C++ standard fixes the engine: its 10000th draw of the default seed is known.
    Random generator(5489);
    for (int i = 1; i < 10000; ++i) generator.uniform();
    CHECK(generator.uniform() == static_cast<double>(9981545732273789042u >> 11) * 0x1p-53);
    for (int i = 0; i < 10000; ++i) {
        const double u = generator.uniform();
        REQUIRE(u >= 0);
        REQUIRE(u < 1);
    }
}

TEST_CASE("Uniform numbers fill their range evenly", "[random]") {
    Random generator(7);
    const int n = 100000;
    double sum = 0, squares = 0;
    for (int i = 0; i < n; ++i) {
        const double x = generator.uniform(-3, 5);
        REQUIRE(x >= -3);
        REQUIRE(x <= 5);
        sum += x;
        squares += (x - 1) * (x - 1);
    }
    CHECK_THAT(sum / n, WithinAbs(1, 0.03));             // the middle
    CHECK_THAT(squares / n, WithinAbs(64.0 / 12, 0.1));  // width squared over 12
    CHECK(generator.uniform(2, 2) == 2);
}

TEST_CASE("The first normal numbers of seed 42 are the same everywhere", "[random]") {
    Random generator(42);
    const double first = generator.normal();
    const double second = generator.normal();
    const double third = generator.normal();
    CHECK_THAT(first, WithinULP(-1.0771745442782885, 2));
    CHECK_THAT(second, WithinULP(-1.2860634502166481, 2));  // the first pair's sine half
    CHECK_THAT(third, WithinULP(1.0945198485006107, 2));
    Random again(42);
    CHECK(again.normal() == first);
    CHECK(Random(43).normal() != first);
}

TEST_CASE("Normal numbers have the moments of the bell curve", "[random]") {
    Random generator(1);
    const int n = 200000;
    double sums[4] = {};
    int within_one = 0;
    for (int i = 0; i < n; ++i) {
        const double x = generator.normal();
        REQUIRE(std::isfinite(x));
        double power = 1;
        for (double& sum : sums) sum += power *= x;
        if (std::abs(x) < 1) ++within_one;
    }
    CHECK_THAT(sums[0] / n, WithinAbs(0, 0.01));
    CHECK_THAT(sums[1] / n, WithinAbs(1, 0.02));
    CHECK_THAT(sums[2] / n, WithinAbs(0, 0.05));
    CHECK_THAT(sums[3] / n, WithinAbs(3, 0.1));
    CHECK_THAT(static_cast<double>(within_one) / n, WithinAbs(0.6827, 0.005));
}

TEST_CASE("A matrix of normal numbers is drawn row after row", "[random]") {
    Random generator(42);
    const Matrix m = random_normal_matrix(2, 3, generator);
    const double next = generator.normal();
    Random again(42);
    for (std::size_t i = 0; i < 2; ++i) {
        for (std::size_t j = 0; j < 3; ++j) CHECK(m(i, j) == again.normal());
    }
    CHECK(next == again.normal());
    CHECK(random_normal_matrix(0, 5, generator).cols() == 5);
}

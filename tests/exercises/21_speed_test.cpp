// What chapter 21's exercises have to do, whether the reader or we wrote them.
#include "chapters/21_speed/exercises.hpp"

#include <cmath>
#include <vector>

#include "attn/random.hpp"
#include "catch.hpp"
#include "infinity.hpp"
#include "matrix_matchers.hpp"

using namespace attn;
using namespace attn::exercises;
using Catch::Matchers::WithinAbs;

namespace {

using Row = std::vector<double>;

}  // namespace

TEST_CASE("dot_in_lanes sums whatever the length") {
    for (const std::size_t n : {0u, 1u, 15u, 16u, 17u, 32u, 37u}) {
        std::vector<float> a(n), b(n);
        float wanted = 0;
        for (std::size_t i = 0; i < n; ++i) {
            a[i] = static_cast<float>(i % 5) - 2;
            b[i] = static_cast<float>(i % 3) + 1;
            wanted += a[i] * b[i];  // small whole numbers: exact in any order
        }
        INFO(n << " entries");
        CHECK(dot_in_lanes(a, b) == wanted);
    }
}

TEST_CASE("dot_in_lanes really has 16 sums") {
    // One sum would stay at 2^24, where a float cannot add 1 any more; 16 sums go on.
    std::vector<float> ones((std::size_t{1} << 24) + 160, 1.0f);
    CHECK(dot_in_lanes(ones, ones) == 16777376.0f);
}

TEST_CASE("take_block keeps the largest score and the sum of exponentials") {
    const Running first = take_block({-infinity, 0}, Row{1, 3});
    CHECK(first.largest == 3);
    CHECK_THAT(first.sum, WithinAbs(1 + std::exp(-2), 1e-15));
    const Running lower = take_block(first, Row{0});
    CHECK(lower.largest == 3);
    CHECK_THAT(lower.sum, WithinAbs(1 + std::exp(-2) + std::exp(-3), 1e-15));
    const Running higher = take_block(first, Row{1000, 999});
    CHECK(higher.largest == 1000);
    CHECK_THAT(higher.sum, WithinAbs(1 + std::exp(-1), 1e-15));
}

TEST_CASE("take_block survives blocks in which everything is masked") {
    const Running nothing = take_block({-infinity, 0}, Row{-infinity, -infinity});
    CHECK(nothing.largest == -infinity);
    CHECK(nothing.sum == 0);
    const Running one = take_block(nothing, Row{-infinity, -20000});
    CHECK(one.largest == -20000);
    CHECK(one.sum == 1);
    const Running still = take_block(one, Row{-infinity});
    CHECK(still.largest == -20000);
    CHECK(still.sum == 1);
    CHECK(take_block(one, Row{}).sum == 1);
}

TEST_CASE("matmul_in_tiles is the product, whatever the tile") {
    Random generator(3);
    const Matrix a = random_normal_matrix(7, 11, generator);
    const Matrix b = random_normal_matrix(11, 5, generator);
    for (const std::size_t size : {1u, 2u, 4u, 11u, 64u}) {
        INFO("tiles of " << size);
        CHECK_THAT(matmul_in_tiles(a, b, size), IsCloseTo(matmul(a, b), 1e-13));
    }
}

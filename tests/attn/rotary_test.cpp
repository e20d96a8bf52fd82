#include "attn/rotary.hpp"

#include <cmath>

#include "attn/positional_encoding.hpp"
#include "attn/random.hpp"
#include "attn/vector.hpp"
#include "catch.hpp"
#include "matrix_matchers.hpp"

using namespace attn;

namespace {

constexpr RotaryLayout layouts[] = {RotaryLayout::interleaved, RotaryLayout::halves};

}  // namespace

TEST_CASE("A pair turns by its angle, counter-clockwise", "[rotary]") {
    const double c = std::cos(1.0), s = std::sin(1.0);
    CHECK(turned(Matrix{{1, 0}, {1, 0}, {0, 1}}) ==
          Matrix{{1, 0}, {c, s}, {-std::sin(2.0), std::cos(2.0)}});
    // The second pair is slower: base^(-2/4) = 1/10 for base 100.
    const double slow_c = std::cos(0.1), slow_s = std::sin(0.1);
    CHECK_THAT(turned(Matrix{{1, 0, 1, 0}}, 1, 100),
               IsCloseTo(Matrix{{c, s, slow_c, slow_s}}, 1e-15));
    CHECK_THAT(turned(Matrix{{1, 1, 0, 0}}, 1, 100, RotaryLayout::halves),
               IsCloseTo(Matrix{{c, slow_c, s, slow_s}}, 1e-15));
}

TEST_CASE("Scores of turned rows see distances only", "[rotary]") {
    Random generator(192);
    const Matrix q = random_normal_matrix(5, 6, generator);
    const Matrix k = random_normal_matrix(7, 6, generator);
    for (const RotaryLayout layout : layouts) {
        const auto scores = [&](std::size_t first) {
            return matmul_transpose_b(turned(q, first, 500, layout),
                                      turned(k, first, 500, layout));
        };
        CHECK_THAT(scores(1000), IsCloseTo(scores(0), 1e-12));
        // Only one of the two moved: other scores.
        const Matrix later =
            matmul_transpose_b(turned(q, 1, 500, layout), turned(k, 0, 500, layout));
        CHECK(max_abs_difference(later, scores(0)) > 0.1);
    }
}

TEST_CASE("Turning keeps lengths, and position 0 stays", "[rotary]") {
    Random generator(193);
    const Matrix x = random_normal_matrix(5, 6, generator);
    for (const RotaryLayout layout : layouts) {
        const Matrix y = turned(x, 0, 10000, layout);
        for (std::size_t j = 0; j < 6; ++j) CHECK(y(0, j) == x(0, j));
        for (std::size_t i = 0; i < 5; ++i) {
            CHECK(std::abs(dot(y.row(i), y.row(i)) - dot(x.row(i), x.row(i))) < 1e-13);
        }
        // Row i of all is the same row alone, at position i.
        for (std::size_t i = 0; i < 5; ++i) {
            Matrix alone(1, 6);
            alone.set_row(0, x.row(i));
            alone = turned(alone, i, 10000, layout);
            for (std::size_t j = 0; j < 6; ++j) CHECK(alone(0, j) == y(i, j));
        }
    }
}

TEST_CASE("Permuted columns turn in halves as they did in pairs", "[rotary]") {
    Random generator(194);
    const Matrix x = random_normal_matrix(5, 6, generator), p = halves_permutation(6);
    CHECK(turned(matmul(x, p), 3, 10000, RotaryLayout::halves) == matmul(turned(x, 3), p));
    CHECK(max_abs_difference(turned(x, 3, 10000, RotaryLayout::halves), turned(x, 3)) >
          0.1);
}

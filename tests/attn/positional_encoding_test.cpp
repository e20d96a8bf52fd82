#include "attn/positional_encoding.hpp"

#include <cmath>
#include <stdexcept>

#include "attn/linear.hpp"
#include "catch.hpp"

using namespace attn;

namespace {

/// The formula once more, column by column, in long double.
long double wanted(std::size_t position, std::size_t column, std::size_t d_model) {
    const long double exponent =
        2.0L * static_cast<long double>(column / 2) / static_cast<long double>(d_model);
    const long double angle =
        static_cast<long double>(position) / std::pow(10000.0L, exponent);
    return column % 2 == 0 ? std::sin(angle) : std::cos(angle);
}

long double worst_error(const Matrix& table) {
    long double worst = 0;
    for (std::size_t i = 0; i < table.rows(); ++i) {
        for (std::size_t j = 0; j < table.cols(); ++j) {
            worst = std::max(worst, std::abs(table(i, j) - wanted(i, j, table.cols())));
        }
    }
    return worst;
}

}  // namespace

TEST_CASE("The encoding is right in its last digits, at position 1000 too",
          "[positions][S4-05][S1-21]") {
    CHECK(worst_error(positional_encoding(11, 6)) < 1e-14L);
    CHECK(worst_error(positional_encoding(1001, 26)) < 1e-12L);
    CHECK(worst_error(positional_encoding(50, 128)) < 1e-13L);
}

TEST_CASE("The exponent counts pairs, not columns", "[positions][S4-06]") {
    CHECK(position_angle(7, 0, 6) == 7);
    CHECK(std::abs(position_angle(7, 1, 6) - 7 / std::cbrt(10000.0)) < 1e-15);
    CHECK(std::abs(position_angle(7, 2, 6) - 7 / std::cbrt(1e8)) < 1e-15);
    CHECK(std::abs(position_angle(3, 1, 2 * 2, 16) - 0.75) < 1e-15);
    // The slowest wave goes round once in 2 pi 10000^(1 - 2 / d_model) positions.
    CHECK(std::abs(position_angle(10000, 255, 512) - std::pow(10000.0, 1.0 / 256)) < 1e-12);
}

TEST_CASE("Another base gives other waves", "[positions]") {
    const Matrix pe = positional_encoding(3, 4, 100);
    CHECK(std::abs(pe(2, 2) - std::sin(0.2)) < 1e-15);
    CHECK(std::abs(pe(2, 3) - std::cos(0.2)) < 1e-15);
    CHECK(pe(2, 0) == std::sin(2.0));
    CHECK(std::abs(positional_encoding(3, 4, 0.25)(2, 2) - std::sin(4.0)) < 1e-15);
}

TEST_CASE("Interleaved and halves hold the same columns in another order",
          "[positions][S4-05]") {
    const Matrix halves = positional_encoding_in_halves(7, 6);
    const Matrix interleaved = positional_encoding(7, 6);
    const Matrix p = halves_permutation(6);
    CHECK(max_abs_difference(interleaved, halves) > 0.5);
    for (std::size_t i = 0; i < 7; ++i) {
        for (std::size_t pair = 0; pair < 3; ++pair) {
            CHECK(halves(i, pair) == interleaved(i, 2 * pair));
            CHECK(halves(i, 3 + pair) == interleaved(i, 2 * pair + 1));
        }
    }
    CHECK(p == Matrix{{1, 0, 0, 0, 0, 0},
                      {0, 0, 0, 1, 0, 0},
                      {0, 1, 0, 0, 0, 0},
                      {0, 0, 0, 0, 1, 0},
                      {0, 0, 1, 0, 0, 0},
                      {0, 0, 0, 0, 0, 1}});
    CHECK(matmul(interleaved, p) == halves);
    CHECK(matmul(halves, transpose(p)) == interleaved);
    Random generator(9);
    const Linear w = random_linear(6, 5, generator);
    const Linear permuted{matmul(transpose(p), w.weight), w.bias};
    CHECK(max_abs_difference(permuted.forward(halves), w.forward(interleaved)) < 1e-15);
    CHECK(max_abs_difference(w.forward(halves), w.forward(interleaved)) > 0.1);
}

TEST_CASE("A table of positions ends somewhere", "[positions][S1-22]") {
    const PositionTable table{positional_encoding(1000, 6)};
    CHECK(table.first(3) == positional_encoding(3, 6));
    CHECK(table.first(1000) == table.table);
    CHECK(shape_text(table.first(0)) == "0x6");
    CHECK_THROWS_AS(table.first(1001), std::out_of_range);
}

// What chapter 9's exercises have to do, whether the reader or we wrote them.
#include "chapters/09_positional_encoding/exercises.hpp"

#include <cmath>
#include <vector>

#include "attn/positional_encoding.hpp"
#include "attn/random.hpp"
#include "attn/shape_error.hpp"
#include "attn/vector.hpp"
#include "catch.hpp"
#include "chapters/printing/rows.hpp"

using namespace attn;
using namespace attn::exercises;

TEST_CASE("positions_from goes on where a piece of text begins") {
    CHECK(max_abs_difference(positions_from(0, 5, 6), positional_encoding(5, 6)) < 1e-15);
    const Matrix all = positional_encoding(50, 10);
    CHECK(max_abs_difference(positions_from(47, 3, 10), select_rows(all, {47, 48, 49})) <
          1e-14);
    CHECK(shape_text(positions_from(7, 0, 4)) == "0x4");
    CHECK_THROWS_AS(positions_from(3, 2, 5), ShapeError);
    CHECK_THROWS_AS(positions_from(3, 2, 0), ShapeError);
}

TEST_CASE("closeness is the dot product of any two positions so far apart") {
    const double by_hand[] = {2.0000, 1.5403, 0.5837, 0.0096};  // cos d + cos(d / 100)
    for (std::size_t distance = 0; distance < 4; ++distance)
        CHECK(std::abs(closeness(distance, 4) - by_hand[distance]) < 0.00005);
    const Matrix pe = positional_encoding(40, 26);
    for (const std::size_t distance : std::vector<std::size_t>{0, 1, 7, 23}) {
        for (const std::size_t p : std::vector<std::size_t>{0, 5, 16}) {
            CHECK(std::abs(closeness(distance, 26) - dot(pe.row(p), pe.row(p + distance))) <
                  1e-12);
        }
    }
    CHECK_THROWS_AS(closeness(1, 7), ShapeError);
    CHECK_THROWS_AS(closeness(1, 0), ShapeError);
}

TEST_CASE("turn_rows turns each pair by its position's angle") {
    const Matrix turned = turn_rows({{3, 1, 2, 5}, {1, 0, 0, 1}, {0, 2, 1, 0}});
    CHECK(turned(0, 0) == 3);  // position 0 stays
    CHECK(turned(0, 3) == 5);
    CHECK(std::abs(turned(1, 0) - std::cos(1.0)) < 1e-15);
    CHECK(std::abs(turned(1, 1) - std::sin(1.0)) < 1e-15);
    CHECK(std::abs(turned(1, 2) + std::sin(0.01)) < 1e-15);
    CHECK(std::abs(turned(2, 0) + 2 * std::sin(2.0)) < 1e-15);
    CHECK(std::abs(turned(2, 3) - std::sin(0.02)) < 1e-15);
    CHECK_THROWS_AS(turn_rows(Matrix(2, 3)), ShapeError);
    CHECK_THROWS_AS(turn_rows(Matrix(2, 0)), ShapeError);
}

TEST_CASE("turn_rows leaves to a score the distance alone") {
    // The same query everywhere, the same key everywhere: scores are equal along diagonals.
    Random generator(3);
    const Matrix one_q = random_normal_matrix(1, 6, generator);
    const Matrix one_k = random_normal_matrix(1, 6, generator);
    const Matrix q = turn_rows(matmul(Matrix(7, 1, 1.0), one_q));
    const Matrix k = turn_rows(matmul(Matrix(7, 1, 1.0), one_k));
    for (std::size_t i = 0; i < 7; ++i) {
        CHECK(std::abs(norm(q.row(i)) - norm(one_q.row(0))) < 1e-14);
        for (std::size_t j = 0; i + j < 7; ++j) {
            CHECK(std::abs(dot(q.row(i), k.row(i + j)) - dot(q.row(0), k.row(j))) < 1e-13);
            CHECK(std::abs(dot(q.row(i + j), k.row(i)) - dot(q.row(j), k.row(0))) < 1e-13);
        }
    }
}

// What chapter 9's exercises have to do, whether the reader or we wrote them.
#include "chapters/09_positional_encoding/exercises.hpp"

#include <cmath>
#include <vector>

#include "attn/positional_encoding.hpp"
#include "attn/random.hpp"
#include "attn/vector.hpp"
#include "catch.hpp"
#include "matrix_matchers.hpp"

using namespace attn;
using namespace attn::exercises;
using Catch::Matchers::WithinAbs;

TEST_CASE("positions_from 0 is the chapter's table") {
    CHECK_THAT(positions_from(0, 4, 4), IsCloseTo({{0.00000, 1.00000, 0.00000, 1.00000},
                                                   {0.84147, 0.54030, 0.01000, 0.99995},
                                                   {0.90930, -0.41615, 0.02000, 0.99980},
                                                   {0.14112, -0.98999, 0.03000, 0.99955}},
                                                  5e-6));
    INFO("positions_from(0, 5, 6)");
    CHECK_THAT(positions_from(0, 5, 6), IsCloseTo(positional_encoding(5, 6), 1e-13));
}

TEST_CASE("positions_from goes on where a piece of text begins") {
    INFO("positions_from(47, 3, 10), against rows 47 to 49 of a longer table");
    CHECK_THAT(positions_from(47, 3, 10),
               IsCloseTo(select_rows(positional_encoding(50, 10), {47, 48, 49}), 1e-13));
}

TEST_CASE("closeness is the dot product of any two positions so far apart") {
    const double by_hand[] = {2.0000, 1.5403, 0.5837, 0.0096};  // cos d + cos(d / 100)
    for (std::size_t distance = 0; distance < 4; ++distance) {
        INFO("closeness(" << distance << ", 4)");
        CHECK_THAT(closeness(distance, 4), WithinAbs(by_hand[distance], 0.00005));
    }
    const Matrix pe = positional_encoding(40, 26);
    for (const std::size_t distance : std::vector<std::size_t>{0, 1, 7, 23}) {
        for (const std::size_t p : std::vector<std::size_t>{0, 5, 16}) {
            INFO("closeness(" << distance << ", 26), against the places " << p << " and "
                              << p + distance);
            CHECK_THAT(closeness(distance, 26),
                       WithinAbs(dot(pe.row(p), pe.row(p + distance)), 1e-12));
        }
    }
}

TEST_CASE("turn_rows turns each pair by its position's angle") {
    // Position 0 stays. At 1 the pairs turn by 1 and 0.01, at 2 by 2 and 0.02.
    INFO("turn_rows of (3, 1, 2, 5), (1, 0, 0, 1), (0, 2, 1, 0)");
    CHECK_THAT(
        turn_rows({{3, 1, 2, 5}, {1, 0, 0, 1}, {0, 2, 1, 0}}),
        IsCloseTo({{3, 1, 2, 5},
                   {std::cos(1.0), std::sin(1.0), -std::sin(0.01), std::cos(0.01)},
                   {-2 * std::sin(2.0), 2 * std::cos(2.0), std::cos(0.02), std::sin(0.02)}},
                  1e-14));
}

TEST_CASE("turn_rows leaves to a score the distance alone") {
    // The same query everywhere, the same key everywhere: scores are equal along diagonals.
    Random generator(3);
    const Matrix q =
        turn_rows(matmul(Matrix(7, 1, 1.0), random_normal_matrix(1, 6, generator)));
    const Matrix k =
        turn_rows(matmul(Matrix(7, 1, 1.0), random_normal_matrix(1, 6, generator)));
    const Matrix scores = matmul_transpose_b(q, k);
    INFO("one query and one key, turned at seven places, score "
         << Catch::Detail::stringify(scores));
    for (std::size_t i = 0; i < 6; ++i) {
        for (std::size_t j = 0; j < 6; ++j)
            CHECK_THAT(scores(i + 1, j + 1), WithinAbs(scores(i, j), 1e-13));
    }
}

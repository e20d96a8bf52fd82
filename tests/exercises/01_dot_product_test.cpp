// What chapter 1's exercises have to do, whether the reader or we wrote them.
#include "chapters/01_dot_product/exercises.hpp"

#include <stdexcept>

#include "attn/random.hpp"
#include "attn/shape_error.hpp"
#include "catch.hpp"
#include "matrix_matchers.hpp"

using namespace attn;
using namespace attn::exercises;

namespace {

// Of one length, 3, so that a dot product is nine cosines.
const Matrix words{{2, 1, 2}, {2, -2, 1}, {-1, 2, 2}, {1, 2, 2}};

}  // namespace

TEST_CASE("cosines of rows of one length") {
    CHECK_THAT(
        cosines(words),
        IsCloseTo(Matrix{{9, 4, 4, 8}, {4, 9, -4, 0}, {4, -4, 9, 7}, {8, 0, 7, 9}} / 9,
                  1e-15));
}

TEST_CASE("cosines of rows of other lengths") {
    // By hand: (3, 4) and (10, 0) have 30 / (5 10), (10, 0) and (0, -2) are perpendicular.
    CHECK_THAT(cosines({{3, 4}, {10, 0}, {0, -2}}),
               IsCloseTo({{1, 0.6, -0.8}, {0.6, 1, 0}, {-0.8, 0, 1}}, 1e-15));
    CHECK(shape_text(cosines(Matrix(5, 2, 0.1))) == "5x5");
    CHECK_THROWS_AS(cosines({{1, 2}, {0, 0}}), std::domain_error);
}

TEST_CASE("most_similar, among rows of one length") {
    CHECK(most_similar(words, 0) == 3);
    CHECK(most_similar(words, 2) == 3);
    CHECK(most_similar(words, 1) == 0);
}

TEST_CASE("most_similar, among rows of other lengths") {
    // Row 0 has the largest dot product with row 2, and the smallest angle with row 1.
    const Matrix x{{2, 1}, {1, 0.5}, {10, 30}, {-4, -2}};
    CHECK(most_similar(x, 0) == 1);
    CHECK(most_similar({{1, 0}, {-1, 0}}, 0) == 1);  // the only other row, opposed as it is
    CHECK(most_similar({{1, 0}, {0, 2}, {0, 1}}, 0) == 1);  // the first of two
}

TEST_CASE("most_similar of a row that is alone or not there") {
    CHECK_THROWS_AS(most_similar({{1, 2, 3}}, 0), std::domain_error);
    CHECK_THROWS_AS(most_similar(words, 4), std::out_of_range);
}

TEST_CASE("product of small matrices, by hand") {
    CHECK(exercises::product({{2, 0, 1}}, {{3, 1}, {0, 1}, {1, 2}}) == Matrix{{7, 4}});
    CHECK(exercises::product({{1, 2}, {3, 4}}, {{5, 6}, {7, 8}}) ==
          Matrix{{19, 22}, {43, 50}});
}

TEST_CASE("product of random numbers is the library's") {
    Random generator(2);
    const Matrix a = random_normal_matrix(3, 5, generator);
    const Matrix b = random_normal_matrix(5, 7, generator);
    CHECK_THAT(exercises::product(a, b), IsCloseTo(matmul(a, b), 1e-13));
}

TEST_CASE("product refuses shapes that do not fit") {
    CHECK_THROWS_AS(exercises::product(Matrix(3, 5), Matrix(3, 5)), ShapeError);
}

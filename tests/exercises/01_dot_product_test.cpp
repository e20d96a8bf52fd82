// What chapter 1's exercises have to do, whether the reader or we wrote them.
#include "chapters/01_dot_product/exercises.hpp"

#include <cmath>
#include <stdexcept>
#include <vector>

#include "attn/random.hpp"
#include "attn/vector.hpp"
#include "catch.hpp"
#include "matrix_matchers.hpp"

using namespace attn;
using namespace attn::exercises;
using Catch::Matchers::WithinAbs;

namespace {

using Vector = std::vector<double>;

const Matrix words{{2, -1, 0}, {1, 2, 0}, {0, -1, 2}, {2, 0, 1}};

}  // namespace

TEST_CASE("cosines of the four words are their scores divided by 5") {
    CHECK_THAT(
        cosines(words),
        IsCloseTo(
            {{1, 0, 0.2, 0.8}, {0, 1, -0.4, 0.4}, {0.2, -0.4, 1, 0.4}, {0.8, 0.4, 0.4, 1}},
            1e-15));
}

TEST_CASE("cosines do not notice how long the rows are") {
    // By hand: (3, 4) and (10, 0) have 30 / (5 10), (10, 0) and (0, -2) are perpendicular.
    CHECK_THAT(cosines({{3, 4}, {10, 0}, {0, -2}}),
               IsCloseTo({{1, 0.6, -0.8}, {0.6, 1, 0}, {-0.8, 0, 1}}, 1e-15));
    CHECK(shape_text(cosines(Matrix(5, 2, 0.1))) == "5x5");
    CHECK_THROWS_AS(cosines({{1, 2}, {0, 0}}), std::domain_error);
}

TEST_CASE("most_similar finds student for I, and I for student") {
    CHECK(most_similar(words, 0) == 3);
    CHECK(most_similar(words, 3) == 0);
    CHECK(most_similar(words, 1) == 3);
}

TEST_CASE("most_similar goes by the angle, not by the length") {
    // Row 0 has the largest dot product with row 2, and the smallest angle with row 1.
    const Matrix x{{2, 1}, {1, 0.5}, {10, 30}, {-4, -2}};
    CHECK(most_similar(x, 0) == 1);
    CHECK(most_similar({{1, 0}, {-1, 0}}, 0) == 1);  // the only other row, opposed as it is
    CHECK(most_similar({{1, 0}, {0, 2}, {0, 1}}, 0) == 1);  // the first of two
}

TEST_CASE("most_similar has no answer for a row that is alone or not there") {
    CHECK_THROWS_AS(most_similar({{1, 2, 3}}, 0), std::domain_error);
    CHECK_THROWS_AS(most_similar(words, 4), std::out_of_range);
}

TEST_CASE("distance_by_dots is the length of the difference") {
    CHECK(distance_by_dots(Vector{4, 3}, Vector{1, -1}) == 5);
    Random generator(2);
    for (int time = 0; time < 20; ++time) {
        const Matrix two = random_normal_matrix(2, 7, generator);
        Vector difference(7);
        for (std::size_t e = 0; e < 7; ++e) difference[e] = two(0, e) - two(1, e);
        CHECK_THAT(distance_by_dots(two.row(0), two.row(1)),
                   WithinAbs(norm(difference), 1e-13));
    }
}

TEST_CASE("distance_by_dots of neighbours is small and no NaN") {
    Random generator(3);
    for (int time = 0; time < 200; ++time) {
        const Matrix a = random_normal_matrix(1, 5, generator);
        const Matrix b = a * (1 + 1e-15);
        const double length = distance_by_dots(a.row(0), b.row(0));
        CHECK(length >= 0);
        CHECK(length < 1e-6);
    }
    CHECK(distance_by_dots(Vector{1, 2}, Vector{1, 2}) == 0);
}

TEST_CASE("distance_by_dots is smallest where the dot product of unit vectors is largest") {
    const Vector a{1, 0}, near{0.8, 0.6}, far{0.6, 0.8};
    CHECK(dot(a, near) > dot(a, far));
    CHECK(distance_by_dots(a, near) < distance_by_dots(a, far));
    CHECK_THAT(distance_by_dots(a, near), WithinAbs(std::sqrt(2 - 2 * 0.8), 1e-15));
}

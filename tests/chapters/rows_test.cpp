#include "chapters/printing/rows.hpp"

#include <cmath>
#include <vector>

#include "attn/shape_error.hpp"
#include "catch.hpp"

namespace attn::chapters {

TEST_CASE("Rows of numbers, by hand", "[rows]") {
    const Matrix m{{1, 2}, {3, 6}, {5, 10}};
    CHECK(row_of(m, 1) == Matrix{{3, 6}});
    CHECK(one_row(std::vector<double>{4, 5}) == Matrix{{4, 5}});
    const Matrix mean = mean_of_rows(m);
    CHECK(mean.rows() == 1);
    CHECK(std::abs(mean(0, 0) - 3) < 1e-15);
    CHECK(std::abs(mean(0, 1) - 6) < 1e-15);
    CHECK_THROWS_AS(mean_of_rows(Matrix(0, 2)), ShapeError);
    CHECK(sum_of(std::vector<double>{0.5, -2, 4}) == 2.5);
    CHECK(sum_of(std::vector<double>{}) == 0);
}

TEST_CASE("The entropy is 0 for one weight of 1, and ln n for n equal ones", "[rows]") {
    CHECK(row_entropies({{0, 1, 0}, {0.5, 0.5, 0}}) ==
          std::vector<double>{0, std::log(2.0)});
    CHECK(std::abs(entropy(std::vector<double>{0.25, 0.25, 0.25, 0.25}) - std::log(4.0)) <
          1e-15);
}

}  // namespace attn::chapters

// Numbers, rows and recordings as the chapters print and read them.
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "attn/shape_error.hpp"
#include "catch.hpp"
#include "chapters/printing/recording.hpp"
#include "chapters/printing/rows.hpp"
#include "chapters/printing/show.hpp"

namespace attn::chapters {

TEST_CASE("A measured number has its mark", "[printing]") {
    CHECK(measured_text(12.345) == "~12.35");
    CHECK(measured_text(0.01) == "~0.01");
    CHECK(measured_text(0.0012) == "~1.2e-3");
}

TEST_CASE("Rounding noise is not shown as digits", "[printing]") {
    CHECK(number_or_noise(6.1e-17, 4) == "below 1e-12");
    CHECK(number_or_noise(-1.8e-16, 4) == "below 1e-12");
    CHECK(number_or_noise(0.0, 4) == "0.0000");
    CHECK(number_or_noise(2e-12, 4) == "0.0000");
    CHECK(number_or_noise(-0.25, 4) == "-0.2500");
}

TEST_CASE("What decimals cannot show is shown as a power of ten", "[printing]") {
    CHECK(number_or_power(0.25, 4) == "0.2500");
    CHECK(number_or_power(-148.41316, 4) == "-148.4132");
    CHECK(number_or_power(0.0, 4) == "0.0000");
    CHECK(number_or_power(0.0001, 4) == "0.0001");
    CHECK(number_or_power(0.00009, 4) == "9.000e-5");
    CHECK(number_or_power(8.194012624e-40, 4) == "8.194e-40");
    CHECK(number_or_power(9.88903e42, 4) == "9.889e42");
    CHECK(number_or_power(-1e7, 2) == "-1.000e7");
    CHECK(number_or_power(std::numeric_limits<double>::infinity(), 4) == "inf");
}

TEST_CASE("A vector is shown with as few digits as name it", "[printing]") {
    CHECK(vector_text(std::vector<double>{1, -0.5}) == "(1, -0.5)");
    CHECK(vector_text(std::vector<double>{}) == "()");
}

TEST_CASE("Large and small numbers are shown with a power of ten", "[printing]") {
    CHECK(scientific_text(8.194012624e-40, 3) == "8.194e-40");
    CHECK(scientific_text(65504, 4) == "6.5504e4");
    CHECK(scientific_text(-1.5e12, 1) == "-1.5e12");
    CHECK(scientific_text(1.5, 1) == "1.5e0");
    CHECK(scientific_text(9.99e-100, 1) == "1.0e-99");
    CHECK(scientific_text(5e-324, 0) == "5e-324");
    CHECK(scientific_text(0, 3) == "0");
    CHECK(scientific_text(-std::numeric_limits<double>::infinity(), 3) == "-inf");
    CHECK(scientific_text(std::nan(""), 3) == "nan");
}

TEST_CASE("A share has four digits, however small it is", "[printing]") {
    CHECK(share_text(0.73105858) == "0.7311");
    CHECK(share_text(8.194012624e-40) == "8.194e-40");
    CHECK(share_text(0) == "0");
    CHECK(share_text(1) == "1");
    CHECK(share_text(0.99999) == "1.0000");
    CHECK(share_text(std::nan("")) == "nan");
}

TEST_CASE("Rows of numbers, by hand", "[printing]") {
    const Matrix m{{1, 2}, {3, 6}, {5, 10}};
    CHECK(row_of(m, 1) == Matrix{{3, 6}});
    CHECK(one_row(std::vector<double>{4, 5}) == Matrix{{4, 5}});
    const Matrix mean = mean_of_rows(m);
    CHECK(mean.rows() == 1);
    CHECK(std::abs(mean(0, 0) - 3) < 1e-15);
    CHECK(std::abs(mean(0, 1) - 6) < 1e-15);
    CHECK_THROWS_AS(mean_of_rows(Matrix(0, 2)), ShapeError);
    CHECK(mean_of_rows_backward({{3, 6}}, 3) == Matrix{{1, 2}, {1, 2}, {1, 2}});
    CHECK(sum_of(std::vector<double>{0.5, -2, 4}) == 2.5);
    CHECK(sum_of(std::vector<double>{}) == 0);
}

TEST_CASE("The entropy is 0 for one weight of 1, and ln n for n equal ones", "[printing]") {
    CHECK(row_entropies({{0, 1, 0}, {0.5, 0.5, 0}}) ==
          std::vector<double>{0, std::log(2.0)});
    CHECK(std::abs(entropy(std::vector<double>{0.25, 0.25, 0.25, 0.25}) - std::log(4.0)) <
          1e-15);
}

TEST_CASE("A recording's lines are read word by word, without its comments", "[printing]") {
    auto lines = recorded_lines("# a\n\nseed 7 0.5 the rest\n# b\nseed 8\n", "a seed");
    REQUIRE(lines.size() == 2);
    CHECK(lines[0].after("seed").whole() == 7);
    CHECK(lines[0].number() == 0.5);
    CHECK_FALSE(lines[0].is_at_end());
    CHECK(lines[0].rest() == "the rest");
    CHECK(lines[1].after("seed").word() == "8");
    CHECK(lines[1].is_at_end());
}

TEST_CASE("A recording's line that cannot be read is told by its number", "[printing]") {
    const auto first = [] {
        return std::move(recorded_lines("# a\nrow x\x1b\n", "a row").at(0));
    };
    const std::string wrong = "line 2 of a recording is not a row: row x\uFFFD";
    CHECK_THROWS_WITH(first().after("seed"), wrong);
    CHECK_THROWS_WITH(first().after("row").whole(), wrong);
    CHECK_THROWS_WITH(first().after("row").number(), wrong);
}

}  // namespace attn::chapters

#include "chapters/common/show.hpp"

#include <limits>
#include <vector>

#include "catch.hpp"

using namespace attn::chapters;

TEST_CASE("Rounding noise is not shown as digits", "[show]") {
    CHECK(number_or_noise(6.1e-17, 4) == "below 1e-12");
    CHECK(number_or_noise(-1.8e-16, 4) == "below 1e-12");
    CHECK(number_or_noise(0.0, 4) == "0.0000");
    CHECK(number_or_noise(2e-12, 4) == "0.0000");
    CHECK(number_or_noise(-0.25, 4) == "-0.2500");
}

TEST_CASE("What decimals cannot show is shown as a power of ten", "[show]") {
    CHECK(number_or_power(0.25, 4) == "0.2500");
    CHECK(number_or_power(-148.41316, 4) == "-148.4132");
    CHECK(number_or_power(0.0, 4) == "0.0000");
    CHECK(number_or_power(0.0001, 4) == "0.0001");
    CHECK(number_or_power(0.00009, 4) == "9.000e-05");
    CHECK(number_or_power(8.194012624e-40, 4) == "8.194e-40");
    CHECK(number_or_power(9.88903e42, 4) == "9.889e+42");
    CHECK(number_or_power(-1e7, 2) == "-1.000e+07");
    CHECK(number_or_power(std::numeric_limits<double>::infinity(), 4) == "inf");
}

TEST_CASE("A vector is shown with as few digits as name it", "[show]") {
    CHECK(vector_text(std::vector<double>{1, -0.5}) == "(1, -0.5)");
    CHECK(vector_text(std::vector<double>{}) == "()");
}

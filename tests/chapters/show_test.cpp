#include "chapters/printing/show.hpp"

#include <cmath>
#include <limits>
#include <vector>

#include "catch.hpp"

namespace attn::chapters {

TEST_CASE("A measured number has its mark", "[show]") {
    CHECK(measured_text(12.345) == "~12.35");
    CHECK(measured_text(0.01) == "~0.01");
    CHECK(measured_text(0.0012) == "~1.2e-3");
}

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
    CHECK(number_or_power(0.00009, 4) == "9.000e-5");
    CHECK(number_or_power(8.194012624e-40, 4) == "8.194e-40");
    CHECK(number_or_power(9.88903e42, 4) == "9.889e42");
    CHECK(number_or_power(-1e7, 2) == "-1.000e7");
    CHECK(number_or_power(std::numeric_limits<double>::infinity(), 4) == "inf");
}

TEST_CASE("A vector is shown with as few digits as name it", "[show]") {
    CHECK(vector_text(std::vector<double>{1, -0.5}) == "(1, -0.5)");
    CHECK(vector_text(std::vector<double>{}) == "()");
}

TEST_CASE("Large and small numbers are shown with a power of ten", "[show]") {
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

TEST_CASE("A share has four digits, however small it is", "[show]") {
    CHECK(share_text(0.73105858) == "0.7311");
    CHECK(share_text(8.194012624e-40) == "8.194e-40");
    CHECK(share_text(0) == "0");
    CHECK(share_text(1) == "1");
    CHECK(share_text(0.99999) == "1.0000");
    CHECK(share_text(std::nan("")) == "nan");
}

}  // namespace attn::chapters

#include "attn/number_text.hpp"

#include <cmath>
#include <limits>

#include "catch.hpp"
#include "infinity.hpp"

using namespace attn;

TEST_CASE("number_text rounds and never shows a negative zero", "[number_text]") {
    CHECK(number_text(2.0 / 3.0, 2) == "0.67");
    CHECK(number_text(-2.0, 0) == "-2");
    CHECK(number_text(1e21, 0) == "1000000000000000000000");
    CHECK(number_text(-0.0, 2) == "0.00");
    CHECK(number_text(-0.004, 2) == "0.00");
    CHECK(number_text(-0.005, 2) == "-0.01");
    CHECK(number_text(-0.0, 0) == "0");
    CHECK(number_text(std::nan(""), 2) == "nan");
    CHECK(number_text(-std::nan(""), 2) == "nan");
    CHECK(number_text(infinity, 2) == "inf");
    CHECK(number_text(-infinity, 2) == "-inf");
    CHECK(number_text(std::numeric_limits<double>::lowest(), 100).size() == 411);
}

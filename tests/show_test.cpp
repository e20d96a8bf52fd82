#include "chapters/common/show.hpp"

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

TEST_CASE("A vector is shown with as few digits as name it", "[show]") {
    CHECK(vector_text(std::vector<double>{1, -0.5}) == "(1, -0.5)");
    CHECK(vector_text(std::vector<double>{}) == "()");
}

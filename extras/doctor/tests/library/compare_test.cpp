#include "doctor/library/compare.hpp"

#include "catch.hpp"
#include "doctor/library/words.hpp"
#include "infinity.hpp"

using namespace attn::doctor;

TEST_CASE("doctor: two infinities are the same where their signs are") {
    const auto between = [](double yours, double expected) {
        return distance(Array{{1}, {yours}}, Array{{1}, {expected}});
    };
    CHECK(between(infinity, infinity) == 0);
    CHECK(between(-infinity, -infinity) == 0);
    CHECK(between(not_a_number, not_a_number) == 0);
    CHECK(between(infinity, -infinity) == infinity);
    CHECK(between(-infinity, infinity) == infinity);
    CHECK(between(not_a_number, infinity) == infinity);
    CHECK(between(-infinity, not_a_number) == infinity);
    CHECK(between(1, infinity) == infinity);
    CHECK(between(3, 2) == 0.5);
}

TEST_CASE("doctor: numbers are read and written with the digits that a person needs") {
    const Probe probe{
        .settings = {{"eps", "1.5e-05"}, {"size", "1e+04"}, {"odd", "small"}}};
    CHECK(probe.number("eps") == 1.5e-05);
    CHECK(probe.count("size") == 10000);
    CHECK_THROWS_WITH(probe.number("odd"), "odd is \"small\", which is no number");
    CHECK(short_number(0.1) == "0.1");
    CHECK(short_number(2.0 / 3) == "0.6667");
    CHECK(short_number(1e-5) == "1e-05");
    CHECK(short_number(12346.5) == "1.235e+04");
    CHECK(short_number(100000001) == "100000001");
}

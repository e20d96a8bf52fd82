#include "doctor/library/compare.hpp"

#include "catch.hpp"
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

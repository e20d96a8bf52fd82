#include "support/files/number_bytes.hpp"

#include <cmath>
#include <limits>

#include "catch.hpp"

using namespace attn;

TEST_CASE("A number's lowest byte comes first, on every processor", "[number_bytes]") {
    std::string bytes;
    append_number(bytes, NpyType::int64, 258);
    append_number(bytes, NpyType::float64, 1.5);
    CHECK(bytes == std::string("\2\1\0\0\0\0\0\0\0\0\0\0\0\0\xf8\x3f", 16));
    CHECK(number_at(NpyType::int64, bytes, 0) == 258);
    CHECK(number_at(NpyType::float64, bytes, 1) == 1.5);
    std::string floats;
    append_number(floats, NpyType::float32, -2);
    append_number(floats, NpyType::boolean, 1);
    CHECK(floats == std::string("\0\0\0\xc0\1", 5));
    CHECK(number_at(NpyType::float32, floats, 0) == -2);
    CHECK(number_at(NpyType::boolean, floats, 4) == 1);
}

TEST_CASE("A type holds what a double can give it exactly", "[number_bytes]") {
    CHECK(can_hold(NpyType::int64, -9007199254740991.0));
    CHECK_FALSE(can_hold(NpyType::int64, 9007199254740992.0));
    CHECK_FALSE(can_hold(NpyType::int64, 0.5));
    CHECK_FALSE(can_hold(NpyType::int64, std::nan("")));
    CHECK(can_hold(NpyType::boolean, 0));
    CHECK_FALSE(can_hold(NpyType::boolean, 2));
    CHECK(can_hold(NpyType::float32, 0.1));
    CHECK(can_hold(NpyType::float64, std::nan("")));
}

TEST_CASE("A shape fills its bytes, or does not", "[number_bytes]") {
    CHECK(fills({}, 8, 8));
    CHECK(fills({3, 5}, 4, 60));
    CHECK_FALSE(fills({3, 5}, 4, 61));
    CHECK_FALSE(fills({3, 5}, 4, 59));
    CHECK_FALSE(fills({}, 8, 0));
    const std::size_t most = std::numeric_limits<std::size_t>::max();
    CHECK(fills({most, 0, most}, 8, 0));
    CHECK_FALSE(fills({most, 0, most}, 8, 8));
    CHECK_FALSE(fills({most / 2 + 1, 2}, 1, 0));
    CHECK_FALSE(fills({most / 2 + 1, 2}, 1, 8));
}

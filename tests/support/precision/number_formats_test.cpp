#include "support/precision/number_formats.hpp"

#include <bit>
#include <cmath>
#include <limits>
#include <random>
#include <stdexcept>
#include <vector>

#include "catch.hpp"
#include "infinity.hpp"

// On ARM, GCC 12 knows the sizes of this type, but C++ has it from GCC 13 on.
#if defined(__FLT16_MANT_DIG__) && \
    (defined(__SSE2__) || defined(__clang__) || __GNUC__ > 12)
#define HAS_FLOAT16
#endif

using namespace attn;

namespace {

bool are_same(double a, double b) {
    if (std::isnan(a) || std::isnan(b)) return std::isnan(a) && std::isnan(b);
    return a == b && std::signbit(a) == std::signbit(b);
}

/// The float32 whose upper half is bits: bfloat16 by its definition.
double upper_half(std::uint16_t bits) {
    return std::bit_cast<float>(static_cast<std::uint32_t>(bits) << 16);
}

/// Doubles of every size, most of them between numbers of the formats, and every number
/// of float16 and bfloat16, halfway to the next and a hair beside it.
std::vector<double> many_doubles() {
    std::vector<double> values{0.0, -0.0, infinity, -infinity, not_a_number, 65520, 1e308};
    std::mt19937_64 engine(5);
    for (int i = 0; i < 40000; ++i) values.push_back(std::bit_cast<double>(engine()));
    for (int i = 0; i < 40000; ++i) {
        const double fraction = 1.0 + static_cast<double>(engine() >> 11) * 0x1p-53;
        values.push_back(std::ldexp(fraction, static_cast<int>(engine() % 340) - 170));
    }
    for (const NumberFormat& format : {float16, bfloat16}) {
        for (int i = 0; i < 65536; i += 7) {
            const double value = decode16(static_cast<std::uint16_t>(i), format);
            const double half = value + unit_in_last_place(value, format) / 2;
            for (const double near :
                 {value, half, std::nextafter(half, 0.0), std::nextafter(half, infinity)}) {
                values.push_back(near);
            }
        }
    }
    return values;
}

}  // namespace

TEST_CASE("The sizes of the four formats", "[number_formats][S3-22]") {
    CHECK(largest_finite(float16) == 65504);
    CHECK(largest_finite(bfloat16) == 0x1.fep127);
    CHECK(largest_finite(float32) == std::numeric_limits<float>::max());
    CHECK(largest_finite(float64) == std::numeric_limits<double>::max());
    CHECK(smallest_normal(float16) == 0x1p-14);
    CHECK(smallest_normal(bfloat16) == std::numeric_limits<float>::min());
    CHECK(smallest_normal(float32) == std::numeric_limits<float>::min());
    CHECK(smallest_normal(float64) == std::numeric_limits<double>::min());
    CHECK(smallest_subnormal(float16) == 0x1p-24);
    CHECK(smallest_subnormal(bfloat16) == 0x1p-133);
    CHECK(smallest_subnormal(float32) == std::numeric_limits<float>::denorm_min());
    CHECK(smallest_subnormal(float64) == std::numeric_limits<double>::denorm_min());
    CHECK(unit_in_last_place(1, float32) == std::numeric_limits<float>::epsilon());
    CHECK(unit_in_last_place(-99, float16) == 0.0625);
    CHECK(unit_in_last_place(0, float16) == 0x1p-24);
    CHECK(std::isnan(unit_in_last_place(infinity, float16)));
    CHECK(std::isnan(unit_in_last_place(not_a_number, float16)));
}

TEST_CASE("A value becomes the nearest number, ties the even one", "[number_formats]") {
    // By hand: from 4096 to 8192 float16 has a number every 4, bfloat16 every 32.
    CHECK(rounded(8103.0839, float16) == 8104);
    CHECK(rounded(8103.0839, bfloat16) == 8096);
    CHECK(rounded(2049, float16) == 2048);  // between 2048 and 2050
    CHECK(rounded(2051, float16) == 2052);
    CHECK(rounded(-2051, float16) == -2052);
    CHECK(rounded(65519.999, float16) == 65504);
    CHECK(rounded(65520, float16) == infinity);
    CHECK(rounded(-65520, float16) == -infinity);
    CHECK(rounded(0x1p-25, float16) == 0);  // half of the smallest, and 0 is even
    CHECK(rounded(0x1.001p-25, float16) == 0x1p-24);
    CHECK(rounded(0x1.8p-24, float16) == 0x1p-23);
    CHECK(are_same(rounded(-1e-300, float32), -0.0));
    CHECK(std::isnan(rounded(not_a_number, bfloat16)));
}

TEST_CASE("float32 and float64 are the compiler's own", "[number_formats]") {
    for (const double value : many_doubles()) {
        CAPTURE(value);
        REQUIRE(are_same(rounded(value, float32), static_cast<float>(value)));
        REQUIRE(are_same(rounded(value, float64), value));
    }
}

TEST_CASE("All 65536 patterns of 16 bits mean what they should", "[number_formats]") {
    for (int i = 0; i < 65536; ++i) {
        const auto bits = static_cast<std::uint16_t>(i);
        CAPTURE(i);
        REQUIRE(are_same(decode16(bits, bfloat16), upper_half(bits)));
        for (const NumberFormat& format : {float16, bfloat16}) {
            const double value = decode16(bits, format);
            REQUIRE(are_same(rounded(value, format), value));
            if (std::isnan(value)) continue;
            REQUIRE(encode16(value, format) == bits);
        }
#ifdef HAS_FLOAT16
        REQUIRE(are_same(decode16(bits, float16),
                         static_cast<double>(std::bit_cast<_Float16>(bits))));
#endif
    }
    CHECK(encode16(not_a_number, float16) == 0x7e00);
    CHECK(encode16(not_a_number, bfloat16) == 0x7fc0);
    CHECK(encode16(1, float16) == 0x3c00);
    CHECK(encode16(-2, bfloat16) == 0xc000);
}

TEST_CASE("Rounding into 16 bits agrees with a second route", "[number_formats]") {
    for (const double value : many_doubles()) {
        CAPTURE(value);
        for (const NumberFormat& format : {float16, bfloat16}) {
            REQUIRE(are_same(decode16(encode16(value, format), format),
                             rounded(value, format)));
        }
        // bfloat16 out of a float32's bits: add just under half of the part that is cut
        // off, and one more where the part that stays is odd.
        const auto single = static_cast<float>(value);
        if (single == value) {
            const auto bits = std::bit_cast<std::uint32_t>(single);
            const std::uint32_t nearest = (bits + 0x7fff + ((bits >> 16) & 1)) >> 16;
            REQUIRE(are_same(rounded(value, bfloat16),
                             upper_half(static_cast<std::uint16_t>(nearest))));
        }
#ifdef HAS_FLOAT16
        REQUIRE(are_same(rounded(value, float16),
                         static_cast<double>(static_cast<_Float16>(value))));
#endif
    }
}

TEST_CASE("A format of one's own", "[number_formats]") {
    const NumberFormat e5m2{"float8", 5, 2};
    CHECK(largest_finite(e5m2) == 57344);
    CHECK(rounded(1.1, e5m2) == 1);
    CHECK(rounded(1.13, e5m2) == 1.25);
    CHECK(rounded(1.4, {"float4", 2, 1}) == 1.5);
}

TEST_CASE("A format that no double can hold is refused", "[number_formats]") {
    for (const NumberFormat& format :
         {NumberFormat{"wide", 15, 64}, NumberFormat{"e", 1, 3}, NumberFormat{"f", 5, 0},
          NumberFormat{"w", 12, 52}, NumberFormat{"long", 11, 53},
          NumberFormat{"16 bits", 14, 1}}) {
        CHECK_THROWS_AS(rounded(1, format), std::domain_error);
        CHECK_THROWS_AS(largest_finite(format), std::domain_error);
        CHECK_THROWS_AS(smallest_normal(format), std::domain_error);
        CHECK_THROWS_AS(smallest_subnormal(format), std::domain_error);
        CHECK_THROWS_AS(unit_in_last_place(1, format), std::domain_error);
        CHECK_THROWS_AS(decode16(1, format), std::domain_error);
        CHECK_THROWS_AS(encode16(1, format), std::domain_error);
    }
}

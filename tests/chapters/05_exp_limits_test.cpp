#include "chapters/05_overflow/05_overflow.hpp"

#include <cmath>
#include <stdexcept>

#include "catch.hpp"

namespace attn::chapters::ch05 {

using Catch::Matchers::WithinAbs;

TEST_CASE("The limits are logarithms, and the last score is the format's last that fits",
          "[exp_limits][S3-18][S3-22]") {
    for (const NumberFormat& format : number_formats) {
        INFO(format.name);
        const ExpLimits limits = exp_limits(format);
        const double largest = largest_finite(format);
        const double half_step = std::ldexp(0.5, -format.fraction_bits);
        // Halfway to the first number that is missing is largest * (1 + about half_step).
        const double halfway = half_step / (2 - 2 * half_step);
        CHECK_THAT(limits.passes_largest, WithinAbs(std::log(largest), 1e-12));
        CHECK_THAT(limits.rounds_to_infinity,
                   WithinAbs(std::log(largest) + std::log1p(halfway), 1e-12));
        CHECK_THAT(limits.passes_smallest,
                   WithinAbs(std::log(smallest_subnormal(format)), 1e-12));
        CHECK_THAT(limits.rounds_to_zero,
                   WithinAbs(std::log(smallest_subnormal(format)) - std::log(2.0), 1e-12));
        const double last = limits.last_score;
        const double next = last + unit_in_last_place(last, format);
        CHECK(rounded(last, format) == last);
        CHECK(std::isfinite(rounded(std::exp(last), format)));
        CHECK(std::isinf(rounded(std::exp(next), format)));
    }
    // Both are typed in the texts.
    CHECK_THAT(exp_limits(float16).passes_largest, WithinAbs(11.0899, 5e-5));
    CHECK_THAT(exp_limits(float64).rounds_to_zero, WithinAbs(-745.1332, 5e-5));
    CHECK_THROWS_AS(exp_limits({"wide", 15, 64}), std::domain_error);
}

TEST_CASE("The compiler's own exp has the same limits", "[exp_limits][S3-22]") {
    CHECK(std::isinf(std::exp(88.7229f)));
    CHECK(std::isfinite(std::exp(88.7228f)));
    CHECK(std::exp(-103.97f) > 0);
    CHECK(std::exp(-103.98f) == 0);
    CHECK(std::isinf(std::exp(709.7828)));
    CHECK(std::isfinite(std::exp(709.7827)));
    CHECK(std::exp(-745.13) > 0);
    CHECK(std::exp(-745.14) == 0);
}

TEST_CASE("e^768 is past even double, and e^27.71 past float16", "[exp_limits][S3-26]") {
    CHECK(std::isinf(std::exp(768.0)));
    CHECK(std::isinf(rounded(std::exp(std::sqrt(768.0)), float16)));
}

TEST_CASE("A format of eight bits has its limits, too", "[exp_limits]") {
    const ExpLimits limits = exp_limits({"float8", 5, 2});
    CHECK_THAT(limits.passes_largest, WithinAbs(10.9568, 5e-5));
    CHECK_THAT(limits.rounds_to_infinity, WithinAbs(11.0258, 5e-5));
}

}  // namespace attn::chapters::ch05

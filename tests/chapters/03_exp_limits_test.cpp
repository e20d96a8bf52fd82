#include "chapters/03_overflow/exp_limits.hpp"

#include <cmath>
#include <limits>
#include <stdexcept>

#include "catch.hpp"

namespace attn::chapters::ch03 {

using Catch::Matchers::WithinAbs;

TEST_CASE("Where exp leaves each format", "[exp_limits][S3-18][S3-22]") {
    struct Wanted {
        NumberFormat format;
        double largest, infinite, smallest, zero, last;
    };
    for (const Wanted& wanted :
         {Wanted{float16, 11.0899, 11.0901, -16.6355, -17.3287, 11.0859375},
          Wanted{bfloat16, 88.7189, 88.7209, -92.1886, -92.8817, 88.5},
          Wanted{float32, 88.7228, 88.7228, -103.2789, -103.9721, 88.72283172607422},
          Wanted{float64, 709.7827, 709.7827, -744.4401, -745.1332, 709.782712893384}}) {
        INFO(wanted.format.name);
        const ExpLimits limits = exp_limits(wanted.format);
        CHECK_THAT(limits.passes_largest, WithinAbs(wanted.largest, 5e-5));
        CHECK_THAT(limits.rounds_to_infinity, WithinAbs(wanted.infinite, 5e-5));
        CHECK_THAT(limits.passes_smallest, WithinAbs(wanted.smallest, 5e-5));
        CHECK_THAT(limits.rounds_to_zero, WithinAbs(wanted.zero, 5e-5));
        CHECK_THAT(limits.last_score, WithinAbs(wanted.last, 1e-12));
    }
}

TEST_CASE("The limits are logarithms", "[exp_limits][S3-22]") {
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
    }
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
    CHECK_THAT(768 / std::log(10.0), WithinAbs(333.54, 0.005));
    CHECK_THAT(std::log10(largest_finite(float64)), WithinAbs(308.25, 0.005));
    CHECK_THAT(std::sqrt(768.0), WithinAbs(27.712812921, 1e-9));
    CHECK_THAT(std::exp(std::sqrt(768.0)) / 1.0852e12, WithinAbs(1, 1e-4));
    CHECK(std::isinf(rounded(std::exp(std::sqrt(768.0)), float16)));
}

TEST_CASE("A format of eight bits has its limits, too", "[exp_limits]") {
    const ExpLimits limits = exp_limits({"float8", 5, 2});
    CHECK_THAT(limits.passes_largest, WithinAbs(10.9568, 5e-5));
    CHECK_THAT(limits.rounds_to_infinity, WithinAbs(11.0258, 5e-5));
}

}  // namespace attn::chapters::ch03

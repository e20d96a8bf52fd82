#include "support/precision/number_formats.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <string>

namespace attn {
namespace {

void require_format(const char* function, const NumberFormat& format) {
    const bool exponent_fits = format.exponent_bits >= 2 && format.exponent_bits <= 11;
    const bool fraction_fits = format.fraction_bits >= 1 && format.fraction_bits <= 52;
    if (exponent_fits && fraction_fits) return;
    throw std::domain_error(
        std::string(function) + ": the format has " + std::to_string(format.exponent_bits) +
        " bits of exponent and " + std::to_string(format.fraction_bits) +
        " of fraction; 2 to 11 and 1 to 52 are possible");
}

void require_16_bits(const char* function, const NumberFormat& format) {
    require_format(function, format);
    const int bits = 1 + format.exponent_bits + format.fraction_bits;
    if (bits == 16) return;
    throw std::domain_error(std::string(function) + ": the format has " +
                            std::to_string(bits) + " bits; it must have 16");
}

double power_of_two(int exponent) {
    return std::ldexp(1.0, exponent);
}

/// The exponent of the largest numbers; also what is added to an exponent to store it.
int bias(const NumberFormat& format) {
    return (1 << (format.exponent_bits - 1)) - 1;
}

int smallest_exponent(const NumberFormat& format) {
    return 1 - bias(format);
}

}  // namespace

double largest_finite(const NumberFormat& format) {
    require_format("largest_finite", format);
    return (2.0 - power_of_two(-format.fraction_bits)) * power_of_two(bias(format));
}

double smallest_normal(const NumberFormat& format) {
    require_format("smallest_normal", format);
    return power_of_two(smallest_exponent(format));
}

double smallest_subnormal(const NumberFormat& format) {
    require_format("smallest_subnormal", format);
    return power_of_two(smallest_exponent(format) - format.fraction_bits);
}

double unit_in_last_place(double value, const NumberFormat& format) {
    require_format("unit_in_last_place", format);
    if (!std::isfinite(value)) return std::numeric_limits<double>::quiet_NaN();
    const int lowest = smallest_exponent(format);
    const int exponent = value == 0.0 ? lowest : std::max(std::ilogb(value), lowest);
    return power_of_two(exponent - format.fraction_bits);
}

double rounded(double value, const NumberFormat& format) {
    require_format("rounded", format);
    if (value == 0.0 || !std::isfinite(value)) return value;
    const double unit = unit_in_last_place(value, format);
    const double steps = std::abs(value) / unit;  // exact: the unit is a power of two
    double whole = std::floor(steps);
    const double rest = steps - whole;
    const bool is_odd = std::fmod(whole, 2.0) != 0.0;
    if (rest > 0.5 || (rest == 0.5 && is_odd)) whole += 1.0;
    const double nearest = whole * unit;
    const bool overflows = nearest > largest_finite(format);
    return std::copysign(overflows ? std::numeric_limits<double>::infinity() : nearest,
                         value);
}

double decode16(std::uint16_t bits, const NumberFormat& format) {
    require_16_bits("decode16", format);
    const int fraction = bits & ((1 << format.fraction_bits) - 1);
    const int exponent = (bits & 0x7fff) >> format.fraction_bits;
    const double sign = (bits & 0x8000) != 0 ? -1.0 : 1.0;
    const bool is_subnormal = exponent == 0;
    if (exponent == (1 << format.exponent_bits) - 1) {
        return fraction != 0 ? std::numeric_limits<double>::quiet_NaN()
                             : sign * std::numeric_limits<double>::infinity();
    }
    const int leading_one = is_subnormal ? 0 : 1 << format.fraction_bits;
    const int power = std::max(exponent, 1) - bias(format) - format.fraction_bits;
    return sign * (leading_one + fraction) * power_of_two(power);
}

std::uint16_t encode16(double value, const NumberFormat& format) {
    require_16_bits("encode16", format);
    const int all_exponent_bits = ((1 << format.exponent_bits) - 1) << format.fraction_bits;
    const double nearest = std::abs(rounded(value, format));
    int bits = all_exponent_bits;
    if (std::isnan(nearest)) {
        return static_cast<std::uint16_t>(bits | 1 << (format.fraction_bits - 1));
    }
    if (std::isfinite(nearest)) {
        const double unit = unit_in_last_place(nearest, format);
        const int steps = static_cast<int>(nearest / unit);
        // The leading one of a normal number falls onto the exponent and counts it up by
        // one; a subnormal number has none and stays at exponent 0.
        const int exponent = std::ilogb(unit) - std::ilogb(smallest_subnormal(format));
        bits = (exponent << format.fraction_bits) + steps;
    }
    return static_cast<std::uint16_t>(std::signbit(value) ? bits | 0x8000 : bits);
}

}  // namespace attn

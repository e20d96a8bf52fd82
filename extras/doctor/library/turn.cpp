#include "doctor/library/turn.hpp"

#include <cmath>
#include <utility>

#include "doctor/library/many_heads.hpp"
#include "doctor/library/positions.hpp"

namespace attn::doctor {
namespace {

/// x with so many binary digits; 0: all of them.
double with_binary_digits(double x, int digits) {
    if (digits == 0 || x == 0) return x;
    const double unit = std::exp2(std::floor(std::log2(std::abs(x))) + 1 - digits);
    return std::nearbyint(x / unit) * unit;
}

double position_of(std::size_t row, std::size_t n, std::size_t first, Start start) {
    const double i = static_cast<double>(row), from = static_cast<double>(first);
    switch (start) {
        case Start::right:
            return from + i;
        case Start::ignored:
            return i;
        case Start::of_all_rows:
            return from;
        case Start::one_more:
            return from + i + 1;
        case Start::one_less:
            return from + i - 1;
        case Start::at_end:
            return from + static_cast<double>(n) + i;
    }
    return 0;
}

/// on.halves says where the table of angles has its pairs.
double turning_angle(double position, std::size_t column, std::size_t d, double base,
                     const Switches& on) {
    double power = exponent_of(column, d, on);
    if (!on.power_multiplies) power = -power;
    const double frequency = with_binary_digits(std::pow(base, power), on.angle_digits);
    const double angle = with_binary_digits(position, on.angle_digits) * frequency;
    return with_binary_digits(on.rotation == Rotation::backwards ? -angle : angle,
                              on.angle_digits);
}

/// The pair (a, b) turned, a by its own angle and b by its own.
void turn_pair(double& a, double& b, double angle_a, double angle_b, Rotation how) {
    double cos_a = std::cos(angle_a), sin_a = std::sin(angle_a);
    double cos_b = std::cos(angle_b), sin_b = std::sin(angle_b);
    if (how == Rotation::waves_exchanged) {
        std::swap(cos_a, sin_a);
        std::swap(cos_b, sin_b);
    }
    const double old_a = a;
    a = how == Rotation::no_minus ? a * cos_a + b * sin_a : a * cos_a - b * sin_a;
    b = (how == Rotation::overwritten ? a : old_a) * sin_b + b * cos_b;
}

}  // namespace

Turning turning_of(const Probe& probe) {
    return {.base = probe.number("base"),
            .halves = probe.setting("layout") == "halves",
            .first = probe.count("first")};
}

Block turned(const Block& x, const Turning& by, const Switches& on) {
    Switches angles = on;
    angles.halves = by.halves;
    bool halves = by.halves;
    const bool evens_first = on.pairs == Pairs::evens_first;
    if (on.pairs == Pairs::interleaved || evens_first) angles.halves = halves = false;
    if (on.pairs == Pairs::halves) angles.halves = halves = true;
    if (on.pairs == Pairs::angles_in_halves) angles.halves = true, halves = false;
    if (on.pairs == Pairs::turned_in_halves) angles.halves = false, halves = true;
    const double base = on.turn_base > 0 ? on.turn_base : by.base;
    const std::size_t d = x.cols;
    Block y = x;
    for (std::size_t s = 0; s < x.sentences; ++s) {
        for (std::size_t h = 0; h < x.heads; ++h) {
            for (std::size_t i = 0; i < x.rows; ++i) {
                const double position = position_of(i, x.rows, by.first, on.start);
                for (std::size_t pair = 0; pair < d / 2; ++pair) {
                    const std::size_t a = halves ? pair : 2 * pair;
                    const std::size_t b = halves ? pair + d / 2 : 2 * pair + 1;
                    double of_a = x(s, h, i, a), of_b = x(s, h, i, b);
                    turn_pair(of_a, of_b, turning_angle(position, a, d, base, angles),
                              turning_angle(position, b, d, base, angles), on.rotation);
                    y(s, h, i, evens_first ? pair : a) = of_a;
                    y(s, h, i, evens_first ? pair + d / 2 : b) = of_b;
                }
            }
        }
    }
    return y;
}

}  // namespace attn::doctor

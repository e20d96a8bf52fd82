#include "doctor/library/turn.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include "doctor/library/compare.hpp"
#include "doctor/library/many_heads.hpp"
#include "doctor/library/positions.hpp"

namespace attn::doctor {
namespace {

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

/// A pair's angle for each word. Of Llama 3's scaling, a wave that fits less than once into the
/// 8192 words of its first training becomes 8 times as long (in 3.2 32 times), one that fits 4
/// times stays, and in between there is a ramp.
double slowed_down(double frequency, double by) {
    const double waves = 8192 * frequency / (2 * std::numbers::pi);
    const double kept = std::clamp((waves - 1) / 3, 0.0, 1.0);
    return frequency * (kept + (1 - kept) / by);
}

/// The angles of d turned columns. on.halves says where their table has its pairs.
struct Angles {
    double base;
    std::size_t d;
    double width;  // what the exponent is divided by

    double operator()(double position, std::size_t column, const Switches& on) const {
        const double wide = static_cast<double>(d);
        double power = exponent_of(column, d, on) * wide / width;
        if (!on.power_multiplies) power = -power;
        const double by = base * (d > 2 ? std::pow(on.ntk, wide / (wide - 2)) : 1);
        const double frequency = with_binary_digits(
            slowed_down(std::pow(by, power), on.slowed), on.angle_digits);
        const double angle =
            with_binary_digits(position, on.angle_digits) * frequency * on.angle_factor;
        return with_binary_digits(on.rotation == Rotation::backwards ? -angle : angle,
                                  on.angle_digits);
    }
};

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
            .first = probe.count("first"),
            .model_width = probe.number("d_model") / probe.number("n_heads", 1)};
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
    const auto n_pairs = std::max<std::size_t>(
        1, static_cast<std::size_t>(static_cast<double>(x.cols) * on.turned_share / 2));
    const double width = on.angle_width == Width::of_model ? by.model_width
                         : on.angle_width == Width::of_head
                             ? static_cast<double>(x.cols)
                             : 2.0 * static_cast<double>(n_pairs);
    const Angles angle{on.turn_base > 0 ? on.turn_base : by.base, 2 * n_pairs, width};
    Block y = x;
    for (std::size_t s = 0; s < x.sentences; ++s) {
        for (std::size_t h = 0; h < x.heads; ++h) {
            for (std::size_t i = 0; i < x.rows; ++i) {
                const double position = position_of(i, x.rows, by.first, on.start);
                for (std::size_t pair = 0; pair < n_pairs; ++pair) {
                    const std::size_t a = halves ? pair : 2 * pair;
                    const std::size_t b = halves ? pair + n_pairs : 2 * pair + 1;
                    double of_a = x(s, h, i, a), of_b = x(s, h, i, b);
                    turn_pair(of_a, of_b, angle(position, a, angles),
                              angle(position, b, angles), on.rotation);
                    y(s, h, i, evens_first ? pair : a) = of_a;
                    y(s, h, i, evens_first ? pair + n_pairs : b) = of_b;
                }
            }
        }
    }
    return y;
}

}  // namespace attn::doctor

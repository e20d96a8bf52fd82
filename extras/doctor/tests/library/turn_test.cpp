// What the doctor's wrong rotary positions compute, by complex numbers: a pair (a, b) is a + b i,
// and to turn it is to multiply it.
#include "doctor/library/positions.hpp"

#include <cmath>
#include <complex>
#include <functional>
#include <numbers>

#include "catch.hpp"
#include "doctor/library/kind.hpp"

namespace attn::doctor {

namespace {

using Complex = std::complex<double>;

/// Two rows of two pairs: (1, 2) and (3, 4) at position 2, (5, 6) and (7, 8) at position 3.
Block two_rows(bool halves) {
    Block x(1, 1, 2, 4);
    x.values = halves ? std::vector<double>{1, 3, 2, 4, 5, 7, 6, 8}
                      : std::vector<double>{1, 2, 3, 4, 5, 6, 7, 8};
    return x;
}

/// The four pairs are turned as turn(pair, position, i) says, in both layouts; base is 100.
void require_turns(const Switches& on,
                   const std::function<Complex(Complex, double, double)>& turn) {
    for (const bool halves : {false, true}) {
        const Block y = turned(two_rows(halves), {100, halves, 2}, on);
        for (std::size_t row = 0; row < 2; ++row) {
            for (std::size_t i = 0; i < 2; ++i) {
                const double a =
                    1 + 4.0 * static_cast<double>(row) + 2.0 * static_cast<double>(i);
                const Complex right = turn({a, a + 1}, 2.0 + static_cast<double>(row),
                                           static_cast<double>(i));
                INFO("halves " << halves << ", row " << row << ", pair " << i);
                CHECK(std::abs(y(0, 0, row, halves ? i : 2 * i) - right.real()) < 1e-12);
                CHECK(std::abs(y(0, 0, row, halves ? i + 2 : 2 * i + 1) - right.imag()) <
                      1e-12);
            }
        }
    }
}

/// z turned by an angle.
Complex by(Complex z, double angle) {
    return z * std::polar(1.0, angle);
}

}  // namespace

TEST_CASE("doctor: rotary positions turn pair i of position p by p / base^(2i / d)") {
    require_turns({},
                  [](Complex z, double p, double i) { return by(z, p / std::pow(10, i)); });
}

TEST_CASE("doctor: rotary positions with wrong angles turn as their names say") {
    const auto require_angle = [](const Switches& on, double (*angle)(double p, double i)) {
        require_turns(on,
                      [&](Complex z, double p, double i) { return by(z, angle(p, i)); });
    };
    require_angle({.turn_base = 1e4},
                  [](double p, double i) { return p / std::pow(100, i); });
    require_angle({.angle_factor = 0.5},
                  [](double p, double i) { return p / 2 / std::pow(10, i); });
    require_angle({.ntk = 3},  // d / (d - 2) is 2
                  [](double p, double i) { return p / std::pow(30, i); });
    require_angle({.exponent = Exponent::doubled},
                  [](double p, double i) { return p / std::pow(100, i); });
    require_angle({.exponent = Exponent::half},
                  [](double p, double i) { return p / std::pow(100, i / 4); });
    require_angle({.exponent = Exponent::reaches_base},
                  [](double p, double i) { return p / std::pow(100, i); });
    require_angle({.exponent = Exponent::one_pair_less},
                  [](double p, double i) { return p / std::pow(10, i - 1); });
    require_angle({.exponent = Exponent::half_a_pair_more},
                  [](double p, double i) { return p / std::pow(10, i + 0.5); });
    require_angle({.power_multiplies = true},
                  [](double p, double i) { return p * std::pow(10, i); });
    require_angle({.rotation = Rotation::backwards},
                  [](double p, double i) { return -p / std::pow(10, i); });
    require_angle({.start = Start::ignored},
                  [](double p, double i) { return (p - 2) / std::pow(10, i); });
    require_angle({.start = Start::of_all_rows},
                  [](double, double i) { return 2 / std::pow(10, i); });
    require_angle({.start = Start::one_more},
                  [](double p, double i) { return (p + 1) / std::pow(10, i); });
    require_angle({.start = Start::one_less},
                  [](double p, double i) { return (p - 1) / std::pow(10, i); });
    require_angle({.start = Start::at_end},  // two rows more
                  [](double p, double i) { return (p + 2) / std::pow(10, i); });
    require_angle({.angle_digits = 2}, [](double p, double i) {  // of 0.1, 0.2 and 0.3
        if (i == 0) return p;
        return p == 2 ? 0.1875 : 0.25;  // 0.09375 is kept of 0.1
    });
}

TEST_CASE("doctor: a head that is turned in part, or slowly, turns as its name says") {
    Block x(1, 1, 1, 8);
    x.values = {1, 0, 1, 0, 1, 0, 1, 0};
    const auto require_angles = [&](const Switches& on, const std::vector<double>& angles) {
        const Block y = turned(x, {1e4, false, 2}, on);
        for (std::size_t i = 0; i < 4; ++i) {
            CHECK(std::abs(y(0, 0, 0, 2 * i) - std::cos(angles[i])) < 1e-12);
            CHECK(std::abs(y(0, 0, 0, 2 * i + 1) - std::sin(angles[i])) < 1e-12);
        }
    };
    require_angles({.turned_share = 0.5}, {2, 0.02, 0, 0});
    require_angles({.turned_share = 0.5, .angle_width = Width::of_head}, {2, 0.2, 0, 0});
    // The last wave is 2000 pi words long and fits 1.3 times into 8192: a tenth of the ramp.
    const double kept = (8192 / (2000 * std::numbers::pi) - 1) / 3;
    require_angles({.slowed = 8}, {2, 0.2, 0.02, 0.002 * (kept + (1 - kept) / 8)});
}

TEST_CASE("doctor: rotary positions that turn wrongly do what their names say") {
    const auto cos_sin = [](double p, double i) {
        return std::polar(1.0, p / std::pow(10, i));
    };
    require_turns({.rotation = Rotation::no_minus}, [&](Complex z, double p, double i) {
        const Complex w = cos_sin(p, i);
        return Complex(z.real() * w.real() + z.imag() * w.imag(),
                       z.real() * w.imag() + z.imag() * w.real());
    });
    require_turns({.rotation = Rotation::waves_exchanged},
                  [&](Complex z, double p, double i) {
                      const Complex w = cos_sin(p, i);
                      return z * Complex(w.imag(), w.real());
                  });
    require_turns({.rotation = Rotation::overwritten}, [&](Complex z, double p, double i) {
        const Complex w = cos_sin(p, i);
        const double a = (z * w).real();
        return Complex(a, a * w.imag() + z.imag() * w.real());
    });
}

TEST_CASE("doctor: one layout for all is the other one's in half of the probes") {
    const auto equal = [](bool halves, Pairs always, bool as) {
        const Block x = two_rows(false);
        return turned(x, {100, halves, 2}, {.pairs = always}).values ==
               turned(x, {100, as, 2}, {}).values;
    };
    CHECK(equal(true, Pairs::interleaved, false));
    CHECK(equal(false, Pairs::interleaved, false));
    CHECK(equal(false, Pairs::halves, true));
    CHECK(!equal(true, Pairs::interleaved, true));
    for (const bool asked : {false, true}) {  // both are turned interleaved
        Block y = turned(two_rows(false), {100, asked, 2}, {.pairs = Pairs::evens_first});
        std::swap(y.values[1], y.values[2]), std::swap(y.values[5], y.values[6]);
        CHECK(y.values == turned(two_rows(false), {100, false, 2}, {}).values);
    }
    // Columns 0 and 1 turn together, by the angles of pairs 0 and 1.
    Block x(1, 1, 1, 4);
    x.values = {1, 0, 0, 0};
    const Block mixed = turned(x, {100, false, 2}, {.pairs = Pairs::angles_in_halves});
    CHECK(std::abs(mixed.values[0] - std::cos(2)) < 1e-15);
    CHECK(std::abs(mixed.values[1] - std::sin(0.2)) < 1e-15);
    const Block other = turned(x, {100, false, 2}, {.pairs = Pairs::turned_in_halves});
    CHECK(std::abs(other.values[0] - std::cos(2)) < 1e-15);
    CHECK(std::abs(other.values[2] - std::sin(0.2)) < 1e-15);
}

}  // namespace attn::doctor

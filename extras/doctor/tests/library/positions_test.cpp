// What the doctor's wrong positions and embeddings compute, by the formula that the name says.
#include "doctor/library/positions.hpp"

#include <cmath>
#include <complex>
#include <functional>
#include <numbers>

#include "blocks.hpp"
#include "catch.hpp"
#include "matrix_matchers.hpp"

namespace attn::doctor {

TEST_CASE("doctor: positions with a wrong formula have the angles that its name says") {
    // Column j's angle at place i, for d_model 6: the pairs of columns are 0 0 1 1 2 2.
    const auto require_angle = [](const Switches& on, const auto& angle) {
        const Block y = positions(5, 6, on);
        CHECK(largest_gap(y.values, at_each_place(y, [&](auto, auto, auto i, auto j) {
                              const double a =
                                  angle(static_cast<double>(i), static_cast<double>(j),
                                        static_cast<double>(j / 2));
                              return j % 2 == 0 ? std::sin(a) : std::cos(a);
                          })) < 1e-12);
    };
    const auto exponent = [&](Exponent wrong, const auto& power) {
        require_angle({.exponent = wrong}, [&](double i, double j, double pair) {
            return i / std::pow(10000, power(j, pair));
        });
    };
    exponent(Exponent::right, [](double, double pair) { return 2 * pair / 6; });
    exponent(Exponent::doubled, [](double, double pair) { return 4 * pair / 6; });
    exponent(Exponent::column_twice, [](double j, double) { return 2 * j / 6; });
    exponent(Exponent::column, [](double j, double) { return j / 6; });
    exponent(Exponent::half, [](double, double pair) { return pair / 6; });
    exponent(Exponent::reaches_base, [](double, double pair) { return pair / 2; });

    const auto right = [](double i, double pair, double base = 10000) {
        return i / std::pow(base, pair / 3);
    };
    require_angle({.base = 1024},
                  [&](double i, double, double pair) { return right(i, pair, 1024); });
    require_angle({.power_multiplies = true}, [](double i, double, double pair) {
        return i * std::pow(10000, pair / 3);
    });
    require_angle({.angle_factor = std::numbers::pi}, [&](double i, double, double pair) {
        return std::numbers::pi * right(i, pair);
    });
    require_angle({.first_position = -1},
                  [&](double i, double, double pair) { return right(i - 1, pair); });
}

TEST_CASE("doctor: positions with wrong waves are waves as their names say") {
    const double slow =
        1 / std::pow(10000, 1 / 2.0);  // the angle of the second pair of four
    const double s = std::sin(1), c = std::cos(1);
    const double t = std::sin(slow), u = std::cos(slow);
    const auto second_row = [](const Switches& on, std::vector<double> wanted) {
        const Block y = positions(2, 4, on);
        CHECK(largest_gap({y.values.begin() + 4, y.values.end()}, wanted) < 1e-14);
    };
    second_row({}, {s, c, t, u});
    second_row({.halves = true}, {s, t, c, u});
    second_row({.waves = Waves::exchanged}, {c, s, u, t});
    second_row({.waves = Waves::sines}, {s, s, t, t});
    second_row({.waves = Waves::cosines}, {c, c, u, u});
    second_row({.waves = Waves::by_row}, {c, c, u, u});  // row 1: cosines
    second_row({.positions_scaled = true}, {2 * s, 2 * c, 2 * t, 2 * u});
    second_row({.first_row_zeros = true}, {s, c, t, u});
    const Block y = positions(2, 4, {.first_row_zeros = true});
    CHECK(std::vector(y.values.begin(), y.values.begin() + 4) ==
          std::vector<double>{0, 0, 0, 0});
    // Of d_model 2 the exponent that reaches the base is 0: there is one pair alone.
    CHECK(largest_gap(positions(2, 2, {.exponent = Exponent::reaches_base}).values,
                      {0, 1, s, c}) < 1e-14);
}

TEST_CASE("doctor: embeddings with a wrong factor are what its name says") {
    const Array table{{3, 4}, {1, 2, 3, 4, 10, 20, 30, 40, 100, 200, 300, 400}};
    const Array ids{{2, 2}, {1, 2, 2, 1}, NumberType::int64};
    const auto require_sum = [&](const Switches& on, double of_word, double of_place,
                                 std::size_t first_id = 0) {
        const Block places = positions(2, 4, {});
        const Block y = embedded(ids, table, on);
        REQUIRE(y.sentences == 2);
        CHECK(largest_gap(y.values, at_each_place(y, [&](auto s, auto, auto i, auto j) {
                              const std::size_t id = (s == i ? 1U : 2U) - first_id;
                              return of_word * table.values[id * 4 + j] +
                                     of_place * places(0, 0, i, j);
                          })) < 1e-12);
    };
    require_sum({}, 2, 1);  // the root of 4
    require_sum({.embedding_scale = EmbeddingScale::none}, 1, 1);
    require_sum({.embedding_scale = EmbeddingScale::divided}, 0.5, 1);
    require_sum({.embedding_scale = EmbeddingScale::d_model}, 4, 1);
    require_sum({.embedding_scale = EmbeddingScale::of_sum}, 2, 2);
    require_sum({.embedding_scale = EmbeddingScale::no_positions}, 2, 0);
    require_sum({.embedding_scale = EmbeddingScale::positions_twice}, 2, 2);
    require_sum({.ids_from_1 = true}, 2, 1, 1);
    const Block rows = positions(3, 4, {});
    const auto place = [&](PositionRow which, std::size_t s, std::size_t i) {
        const Block y = embedded(ids, table, {.position_row = which});
        return y(s, 0, i, 3) - 2 * table.values[(s == i ? 1U : 2U) * 4 + 3];
    };
    for (const std::size_t s : {0U, 1U}) {
        for (const std::size_t i : {0U, 1U}) {
            CHECK(std::abs(place(PositionRow::of_sentence, s, i) - rows(0, 0, s, 3)) <
                  1e-12);
            CHECK(std::abs(place(PositionRow::number_n, s, i) - rows(0, 0, 2, 3)) < 1e-12);
        }
    }
    CHECK_THROWS_AS(embedded({{1, 1}, {0}}, table, {.ids_from_1 = true}), Inapplicable);
    CHECK_THROWS_AS(embedded({{1, 1}, {3}}, table, {}), Inapplicable);
}

// Rotary positions by complex numbers: a pair (a, b) is a + b i, and to turn it is to multiply it.
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

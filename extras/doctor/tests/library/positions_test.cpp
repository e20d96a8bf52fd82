// What the doctor's wrong positions and embeddings compute, by the formula that the name says.
#include "doctor/library/positions.hpp"

#include <cmath>
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

}  // namespace attn::doctor

// What the doctor takes for softmax, by hand, or by a loop over all scores for each weight.
#include "doctor/library/attend.hpp"

#include <cmath>

#include "blocks.hpp"
#include "catch.hpp"
#include "matrix_matchers.hpp"

namespace attn::doctor {

namespace {

struct ScorePlace {
    std::size_t s, h, i, j;
};

/// Each exponential over the sum of those that are in the same group.
template <class Same>
std::vector<double> shares(const Block& scores, const Same& same) {
    return at_each_place(scores, [&](auto s, auto h, auto i, auto j) {
        double sum = 0;
        at_each_place(scores, [&](auto t, auto g, auto k, auto l) {
            if (same(ScorePlace{s, h, i, j}, ScorePlace{t, g, k, l}))
                sum += std::exp(scores(t, g, k, l));
            return 0;
        });
        return std::exp(scores(s, h, i, j)) / sum;
    });
}

/// What becomes of one row.
std::vector<double> weighed(std::vector<double> row, const Switches& on) {
    const std::size_t n = row.size();
    return weigh(block_of(1, n, std::move(row)), on).values;
}

bool all_nan(const std::vector<double>& values) {
    for (const double value : values) {
        if (!std::isnan(value)) return false;
    }
    return true;
}

constexpr double no_score = -Switches::infinity;

}  // namespace

TEST_CASE("doctor: softmax along a wrong axis sums over what its name says") {
    const Block scores = random_block(1, 2, 3, 5, 7);
    const auto require_sums_over = [&](const Switches& on, const auto& same) {
        CHECK(largest_gap(weigh(scores, on).values, shares(scores, same)) < 1e-14);
    };
    using P = ScorePlace;
    require_sums_over({}, [](P a, P b) { return a.s == b.s && a.h == b.h && a.i == b.i; });
    require_sums_over({.along = Along::queries},
                      [](P a, P b) { return a.s == b.s && a.h == b.h && a.j == b.j; });
    require_sums_over({.along = Along::table},
                      [](P a, P b) { return a.s == b.s && a.h == b.h; });
    require_sums_over({.along = Along::heads},
                      [](P a, P b) { return a.s == b.s && a.i == b.i && a.j == b.j; });
    require_sums_over({.along = Along::sentences},
                      [](P a, P b) { return a.h == b.h && a.i == b.i && a.j == b.j; });
    require_sums_over({.block = 3}, [](P a, P b) {
        return a.s == b.s && a.h == b.h && a.i == b.i && a.j / 3 == b.j / 3;
    });
}

TEST_CASE("doctor: what stands in softmax's place is what its name says") {
    const double log2 = std::log(2), log3 = std::log(3);
    const auto require_row = [](Weighing weighing, std::vector<double> scores,
                                const std::vector<double>& weights) {
        CHECK(largest_gap(weighed(std::move(scores), {.weighing = weighing}), weights) <
              1e-15);
    };
    require_row(Weighing::softmax, {0, log3}, {0.25, 0.75});
    require_row(Weighing::log_softmax, {0, log3}, {std::log(0.25), std::log(0.75)});
    require_row(Weighing::scores_over_their_sum, {1, no_score, 3}, {0.25, 0, 0.75});
    require_row(Weighing::powers_of_2, {1, no_score, 3}, {0.2, 0, 0.8});
    // 2 and 3 over 1 + 2 + 3, 1/2 and 1/3 over 1 + 1/2 + 1/3, and 2/3 and 1 over 1 + 2/3 + 1
    CHECK(largest_gap(weighed({log2, no_score, log3}, {.sink = 0}), {2 / 6.0, 0, 3 / 6.0}) <
          1e-15);
    CHECK(largest_gap(weighed({-log2, -log3}, {.sink = 0}), {3 / 11.0, 2 / 11.0}) < 1e-15);
    CHECK(largest_gap(weighed({log2, log3}, {.added_to_sum = 1}), {2 / 8.0, 3 / 8.0}) <
          1e-15);
    require_row(Weighing::sigmoid, {0, no_score, log3}, {0.5, 0, 0.75});
    require_row(Weighing::scores, {-1, no_score, 3}, {-1, 0, 3});
    // Where a plain program has minus infinity, and divides by it.
    const Switches plain = {.weighing = Weighing::scores_over_their_sum,
                            .closed_are_zeros = false};
    const std::vector<double> divided = weighed({1, no_score, 3}, plain);
    CHECK(divided[0] == 0);
    CHECK(std::isnan(divided[1]));
    CHECK(
        weighed({1, no_score}, {.weighing = Weighing::scores, .closed_are_zeros = false}) ==
        std::vector<double>{1, no_score});
    require_row(Weighing::exponentials, {log2, no_score, log3}, {2, 0, 3});
}

TEST_CASE("doctor: what is subtracted before the exponentials shows at the edges") {
    const std::vector<double> quarters = {0.25, 0.75};
    const std::vector<double> high = {1000, 1000 + std::log(3)};
    const std::vector<double> low = {-20000, -20000 + std::log(3)};
    CHECK(largest_gap(weighed(high, {}), quarters) < 1e-12);
    CHECK(largest_gap(weighed(low, {}), quarters) < 1e-12);
    CHECK(all_nan(weighed(high, {.maximum = Maximum::none})));
    CHECK(largest_gap(weighed({0, std::log(3)}, {.maximum = Maximum::none}), quarters) <
          1e-15);

    // A running maximum that begins too high.
    CHECK(all_nan(weighed(low, {.maximum_from = -1e4})));
    CHECK(weighed(low, {.maximum_from = -1e4, .underflow = ZeroByZero::zeros}) ==
          std::vector<double>{0, 0});
    CHECK(largest_gap(weighed(low, {.maximum_from = -5e4}), quarters) < 1e-12);

    // One maximum for two rows.
    const Block rows = block_of(2, 2, {0, std::log(3), -2000, -2000});
    const std::vector<double> by_row = weigh(rows, {}).values;
    CHECK(largest_gap(by_row, {0.25, 0.75, 0.5, 0.5}) < 1e-15);
    const std::vector<double> by_table = weigh(rows, {.maximum = Maximum::of_table}).values;
    CHECK(largest_gap({by_table[0], by_table[1]}, quarters) < 1e-15);
    CHECK(all_nan({by_table[2], by_table[3]}));
}

TEST_CASE("doctor: a row in which all is closed is zeros or NaN, as its switch says") {
    CHECK(weighed({no_score, no_score}, {}) == std::vector<double>{0, 0});
    CHECK(weighed({no_score, no_score}, {.underflow = ZeroByZero::zeros}) ==
          std::vector<double>{0, 0});
    CHECK(all_nan(weighed({no_score, no_score}, {.nothing_open = ZeroByZero::nan})));
}

}  // namespace attn::doctor

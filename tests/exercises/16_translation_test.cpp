// What chapter 16's exercises have to do, whether the reader or we wrote them.
#include "chapters/16_translation/exercises.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "attn/attention.hpp"
#include "attn/attention_mask.hpp"
#include "attn/random.hpp"
#include "attn/shape_error.hpp"
#include "catch.hpp"
#include "infinity.hpp"

using namespace attn;
using namespace attn::exercises;
using Catch::Matchers::WithinAbs;

namespace {

using Words = std::vector<std::size_t>;
using Row = std::vector<double>;

constexpr std::size_t begin_word = 0, end_word = 1;

/// Scores of five words, one of them the largest.
Row scores_for(std::size_t word) {
    Row scores{-3, -2, -5, -4, -6};
    scores.at(word) = -1;
    return scores;
}

}  // namespace

TEST_CASE("shifted_right by hand") {
    CHECK(shifted_right({7, 5, 6, end_word}, begin_word) == Words{begin_word, 7, 5, 6});
    CHECK(shifted_right({2, 3, 2, 9}, 4) == Words{4, 2, 3, 2});
}

TEST_CASE("shifted_right of the end alone is the beginning") {
    CHECK(shifted_right({end_word}, begin_word) == Words{begin_word});
}

TEST_CASE("shifted_right gives each word the one before it") {
    const Words target{8, 3, 11, 2, 5, 3, end_word};
    const Words given = shifted_right(target, 99);
    REQUIRE(given.size() == target.size());
    CHECK(given[0] == 99);
    for (std::size_t i = 1; i < target.size(); ++i) REQUIRE(given[i] == target[i - 1]);
}

TEST_CASE("shifted_right refuses a target without an end") {
    CHECK_THROWS_AS(shifted_right({}, begin_word), ShapeError);
}

TEST_CASE("greedy writes the largest score's word until the end") {
    const Words sentence{3, 2, 2, 4, end_word};
    std::vector<Words> asked;
    const auto next = [&](const Words& so_far) {
        asked.push_back(so_far);
        return scores_for(sentence.at(so_far.size() - 1));
    };
    CHECK(greedy(next, begin_word, end_word, 9) == Words{3, 2, 2, 4});
    CHECK(asked ==
          std::vector<Words>{{0}, {0, 3}, {0, 3, 2}, {0, 3, 2, 2}, {0, 3, 2, 2, 4}});
}

TEST_CASE("greedy goes by what it has written") {
    // After word n comes word n - 1, down to the end, which is 0 here.
    const auto next = [](const Words& so_far) { return scores_for(so_far.back() - 1); };
    CHECK(greedy(next, 5, 0, 9) == Words{4, 3, 2, 1});
}

TEST_CASE("greedy may end at once") {
    const auto next = [](const Words&) { return scores_for(end_word); };
    CHECK(greedy(next, begin_word, end_word, 9).empty());
}

TEST_CASE("greedy stops after so many words") {
    std::size_t n_asked = 0;
    const auto next = [&](const Words&) {
        ++n_asked;
        return scores_for(4);
    };
    CHECK(greedy(next, begin_word, end_word, 3) == Words{4, 4, 4});
    CHECK(n_asked == 3);
    CHECK(greedy(next, begin_word, end_word, 0).empty());
    CHECK(n_asked == 3);
    // Right before the limit the end is still an end.
    const auto ends = [](const Words& so_far) {
        return scores_for(so_far.size() == 3 ? end_word : 2);
    };
    CHECK(greedy(ends, begin_word, end_word, 3) == Words{2, 2});
}

TEST_CASE("greedy takes the first of equal scores") {
    const auto next = [](const Words& so_far) {
        return so_far.size() < 3 ? Row{-2, -1, 5, 4, 5} : Row{-2, 5, 5, 5, 5};
    };
    CHECK(greedy(next, begin_word, end_word, 9) == Words{2, 2});
}

TEST_CASE("greedy knows that minus infinity is a score") {
    const auto next = [&](const Words& so_far) {
        return so_far.size() < 2 ? Row{-infinity, -infinity, -infinity, -1e300}
                                 : Row{-infinity, 3, -infinity, 2};
    };
    CHECK(greedy(next, begin_word, end_word, 9) == Words{3});
}

TEST_CASE("greedy refuses NaN wherever it stands, and no score at all") {
    const double nan = std::numeric_limits<double>::quiet_NaN();
    for (std::size_t place = 0; place < 5; ++place) {
        const auto next = [&](const Words&) {
            Row scores = scores_for(3);
            scores[place] = nan;
            return scores;
        };
        CHECK_THROWS_AS(greedy(next, begin_word, end_word, 9), std::domain_error);
    }
    const auto nothing = [](const Words&) { return Row{}; };
    CHECK_THROWS_AS(greedy(nothing, begin_word, end_word, 9), std::domain_error);
}

TEST_CASE("attend by hand") {
    KeyValueCache cache;
    // The first word sees itself alone, whatever its score is.
    CHECK(attend(cache, Row{5, 1, 1, 1}, Row{0, 0, 0, 0}, Row{8, -3}) == Row{8, -3});
    // The second: scores 0 and 2 ln 3, halved because sqrt(4) is 2; weights 1/4 and 3/4.
    const Row row = attend(cache, Row{2, 0, 0, 0}, Row{std::log(3.0), 7, 7, 7}, Row{4, 1});
    REQUIRE(row.size() == 2);
    CHECK_THAT(row[0], WithinAbs(8 / 4.0 + 4 * 3 / 4.0, 1e-14));
    CHECK_THAT(row[1], WithinAbs(-3 / 4.0 + 1 * 3 / 4.0, 1e-14));
    CHECK(cache.keys == std::vector<Row>{{0, 0, 0, 0}, {std::log(3.0), 7, 7, 7}});
    CHECK(cache.values == std::vector<Row>{{8, -3}, {4, 1}});
}

TEST_CASE("attend is the last row of causal attention, word after word") {
    Random generator(16);
    const Matrix q = random_normal_matrix(11, 5, generator),
                 k = random_normal_matrix(11, 5, generator),
                 v = random_normal_matrix(11, 3, generator);
    const Matrix all = scaled_dot_product_attention(q, k, v, causal_mask(11)).output;
    KeyValueCache cache;
    for (std::size_t i = 0; i < 11; ++i) {
        const Row row = attend(cache, q.row(i), k.row(i), v.row(i));
        REQUIRE(row.size() == 3);
        REQUIRE(cache.keys.size() == i + 1);
        for (std::size_t j = 0; j < 3; ++j)
            REQUIRE_THAT(row[j], WithinAbs(all(i, j), 1e-12));
    }
}

TEST_CASE("attend keeps two sentences apart") {
    KeyValueCache one, other;
    attend(one, Row{1}, Row{1}, Row{10});
    CHECK(attend(other, Row{1}, Row{1}, Row{20}) == Row{20});
    CHECK(attend(one, Row{0}, Row{3}, Row{30}) == Row{20});
}

TEST_CASE("attend is finite for scores of 10,000") {
    KeyValueCache cache;
    attend(cache, Row{100}, Row{99}, Row{1});
    CHECK_THAT(attend(cache, Row{100}, Row{100}, Row{2})[0], WithinAbs(2, 1e-12));
}

TEST_CASE("attend refuses what does not fit, and keeps none of it") {
    KeyValueCache cache;
    CHECK_THROWS_AS(attend(cache, Row{}, Row{}, Row{1}), ShapeError);
    CHECK_THROWS_AS(attend(cache, Row{1, 2}, Row{1}, Row{1}), ShapeError);
    CHECK(cache.keys.empty());
    CHECK(cache.values.empty());
    attend(cache, Row{1, 2}, Row{3, 4}, Row{5, 6, 7});
    CHECK_THROWS_AS(attend(cache, Row{1, 2, 3}, Row{1, 2, 3}, Row{5, 6, 7}), ShapeError);
    CHECK_THROWS_AS(attend(cache, Row{1, 2}, Row{3, 4}, Row{5, 6}), ShapeError);
    CHECK_THROWS_AS(attend(cache, Row{1, 2}, Row{3, 4}, Row{5, 6, 7, 8}), ShapeError);
    CHECK(cache.keys.size() == 1);
    CHECK(cache.values.size() == 1);
}

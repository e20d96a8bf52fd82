// Exercises of chapter 19.
#include <array>
#include <cmath>
#include <numbers>
#include <stdexcept>

#include "attn/multi_head_attention.hpp"
#include "attn/random.hpp"
#include "catch.hpp"
#include "chapters/19_since_2017/exercises.hpp"
#include "matrix_matchers.hpp"

using namespace attn;
using namespace attn::exercises;

TEST_CASE("turned_score is largest two places back, wherever that is", "[exercise17]") {
    // The chapter's dial, counted against the clock from the right: an hour is 30 degrees.
    const double hour = std::numbers::pi / 6;
    const std::array<double, 2> query{1, 0}, key{std::cos(2 * hour), std::sin(2 * hour)};
    CHECK(std::abs(turned_score(query, 5, key, 3, hour) - 1) < 1e-12);
    CHECK(std::abs(turned_score(query, 105, key, 103, hour) - 1) < 1e-12);
    CHECK(std::abs(turned_score(query, 5, key, 4, hour) - std::sqrt(0.75)) < 1e-12);
    CHECK(std::abs(turned_score(query, 5, key, 7, hour) + 0.5) < 1e-12);
}

TEST_CASE("turned_score knows a difference of places and nothing else", "[exercise17]") {
    const std::array<double, 2> query{0.3, -2}, key{1.5, 0.7};
    CHECK(std::abs(turned_score(query, 9, key, 9, 0.4) - (0.45 - 1.4)) < 1e-12);
    CHECK(std::abs(turned_score(query, 70, key, 3, 0) - (0.45 - 1.4)) < 1e-12);
    const double there = turned_score(query, 12, key, 7, 0.4);
    CHECK(std::abs(turned_score(query, 1012, key, 1007, 0.4) - there) < 1e-9);
    CHECK(std::abs(turned_score(query, 7, key, 12, 0.4) - there) > 0.1);
}

TEST_CASE("window_mask opens a query's own key and those before it", "[exercise17]") {
    const AttentionMask mask = window_mask(5, 7, 3);
    for (std::size_t query = 0; query < 5; ++query) {
        for (std::size_t key = 0; key < 7; ++key) {
            const std::size_t own = query + 2;
            CHECK(mask.allows(query, key) == (key <= own && key + 3 > own));
        }
    }
}

TEST_CASE("window_mask as wide as the text is the causal mask", "[exercise17]") {
    CHECK(window_mask(5, 5, 5) == causal_mask(5));
    CHECK(window_mask(5, 5, 100) == causal_mask(5));
    CHECK(window_mask(3, 7, 7) == causal_mask(3, 7, CausalAlignment::last_sees_last));
    CHECK_THROWS_AS(window_mask(5, 5, 0), std::domain_error);
    CHECK_THROWS_AS(window_mask(5, 3, 2), std::domain_error);
}

TEST_CASE("fewer_heads are the means of neighbours", "[exercise17]") {
    const std::vector<Matrix> heads{Matrix{{1, 2}}, Matrix{{3, 4}}, Matrix{{10, 0}},
                                    Matrix{{20, 8}}};
    CHECK(fewer_heads(heads, 4) == heads);
    CHECK(fewer_heads(heads, 2) == std::vector<Matrix>{Matrix{{2, 3}}, Matrix{{15, 4}}});
    CHECK(fewer_heads(heads, 1) == std::vector<Matrix>{Matrix{{8.5, 3.5}}});
    CHECK_THROWS_AS(fewer_heads(heads, 3), std::domain_error);
    CHECK_THROWS_AS(fewer_heads(heads, 0), std::domain_error);
}

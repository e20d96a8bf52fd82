// Exercises of chapter 17.
#include <cmath>
#include <stdexcept>

#include "attn/multi_head_attention.hpp"
#include "attn/random.hpp"
#include "catch.hpp"
#include "chapters/17_since_2017/exercises.hpp"
#include "infinity.hpp"
#include "matrix_matchers.hpp"

using namespace attn;
using namespace attn::exercises;

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

TEST_CASE("capped keeps small scores, order and what is closed", "[exercise17]") {
    const Matrix y = capped(Matrix{{0, 0.01, -infinity}, {1000, -1000, 40}}, 50);
    CHECK(y(0, 0) == 0);
    CHECK(std::abs(y(0, 1) - 0.01) < 1e-9);
    CHECK(y(0, 2) == -infinity);
    CHECK(y(1, 0) == 50);
    CHECK(y(1, 1) == -50);
    CHECK_THAT(
        y, IsCloseTo(Matrix{{0, 0.01, -infinity}, {50, -50, 50 * std::tanh(0.8)}}, 1e-9));
    for (const double cap : {0.0, -1.0, not_a_number})
        CHECK_THROWS_AS(capped(Matrix(2, 3), cap), std::domain_error);
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

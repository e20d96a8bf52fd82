#include "attn/mask_conventions.hpp"

#include "catch.hpp"
#include "infinity.hpp"
#include "matrix_matchers.hpp"

using namespace attn;

TEST_CASE("Under a causal mask no token attends to a later one", "[mask][W-07]") {
    // 1 minus the lower triangle of ones, as matrices of blocked ones are usually made.
    CHECK(blocked_matrix(causal_mask(3)) == Matrix{{0, 1, 1}, {0, 0, 1}, {0, 0, 0}});
}

TEST_CASE("With unequal numbers a causal mask has two alignments", "[mask]") {
    const auto first = CausalAlignment::first_sees_first;
    const auto last = CausalAlignment::last_sees_last;
    CHECK(allowed_matrix(causal_mask(2, 5, first)) ==
          Matrix{{1, 0, 0, 0, 0}, {1, 1, 0, 0, 0}});
    CHECK(allowed_matrix(causal_mask(2, 5, last)) ==
          Matrix{{1, 1, 1, 1, 0}, {1, 1, 1, 1, 1}});
    CHECK(allowed_matrix(causal_mask(5, 2, first)) ==
          Matrix{{1, 0}, {1, 1}, {1, 1}, {1, 1}, {1, 1}});
    CHECK(allowed_matrix(causal_mask(5, 2, last)) ==
          Matrix{{0, 0}, {0, 0}, {0, 0}, {1, 0}, {1, 1}});
}

TEST_CASE("Padding as a matrix", "[mask][W-06]") {
    const std::vector<std::size_t> ids = {1, 21, 777, 0, 0};
    CHECK(blocked_matrix(padding_mask(1, ids, 0)) == Matrix{{0, 0, 0, 1, 1}});
    CHECK(allowed_matrix(padding_mask(3, ids, 0)) ==
          Matrix{{1, 1, 1, 0, 0}, {1, 1, 1, 0, 0}, {1, 1, 1, 0, 0}});
    CHECK(for_all_queries(3, padding_mask(1, ids, 0)) == padding_mask(3, ids, 0));
}

TEST_CASE("Every convention says the same thing and comes back unchanged", "[mask]") {
    const AttentionMask mask = AttentionMask::where(
        3, 5, [](std::size_t i, std::size_t j) { return j <= i + 2 && (i != 1 || j > 0); });
    CHECK(allowed_matrix(mask) ==
          Matrix{{1, 1, 1, 0, 0}, {0, 1, 1, 1, 0}, {1, 1, 1, 1, 1}});
    CHECK(blocked_matrix(mask) ==
          Matrix{{0, 0, 0, 1, 1}, {1, 0, 0, 0, 1}, {0, 0, 0, 0, 0}});
    CHECK(additive_matrix(mask) == Matrix{{0, 0, 0, -infinity, -infinity},
                                          {-infinity, 0, 0, 0, -infinity},
                                          {0, 0, 0, 0, 0}});
    CHECK(additive_matrix(mask, -1e9)(1, 4) == -1e9);
    CHECK(mask_from_allowed(allowed_matrix(mask)) == mask);
    CHECK(mask_from_blocked(blocked_matrix(mask)) == mask);
    CHECK(mask_from_additive(additive_matrix(mask)) == mask);
    CHECK(mask_from_additive(additive_matrix(mask, -10000), -10000) == mask);
    CHECK(mask_from_blocked(allowed_matrix(mask)) != mask);  // the trap
}

TEST_CASE("An additive matrix may hold biases and sums of fills", "[mask]") {
    CHECK(mask_from_additive(Matrix{{0, -1e9, -2e9}, {0, 0, -1e9}, {0, 0, 0}}, -1e9) ==
          causal_mask(3));
    const AttentionMask biased = mask_from_additive(Matrix{{0.5, -infinity}, {-1e9, 0}});
    CHECK(biased.bias(0, 0) == 0.5);
    CHECK_FALSE(biased.allows(0, 1));
    CHECK(biased.bias(1, 0) == -1e9);
    CHECK(additive_matrix(biased, -7) == Matrix{{0.5, -7}, {-1e9, 0}});
}

TEST_CASE("A row of truths, 1 where a token is padding, is a mask", "[mask][S1-19]") {
    const std::vector<std::size_t> ids = {5, 9, 3, 3, 3};
    Matrix is_pad(1, ids.size());
    for (std::size_t j = 0; j < ids.size(); ++j) is_pad(0, j) = ids[j] == 3 ? 1 : 0;
    const AttentionMask mask = for_all_queries(2, mask_from_blocked(is_pad));
    CHECK(mask == padding_mask(2, ids, 3));
    CHECK(blocked_matrix(mask)(1, 4) == is_pad(0, 4));
}

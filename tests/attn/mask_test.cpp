#include "attn/mask.hpp"

#include <cmath>
#include <stdexcept>

#include "attn/shape_error.hpp"
#include "catch.hpp"
#include "matrix_matchers.hpp"

using namespace attn;

namespace {

const double infinity = std::numeric_limits<double>::infinity();

}  // namespace

TEST_CASE("A mask says who may look at whom", "[mask]") {
    Mask mask(2, 3);
    CHECK(mask.n_query() == 2);
    CHECK(mask.n_key() == 3);
    CHECK(mask.allows(1, 2));
    mask.set(1, 2, false);
    CHECK_FALSE(mask.allows(1, 2));
    CHECK(mask.allows(0, 2));
    CHECK(mask.allows_any(1));
    mask.set(1, 0, false);
    mask.set(1, 1, false);
    CHECK_FALSE(mask.allows_any(1));
    CHECK(mask.allows_any(0));
    CHECK(mask != Mask(2, 3));
    mask.set(1, 0, true);
    CHECK(mask.allows(1, 0));
    CHECK_FALSE(Mask(2, 3, false).allows_any(0));
    CHECK(Mask(2, 3) != Mask(3, 2));
    CHECK(shape_text(mask) == "2x3");
}

TEST_CASE("A mask refuses what it does not have", "[mask]") {
    Mask mask(2, 3);
    CHECK_THROWS_WITH(
        mask.allows(2, 0),
        "Mask: query 2, key 0 of a mask of 2x3; queries and keys are counted from 0");
    CHECK_THROWS_WITH(
        mask.set(0, 3, true),
        "Mask: query 0, key 3 of a mask of 2x3; queries and keys are counted from 0");
    CHECK_THROWS_WITH(mask.allows_any(2),
                      "Mask: query 2 of a mask of 2x3; queries are counted from 0");
    CHECK_THROWS_AS(mask.allows(0, 3), std::out_of_range);
}

TEST_CASE("Padding closes columns, never rows", "[mask][W-06]") {
    const std::vector<std::size_t> ids = {1, 21, 777, 0, 0};
    CHECK(blocked_matrix(padding_mask(1, ids, 0)) == Matrix{{0, 0, 0, 1, 1}});
    CHECK(allowed_matrix(padding_mask(3, ids, 0)) ==
          Matrix{{1, 1, 1, 0, 0}, {1, 1, 1, 0, 0}, {1, 1, 1, 0, 0}});
    CHECK(length_mask(3, 5, 3) == padding_mask(3, ids, 0));
    CHECK(for_all_queries(3, padding_mask(1, ids, 0)) == padding_mask(3, ids, 0));
    CHECK(allowed_matrix(padding_mask(1, ids, 21)) == Matrix{{1, 0, 1, 1, 1}});
    CHECK(length_mask(2, 3, 3) == Mask(2, 3));
    CHECK_FALSE(length_mask(2, 3, 0).allows_any(1));
    CHECK_THROWS_WITH(
        length_mask(2, 3, 5),
        "length_mask: n_real is 5, n_key is 3; there cannot be more real tokens than "
        "tokens");
    CHECK_THROWS_AS(length_mask(2, 3, 5), std::domain_error);
    CHECK_THROWS_WITH(for_all_queries(3, Mask(2, 5)),
                      "for_all_queries: row is 2x5; it must be the mask of one query");
}

TEST_CASE("Under a causal mask nobody looks at a later token", "[mask][W-07]") {
    // 1 minus the lower triangle of ones, as the table of blocked ones is usually made.
    CHECK(blocked_matrix(causal_mask(3)) == Matrix{{0, 1, 1}, {0, 0, 1}, {0, 0, 0}});
    for (const auto alignment :
         {CausalAlignment::first_sees_first, CausalAlignment::last_sees_last}) {
        CHECK(causal_mask(5, 5, alignment) == causal_mask(5));
    }
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
    CHECK_FALSE(causal_mask(5, 2, last).allows_any(2));
}

TEST_CASE("Both masks together allow what each allows", "[mask][W-07]") {
    const Mask causal = causal_mask(5);
    const Mask padding = padding_mask(5, {1, 21, 777, 0, 0}, 0);
    const Mask both = causal & padding;
    for (std::size_t query = 0; query < 5; ++query) {
        for (std::size_t key = 0; key < 5; ++key) {
            CHECK(both.allows(query, key) == (key <= query && key < 3));
        }
    }
    // Elsewhere: the larger entry of two tables of blocked ones.
    const Matrix larger =
        elementwise_maximum(blocked_matrix(causal), blocked_matrix(padding));
    CHECK(larger == blocked_matrix(both));
    CHECK(mask_from_blocked(larger) == both);
    CHECK_THROWS_WITH(
        Mask(2, 3) & Mask(3, 3),
        "Mask &: a is 2x3, b is 3x3; both must have the same queries and keys");
    CHECK_THROWS_WITH(elementwise_maximum(Matrix(2, 3), Matrix(3, 2)),
                      "elementwise_maximum: a is 2x3, b is 3x2; the shapes must be equal");
}

TEST_CASE("Every convention says the same thing and comes back unchanged", "[mask]") {
    Mask mask = causal_mask(3, 5, CausalAlignment::last_sees_last);
    mask.set(1, 0, false);
    CHECK(allowed_matrix(mask) ==
          Matrix{{1, 1, 1, 0, 0}, {0, 1, 1, 1, 0}, {1, 1, 1, 1, 1}});
    CHECK(blocked_matrix(mask) ==
          Matrix{{0, 0, 0, 1, 1}, {1, 0, 0, 0, 1}, {0, 0, 0, 0, 0}});
    CHECK(bias_matrix(mask) == Matrix{{0, 0, 0, -infinity, -infinity},
                                      {-infinity, 0, 0, 0, -infinity},
                                      {0, 0, 0, 0, 0}});
    CHECK(bias_matrix(mask, -1e9)(1, 4) == -1e9);
    CHECK(mask_from_allowed(allowed_matrix(mask)) == mask);
    CHECK(mask_from_blocked(blocked_matrix(mask)) == mask);
    CHECK(mask_from_bias(bias_matrix(mask)) == mask);
    CHECK(mask_from_bias(bias_matrix(mask, -10000), -10000) == mask);
    CHECK(mask_from_blocked(allowed_matrix(mask)) != mask);  // the trap
}

TEST_CASE("A table of truths, 1 where a token is padding, is a mask", "[mask][S1-19]") {
    const std::vector<std::size_t> ids = {5, 9, 3, 3, 3};
    Matrix is_pad(1, ids.size());
    for (std::size_t j = 0; j < ids.size(); ++j) is_pad(0, j) = ids[j] == 3 ? 1 : 0;
    const Mask mask = for_all_queries(2, mask_from_blocked(is_pad));
    CHECK(mask == padding_mask(2, ids, 3));
    CHECK(blocked_matrix(mask)(1, 4) == is_pad(0, 4));
}

TEST_CASE("A table that is no mask is refused", "[mask]") {
    CHECK_THROWS_WITH(
        mask_from_blocked(Matrix{{0, 1, 1}, {0, 2, 1}}),
        "mask_from_blocked: entry (1, 1) is 2.000000; it must be 0 (allowed) or 1 "
        "(blocked)");
    CHECK_THROWS_WITH(
        mask_from_allowed(Matrix{{0.5}}),
        "mask_from_allowed: entry (0, 0) is 0.500000; it must be 1 (allowed) or 0 "
        "(blocked)");
    CHECK_THROWS_WITH(
        mask_from_bias(Matrix{{0, -1e9}}),
        "mask_from_bias: entry (0, 1) is -1000000000.000000; it must be 0 (allowed) or "
        "-inf (blocked)");
    CHECK_THROWS_AS(mask_from_bias(Matrix{{std::nan("")}}), std::domain_error);
    CHECK_THROWS_WITH(mask_from_bias(Matrix{{0}}, 0),
                      "mask_from_bias: fill is 0; it must be a number other than 0");
    CHECK_THROWS_AS(mask_from_bias(Matrix{{0}}, std::nan("")), std::domain_error);
}

// What chapter 6's exercises have to do, whether the reader or we wrote them.
#include "chapters/06_masking/exercises.hpp"

#include <limits>
#include <vector>

#include "attn/attention.hpp"
#include "attn/mask_conventions.hpp"
#include "catch.hpp"
#include "chapters/examples/small_example.hpp"
#include "chapters/printing/rows.hpp"
#include "masks.hpp"
#include "matrix_matchers.hpp"

using namespace attn;
using namespace attn::exercises;

namespace {

/// The library's attention, to be called with a mask.
const AttentionFunction right = [](const Matrix& q, const Matrix& k, const Matrix& v,
                                   const AttentionMask& mask) {
    return scaled_dot_product_attention(q, k, v, mask);
};

}  // namespace

TEST_CASE("looking_back two words") {
    CHECK(allowed_matrix(looking_back(5, 2)) == Matrix{{1, 0, 0, 0, 0},
                                                       {1, 1, 0, 0, 0},
                                                       {1, 1, 1, 0, 0},
                                                       {0, 1, 1, 1, 0},
                                                       {0, 0, 1, 1, 1}});
}

TEST_CASE("looking_back far enough is causal, and not at all is the diagonal") {
    for (const std::size_t most : {4u, 5u, 1000u}) {
        CHECK(looking_back(5, most) == causal_mask(5));
    }
    CHECK(allowed_matrix(looking_back(3, 0)) == Matrix{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}});
    CHECK(looking_back(0, 2) == open_mask(0, 0));
}

TEST_CASE("looking_back leaves each word of the small sentence its own shares") {
    using namespace small_example;
    const Matrix weights =
        scaled_dot_product_attention(q, k, v, looking_back(4, 1)).weights;
    CHECK(weights(3, 0) == 0);
    CHECK(weights(3, 1) == 0);
    CHECK(weights(3, 2) > 0.8);
    CHECK(weights(0, 0) == 1);
}

TEST_CASE("separate_sentences lets nobody look into another sentence") {
    CHECK(allowed_matrix(separate_sentences({0, 0, 0, 1, 1})) == Matrix{{1, 1, 1, 0, 0},
                                                                        {1, 1, 1, 0, 0},
                                                                        {1, 1, 1, 0, 0},
                                                                        {0, 0, 0, 1, 1},
                                                                        {0, 0, 0, 1, 1}});
    CHECK(allowed_matrix(separate_sentences({7, 3, 7})) ==
          Matrix{{1, 0, 1}, {0, 1, 0}, {1, 0, 1}});
    CHECK(separate_sentences({}) == open_mask(0, 0));
}

TEST_CASE("separate_sentences gives each sentence what it gets when it is alone") {
    using namespace small_example;
    const Matrix both =
        scaled_dot_product_attention(q, k, v, separate_sentences({0, 0, 0, 1})).output;
    const auto first = [](const Matrix& m) { return select_rows(m, {0, 1, 2}); };
    const Matrix alone = scaled_dot_product_attention(first(q), first(k), first(v)).output;
    for (std::size_t i = 0; i < 3; ++i) {
        for (std::size_t c = 0; c < 4; ++c) CHECK(both(i, c) == alone(i, c));
    }
    for (std::size_t c = 0; c < 4; ++c) CHECK(both(3, c) == v(3, c));
}

TEST_CASE("open_mask_changes_nothing holds for the library's attention") {
    CHECK_FALSE(open_mask_changes_nothing(right));
}

TEST_CASE("open_mask_changes_nothing finds an attention that takes allowed for blocked") {
    const AttentionFunction inverted = [](const Matrix& q, const Matrix& k, const Matrix& v,
                                          const AttentionMask& mask) {
        return scaled_dot_product_attention(q, k, v,
                                            mask_from_blocked(allowed_matrix(mask)));
    };
    const Counterexample found = open_mask_changes_nothing(inverted);
    REQUIRE(found);
    CHECK(found->size() > 0);
}

TEST_CASE("open_mask_changes_nothing finds an attention that adds the allowed ones") {
    const AttentionFunction added = [](const Matrix& q, const Matrix& k, const Matrix& v,
                                       const AttentionMask& mask) {
        Matrix bias = allowed_matrix(mask);
        for (std::size_t i = 0; i < bias.rows(); ++i) bias(i, 0) *= 2;
        return scaled_dot_product_attention(q, k, v, score_bias(bias));
    };
    CHECK(open_mask_changes_nothing(added));
}

TEST_CASE("open_mask_changes_nothing finds a wrong output, and one that is NaN") {
    for (const double factor : {1.001, 0.0, std::numeric_limits<double>::quiet_NaN()}) {
        const AttentionFunction wrong = [factor](const Matrix& q, const Matrix& k,
                                                 const Matrix& v,
                                                 const AttentionMask& mask) {
            AttentionTrace trace = scaled_dot_product_attention(q, k, v, mask);
            trace.output = trace.output * factor;
            return trace;
        };
        CHECK(open_mask_changes_nothing(wrong));
    }
}

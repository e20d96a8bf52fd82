// What chapter 6's exercises have to do, whether the reader or we wrote them.
#include "chapters/06_masking/exercises.hpp"

#include <vector>

#include "attn/attention.hpp"
#include "attn/mask_conventions.hpp"
#include "attn/random.hpp"
#include "catch.hpp"
#include "chapters/examples/small_example.hpp"
#include "chapters/printing/rows.hpp"
#include "masks.hpp"
#include "matrix_matchers.hpp"

using namespace attn;
using namespace attn::chapters;
using namespace attn::exercises;

TEST_CASE("masked_attention of love, as by hand") {
    using namespace small_example;
    const Matrix output = masked_attention(q, k, v, causal_mask(4));
    CHECK_THAT(row_of(output, 1), IsCloseTo({{0.6225, 1.1326, 1.2449, -1.0000}}, 5e-5));
}

TEST_CASE("masked_attention divides by the root of the keys' width") {
    Random generator(6);
    const Matrix q = random_normal_matrix(3, 5, generator);
    const Matrix k = random_normal_matrix(7, 5, generator);
    const Matrix v = random_normal_matrix(7, 2, generator);
    const AttentionMask mask =
        AttentionMask::where(3, 7, [](std::size_t i, std::size_t j) { return j != 2 * i; });
    INFO("3 queries and 7 keys of 5 columns; query i may not see key 2 i");
    CHECK_THAT(masked_attention(q, k, v, mask),
               IsCloseTo(scaled_dot_product_attention(q, k, v, mask).output, 1e-13));
}

TEST_CASE("masked_attention returns zeros to a query that may see nothing") {
    using namespace small_example;
    const AttentionMask both = causal_mask(4) & padding_mask(4, {0, 1, 2, 3}, 0);
    const Matrix output = masked_attention(q, k, v, both);
    INFO("a causal mask, and I is padding; the output is "
         << Catch::Detail::stringify(output));
    CHECK(row_of(output, 0) == Matrix(1, 4));
    CHECK_THAT(output,
               IsCloseTo(scaled_dot_product_attention(q, k, v, both).output, 1e-13));
}

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

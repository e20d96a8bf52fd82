#include "attn/attention_mask.hpp"

#include <cmath>
#include <type_traits>

#include "attn/encoder.hpp"
#include "attn/mask_conventions.hpp"
#include "catch.hpp"
#include "infinity.hpp"
#include "masks.hpp"
#include "matrix_matchers.hpp"

using namespace attn;

namespace {

// What must not compile. Each line has a neighbour that does, so that a misspelt check fails.

template <typename A, typename B>
concept Addable = requires(A a, B b) {
    a + b;
};
template <typename A, typename B>
concept Andable = requires(A a, B b) {
    a& b;
};
static_assert(Addable<AttentionMask, AttentionMask> && !Addable<AttentionMask, Matrix> &&
              !Addable<Matrix, AttentionMask>);
static_assert(Andable<AttentionMask, AttentionMask> && !Andable<AttentionMask, Matrix>);

template <typename M>
concept MasksAttention = requires(const Matrix& x, const M& mask) {
    scaled_dot_product_attention(x, x, x, mask);
    attention(x, x, x, mask);
};
template <typename Layer, typename M>
concept MasksLayer = requires(const Layer& layer, const Matrix& x, const M& mask) {
    layer.forward(x, mask);
    layer.trace(x, mask);
};
static_assert(MasksAttention<AttentionMask> && !MasksAttention<Matrix>);
static_assert(MasksLayer<EncoderLayer, AttentionMask> && !MasksLayer<EncoderLayer, Matrix>);
static_assert(MasksLayer<Encoder, AttentionMask> && !MasksLayer<Encoder, Matrix>);

template <typename Rule>
concept OpensKeys = requires(Rule rule) {
    AttentionMask::where(3, 3, rule);
};
template <typename Rule>
concept MovesScores = requires(Rule rule) {
    AttentionMask::adding(3, 3, rule);
};
using YesOrNo = bool (*)(std::size_t, std::size_t);
using Number = double (*)(std::size_t, std::size_t);
static_assert(OpensKeys<YesOrNo> && !OpensKeys<Number>);
static_assert(MovesScores<Number> && !MovesScores<YesOrNo>);

}  // namespace

TEST_CASE("A mask of sentences lets each token attend to its own sentence alone",
          "[mask]") {
    const AttentionMask mask = sentences_mask({2, 0, 1, 3});
    CHECK(mask.n_query() == 6);
    CHECK(mask.n_key() == 6);
    const std::size_t sentence[] = {0, 0, 2, 3, 3, 3};
    for (std::size_t i = 0; i < 6; ++i) {
        for (std::size_t j = 0; j < 6; ++j) {
            CHECK(mask.allows(i, j) == (sentence[i] == sentence[j]));
        }
    }
    CHECK(sentences_mask({}).n_query() == 0);
}

TEST_CASE("A mask says which keys a query may attend to", "[mask]") {
    const AttentionMask mask = AttentionMask::where(
        2, 3, [](std::size_t query, std::size_t key) { return query == 0 && key > 0; });
    CHECK(mask.n_query() == 2);
    CHECK(mask.n_key() == 3);
    CHECK(shape_text(mask) == "2x3");
    CHECK_FALSE(mask.fits_any_size());
    CHECK_FALSE(mask.allows(0, 0));
    CHECK(mask.allows(0, 1));
    CHECK(mask.allows(0, 2));
    CHECK_FALSE(mask.allows(1, 2));
    CHECK(mask.allows_any(0));
    CHECK_FALSE(mask.allows_any(1));
    CHECK(mask.bias(0, 1) == 0);
    CHECK(mask.bias(0, 0) == -infinity);
    CHECK(mask == mask);
    CHECK(mask != open_mask(2, 3));
    CHECK(open_mask(2, 3) != open_mask(3, 2));
    // However it was made: equal when it does the same.
    CHECK(score_bias(Matrix(2, 3)) == open_mask(2, 3));
}

TEST_CASE("The default mask fits any size and closes nothing", "[mask]") {
    const AttentionMask mask;
    CHECK(mask.fits_any_size());
    CHECK(mask.allows(7, 100));
    CHECK(mask.allows_any(7));
    CHECK(mask.bias(7, 100) == 0);
    CHECK(mask.n_query() == 0);
    CHECK(mask.n_key() == 0);
    CHECK(shape_text(mask) == "any size");
    CHECK(apply_mask(Matrix{{1, 2}}, mask) == Matrix{{1, 2}});
    CHECK(open_mask(2, 3) != mask);
}

TEST_CASE("Padding blocks columns, never rows", "[mask][W-06]") {
    const std::vector<std::size_t> ids = {1, 21, 777, 0, 0};
    const AttentionMask mask = padding_mask(3, ids, 0);
    for (std::size_t query = 0; query < 3; ++query) {
        for (std::size_t key = 0; key < 5; ++key)
            CHECK(mask.allows(query, key) == (key < 3));
    }
    CHECK(length_mask(3, 5, 3) == mask);
    CHECK_FALSE(padding_mask(1, ids, 21).allows(0, 1));
    CHECK(padding_mask(1, ids, 21).allows(0, 4));
    CHECK(length_mask(2, 3, 3) == open_mask(2, 3));
    CHECK(length_mask(2, 3, 0) == closed_mask(2, 3));
}

TEST_CASE("A causal mask hides later tokens, in one alignment or the other", "[mask]") {
    const auto first = CausalAlignment::first_sees_first;
    const auto last = CausalAlignment::last_sees_last;
    for (const auto& [n_query, n_key] : {std::pair(2u, 5u), std::pair(5u, 2u)}) {
        const AttentionMask from_front = causal_mask(n_query, n_key, first);
        const AttentionMask from_end = causal_mask(n_query, n_key, last);
        for (std::size_t i = 0; i < n_query; ++i) {
            for (std::size_t j = 0; j < n_key; ++j) {
                CHECK(from_front.allows(i, j) == (j <= i));
                CHECK(from_end.allows(i, j) == (j + n_query <= i + n_key));
            }
        }
    }
    CHECK(causal_mask(5, 5, first) == causal_mask(5));
    CHECK(causal_mask(5, 5, last) == causal_mask(5));
    CHECK_FALSE(causal_mask(5, 2, last).allows_any(2));
    CHECK(causal_mask(5, 2, last).allows_any(3));
}

TEST_CASE("Both masks together open what each opens", "[mask][W-07]") {
    const AttentionMask causal = causal_mask(5);
    const AttentionMask padding = padding_mask(5, {1, 21, 777, 0, 0}, 0);
    const AttentionMask both = causal & padding;
    for (std::size_t query = 0; query < 5; ++query) {
        for (std::size_t key = 0; key < 5; ++key) {
            CHECK(both.allows(query, key) == (key <= query && key < 3));
        }
    }
    CHECK((causal & causal) == causal);
    CHECK((causal & AttentionMask()) == causal);
    CHECK((AttentionMask() & causal) == causal);
}

TEST_CASE("A bias moves open scores, and closed ones are overwritten", "[mask]") {
    const AttentionMask mask = causal_mask(2) + score_bias(Matrix{{0.5, 9}, {-0.25, 1}});
    CHECK(mask.bias(0, 0) == 0.5);
    CHECK_FALSE(mask.allows(0, 1));
    for (const double broken : {not_a_number, infinity, -infinity, 1e308}) {
        const Matrix masked = apply_mask(Matrix{{1, broken}, {2, 3}}, mask);
        CHECK(masked == Matrix{{1.5, -infinity}, {1.75, 4}});
    }
}

TEST_CASE("A mask asks its rule once about each query and key", "[mask]") {
    std::size_t n_asked = 0;
    const auto odd = [&](std::size_t query, std::size_t key) {
        ++n_asked;
        return (query + key) % 2 == 1;
    };
    const AttentionMask mask = AttentionMask::where(5, 7, odd);
    CHECK(n_asked == 35);
}

TEST_CASE("A mask says whether it fits", "[mask]") {
    CHECK(length_mask(2, 3, 1).fits(2, 3));
    CHECK_FALSE(length_mask(2, 3, 1).fits(3, 2));
    CHECK(AttentionMask().fits(7, 100));
}

TEST_CASE("A closed score between open ones is overwritten, whatever it was", "[mask]") {
    const AttentionMask gap = AttentionMask::where(
        1, 4, [](std::size_t, std::size_t key) { return key == 0 || key == 3; });
    CHECK(apply_mask(Matrix{{1, not_a_number, infinity, 2}}, gap) ==
          Matrix{{1, -infinity, -infinity, 2}});
}

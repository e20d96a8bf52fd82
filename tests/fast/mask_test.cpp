#include "fast/mask.hpp"

#include <vector>

#include "catch.hpp"
#include "infinity.hpp"
#include "masks.hpp"

using namespace attn;
using fast::KeyRange;

TEST_CASE(
    "Fast attention reads a mask as ranges, and a matrix only where they do not suffice",
    "[fast]") {
    const std::size_t n = 32;
    const AttentionMask window = AttentionMask::where(
        n, n, [](std::size_t i, std::size_t j) { return j <= i && i - j < 5; });
    const AttentionMask packed = sentences_mask({20, 12});
    for (const AttentionMask& mask :
         {causal_mask(n), window, packed, window & packed, length_mask(n, n, 9)}) {
        for (std::size_t i = 0; i < n; ++i) CHECK(fast::Mask(mask).biases(i).empty());
    }
    CHECK(fast::Mask(window).open_keys(0) == KeyRange{0, 1});
    CHECK(fast::Mask(window).open_keys(9) == KeyRange{5, 10});
    CHECK(fast::Mask(packed).open_keys(20) == KeyRange{20, 32});
    CHECK(fast::Mask(closed_mask(2, 3)).open_keys(1) == KeyRange{});
    CHECK(fast::Mask().open_keys(7).first == 0);
    CHECK(fast::Mask().open_keys(7).end > 1'000'000'000);

    const fast::Mask holes = AttentionMask::where(
        n, n, [](std::size_t i, std::size_t j) { return i != 4 && (i + j) % 3 == 0; });
    CHECK(holes.open_keys(3) == KeyRange{0, 31});
    CHECK(holes.open_keys(4) == KeyRange{});
    REQUIRE(holes.biases(3).size() == n);
    CHECK(holes.biases(3)[0] == 0);
    CHECK(holes.biases(3)[1] == -infinity);
    CHECK(holes.biases(4)[0] == -infinity);
    const fast::Mask biased = causal_mask(n) + distance_bias(n, 0.125);
    CHECK(biased.biases(3)[1] == -0.25);
    CHECK(biased.open_keys(3) == KeyRange{0, 4});
}

TEST_CASE("Masks of ranges take no time that grows with queries times keys", "[fast]") {
    // As a matrix, each of these would be a million times a million entries.
    const std::size_t n = 1'000'000;
    CHECK(fast::Mask::causal(n).open_keys(n - 1) == KeyRange{0, n});
    CHECK(fast::Mask::sentences({n / 2, n / 2}).open_keys(n / 2) == KeyRange{n / 2, n});
    for (std::size_t i = 0; i < 9; ++i) {
        CHECK(fast::Mask::causal(9).open_keys(i) ==
              fast::Mask(causal_mask(9)).open_keys(i));
        CHECK(fast::Mask::sentences({2, 0, 7}).open_keys(i) ==
              fast::Mask(sentences_mask({2, 0, 7})).open_keys(i));
    }
    CHECK(shape_text(fast::Mask::causal(9)) == "9x9");
    CHECK(shape_text(fast::Mask()) == "any size");
}

// What chapter 20's exercises have to do, whether the reader or we wrote them.
#include "chapters/20_bug_gallery/exercises.hpp"

#include <algorithm>
#include <cmath>
#include <iomanip>
#include <iostream>
#include <vector>

#include "attn/mask_conventions.hpp"
#include "attn/random.hpp"
#include "attn/softmax.hpp"
#include "catch.hpp"
#include "chapters/examples/small_layer.hpp"
#include "masks.hpp"

using namespace attn;
using namespace attn::exercises;
using Catch::Matchers::WithinAbs;

namespace {

/// The weight of a masked key in the worst row.
double leaked(double least, double most, std::size_t n_key, double fill) {
    std::vector<double> scores(n_key, least);
    scores[0] = most + fill;
    return softmax(scores)[0];
}

AttentionMask with_own_words(const AttentionMask& mask) {
    return AttentionMask::where(mask.n_query(), mask.n_key(),
                                [&](std::size_t query, std::size_t key) {
                                    return query == key || mask.allows(query, key);
                                });
}

}  // namespace

TEST_CASE("own_property holds for what is right and catches a mutant") {
    // Not caught here: an exception says itself what it is.
    if (const Counterexample found = own_property(right_parts()))
        FAIL("own_property rejects what is right: " << *found);
    const std::vector<Counterexample> found = mistakes::put_to_the_mutants(own_property);
    const auto n_caught = std::ranges::count_if(
        found, [](const Counterexample& one) { return one.has_value(); });
    std::cout << "  It holds for what is right, and catches " << n_caught << " of "
              << found.size() << " mutants:\n";
    const std::vector<mistakes::Mutant> mutants = mistakes::mutants();
    for (std::size_t i = 0; i < found.size(); ++i) {
        if (found[i])
            std::cout << std::setw(6) << i + 1 << "  " << mutants[i].name << ": "
                      << *found[i] << "\n";
    }
    if (n_caught == 0) FAIL("own_property lets all mutants through");
}

TEST_CASE("fill_for leaks what was asked for, and more would leak more") {
    for (const std::size_t n_key : {2u, 5u, 100u}) {
        for (const double leak : {0.5, 1e-3, 1e-9}) {
            const double fill = fill_for(-3, 7, n_key, leak);
            CHECK_THAT(leaked(-3, 7, n_key, fill) / leak, WithinAbs(1, 1e-9));
            CHECK(leaked(-3, 7, n_key, fill + 1) > leak);
        }
    }
}

TEST_CASE("fill_for by hand") {
    // Two keys of equal scores: with a fill of -ln 3 the shares are 1/4 and 3/4.
    CHECK_THAT(fill_for(0, 0, 2, 0.25), WithinAbs(-std::log(3.0), 1e-15));
    CHECK_THAT(fill_for(-1, 1, 2, 0.25), WithinAbs(-2 - std::log(3.0), 1e-15));
    // Scores from -10 to 10, ten keys, a millionth.
    CHECK_THAT(fill_for(-10, 10, 10, 1e-6), WithinAbs(-31.618, 0.0005));
}

TEST_CASE("mask_seen_from_outside finds causal masks and padding") {
    Random generator(5);
    const MultiHeadAttention layer = random_multi_head_attention(6, 2, generator);
    const Matrix x = random_normal_matrix(5, 6, generator);
    for (const AttentionMask& mask : {open_mask(5, 5), causal_mask(5), length_mask(5, 5, 3),
                                      causal_mask(5) & length_mask(5, 5, 3)}) {
        const auto masked = [&](const Matrix& words) {
            return layer.forward(words, words, words, mask);
        };
        CHECK(mask_seen_from_outside(masked, x) == with_own_words(mask));
    }
}

TEST_CASE("mask_seen_from_outside finds a leak that prints as 0.0000") {
    const auto& x = small_example::x;
    const auto leaking = [](const Matrix& words) {
        const AttentionMask bias = score_bias(additive_matrix(causal_mask(4), -12));
        return small_example::attention(2).forward(words, words, words, bias);
    };
    CHECK(mask_seen_from_outside(leaking, x) == open_mask(4, 4));
}

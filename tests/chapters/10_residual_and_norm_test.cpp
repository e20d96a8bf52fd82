// What chapter 10 says of words that melt, of sums and of norms.
#include <algorithm>
#include <cmath>
#include <vector>

#include "attn/positional_encoding.hpp"
#include "catch.hpp"
#include "chapters/10_residual_and_norm/melting.hpp"
#include "chapters/10_residual_and_norm/norm_variants.hpp"
#include "chapters/examples/small_layer.hpp"
#include "chapters/printing/rows.hpp"
#include "matrix_matchers.hpp"

namespace attn::chapters::ch10 {

using Catch::Matchers::WithinAbs;
using Vector = std::vector<double>;

TEST_CASE("Epsilon 1e-6, and words times the root of d_model", "[chapter10][W-11]") {
    const Matrix flat{{5, 5, 5, 5.01}};  // a variance of 0.01^2 * 3 / 16
    for (const double epsilon : {1e-3, 1e-5, 1e-6, 1e-12}) {
        CHECK_THAT(LayerNorm{.epsilon = epsilon}.forward(flat)(0, 3),
                   WithinAbs(0.0075 / std::sqrt(1.875e-5 + epsilon), 1e-9));
    }
    const Matrix louder = small_example::x * 2 + positional_encoding(4, 4);
    const EncoderLayerTrace loud = small_example::encoder_layer().trace(louder);
    CHECK(loud.attention.heads[0].weights(0, 1) > small_example::encoder_layer()
                                                          .trace(small_example::h())
                                                          .attention.heads[0]
                                                          .weights(0, 1) +
                                                      0.3);
}

TEST_CASE("Four ways to divide: the first is the library's, each has its divisor",
          "[chapter10]") {
    const Vector odd{2, -3, 5, 7, 11};
    CHECK_THAT(one_row(normed_by(norm_variants[0], odd, 0.5)),
               IsCloseTo(LayerNorm{.epsilon = 0.5}.forward(one_row(odd)), 1e-15));
    // (1, 5): distances -2 and 2, variance 4 by d = 2, 8 by d - 1; epsilon 9.
    const double divisors[] = {std::sqrt(13.0), 11, std::sqrt(17.0), std::sqrt(8.0) + 9};
    for (std::size_t i = 0; i < norm_variants.size(); ++i) {
        const double end = 2 / divisors[i];
        CHECK_THAT(one_row(normed_by(norm_variants[i], Vector{1, 5}, 9)),
                   IsCloseTo({{-end, end}}, 1e-15));
    }
    CHECK_THAT(std::sqrt(3.0 / 4), WithinAbs(0.8660, 0.00005));
    CHECK_THAT(std::sqrt(511.0 / 512), WithinAbs(0.9990, 0.00005));
}

TEST_CASE("The size of two rows, by hand", "[chapter10]") {
    CHECK(size_of(Matrix{{1, 7}, {5, 5}}) == 5);
}

TEST_CASE("Two words of one number: averages halve what the sum keeps", "[chapter10]") {
    const Matrix weights{{0.75, 0.25}, {0.25, 0.75}};
    Matrix alone{{0}, {8}}, patched = alone;
    for (int round = 0; round < 3; ++round) {
        alone = matmul(weights, alone);
        patched += matmul(weights, patched);
    }
    CHECK(alone == Matrix{{3.5}, {4.5}});
    CHECK(patched == Matrix{{18.5}, {45.5}});
}

TEST_CASE(
    "The sum keeps random words apart, and the norm keeps their size and their weights",
    "[chapter10]") {
    const auto& [none, norm_alone, sum_alone, both] = repairs;
    double louder = 0, surer = 0, surer_with_norm = 0, won_by_norm = 0;  // on average
    for (std::uint64_t seed = 101; seed <= 120; ++seed) {  // none that the text has
        const auto apart = [](const std::vector<Round>& all) {
            return still_apart(all.back().words, all[0].words);
        };
        for (const Repair& melts : {none, norm_alone})
            CHECK(apart(random_rounds(melts, 3, 24, seed)) < 0.005);
        for (const Repair& holds : {norm_alone, both})
            CHECK_THAT(size_of(random_rounds(holds, 3, 3, seed).back().words),
                       WithinAbs(1, 1e-3));
        const std::vector<Round> loud = random_rounds(sum_alone, 3, 24, seed),
                                 even = random_rounds(both, 3, 24, seed);
        for (const auto* keeps : {&loud, &even}) CHECK(apart(*keeps) > 0.2);
        won_by_norm += (apart(random_rounds(norm_alone, 3, 2, seed)) -
                        apart(random_rounds(none, 3, 2, seed))) /
                       20;
        louder += size_of(random_rounds(sum_alone, 3, 96, seed).back().words) / 20;
        surer += (loud.back().largest_weight - loud[1].largest_weight) / 20;
        surer_with_norm += (even.back().largest_weight - even[1].largest_weight) / 20;
    }
    CHECK(won_by_norm > 0.1);
    CHECK(louder > 40);
    CHECK(surer > 0.15);
    CHECK(std::abs(surer_with_norm) < 0.1);
    // A round by hand: the maps are the second thing that is drawn.
    Random generator(7);
    const Matrix x = random_normal_matrix(8, 16, generator);
    MultiHeadAttention maps = random_multi_head_attention(16, 2, generator);
    for (Linear* map : {&maps.w_q, &maps.w_k, &maps.w_v, &maps.w_o}) map->bias.clear();
    const MultiHeadTrace trace = maps.trace(x, x, x);
    CHECK(random_rounds(both, 1, 1, 7).back().words ==
          LayerNorm{}.forward(x + trace.output));
    CHECK(random_rounds(sum_alone, 1, 1, 7).back().words == x + trace.output);
    double largest = 0;
    for (const AttentionTrace& head : trace.heads) {
        for (std::size_t i = 0; i < 8; ++i)
            largest += std::ranges::max(head.weights.row(i)) / 16;
    }
    CHECK_THAT(random_rounds(both, 1, 1, 7).back().largest_weight,
               WithinAbs(largest, 1e-15));
}

TEST_CASE("A nudge fades without repairs, and tells words apart only with the sum",
          "[chapter10]") {
    const auto& [none, norm_alone, sum_alone, both] = repairs;
    for (const Repair& repair : repairs) {
        const Arrived before = what_arrives(repair, 3, 0)[0];
        CHECK_THAT(before.left, WithinAbs(1, 1e-9));
        CHECK_THAT(before.common, WithinAbs(1.0 / 8, 1e-9));  // in one word of eight
    }
    CHECK(what_arrives(none, 3, 24).back().left < 1e-11);
    const Arrived alone = what_arrives(norm_alone, 3, 24).back(),
                  with_both = what_arrives(both, 3, 24).back();
    CHECK(alone.left > 0.1);
    CHECK(alone.common > 0.99);
    CHECK(what_arrives(sum_alone, 3, 24).back().left > 1);
    CHECK(with_both.left > 1);
    CHECK(with_both.common < 0.5);
    const Repair doubled{"2 x", [](const Matrix& x, const Attention&) { return x * 2; }};
    CHECK_THAT(what_arrives(doubled, 3, 3).back().left, WithinAbs(8, 1e-6));
}

TEST_CASE("Of 201 draws the middle one is told", "[chapter10]") {
    std::vector<double> apart, size, weight;
    for (std::uint64_t seed = 1; seed <= 201; ++seed) {
        const std::vector<Round> all = random_rounds(repairs[2], 1, 6, seed);
        const Round& after = all[6];
        apart.push_back(still_apart(after.words, all[0].words));
        size.push_back(size_of(after.words));
        weight.push_back(after.largest_weight);
    }
    const Layered after_6 = layered(repairs[2], 1, 6)[6];
    const auto is_middle = [](const std::vector<double>& all, double told) {
        CHECK(std::ranges::count_if(all, [&](double one) { return one < told; }) == 100);
        CHECK(std::ranges::count(all, told) == 1);
    };
    is_middle(apart, after_6.apart);
    is_middle(size, after_6.size);
    is_middle(weight, after_6.weight);
}

TEST_CASE(
    "What is left of a word, the pencil knows: behind the sum a power, in front a sum",
    "[chapter10][chapter13]") {
    const Repair& behind = repairs[3];
    double left_behind = 0, left_in_front = 0, apart_behind = 0, apart_in_front = 0;
    for (std::uint64_t seed = 101; seed <= 120; ++seed) {  // none that the text has
        const auto after = [&](const Repair& repair, std::size_t rounds) {
            return random_rounds(repair, 3, rounds, seed).back().words;
        };
        const Matrix first = after(behind, 0);
        left_behind += what_is_left(after(behind, 24), first) / 20;
        left_in_front += what_is_left(after(norm_in_front, 24), first) / 20;
        apart_behind += still_apart(after(behind, 96), first) / 20;
        apart_in_front += still_apart(after(norm_in_front, 96), first) / 20;
    }
    CHECK_THAT(left_behind, WithinAbs(std::pow(17.0 / 16, -12), 0.08));
    CHECK_THAT(left_in_front, WithinAbs(1 / std::sqrt(1 + 24.0 / 16), 0.08));
    CHECK(apart_behind < 0.1);
    CHECK(apart_in_front > 0.2);
    // A round by hand.
    const Matrix x{{1, 3, 3, 9}, {2, 0, 0, 0}};
    const auto doubled = [](const Matrix& rows) { return rows * 2; };
    CHECK(norm_in_front.apply(x, doubled) == x + LayerNorm{}.forward(x) * 2);
    CHECK(what_is_left(x, x) == 1);
    CHECK(still_apart(x, x) == 1);
    // Two words of two numbers: their mean is (2, 1), 5 long squared, and they are (1, 0) from it.
    CHECK_THAT(apart_to_mean({{1, 1}, {3, 1}}), WithinAbs(1 / std::sqrt(5.0), 1e-15));
}

TEST_CASE("Apart relative to the mean shrinks as two words and a pencil say",
          "[chapter10]") {
    for (const std::size_t way : {2u, 3u}) {
        double kept = 0;
        for (std::uint64_t seed = 101; seed <= 120; ++seed) {  // none that the text has
            const std::vector<Round> all = random_rounds(repairs[way], 3, 24, seed);
            kept += still_apart(all[24].words, all[0].words) / 20;
        }
        CHECK_THAT(kept, WithinAbs(std::pow(37.0 / 40, 12), 0.15));
    }
}

}  // namespace attn::chapters::ch10

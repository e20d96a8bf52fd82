// The numbers of chapter 9 that are no library function's own.

#include <algorithm>
#include <cmath>
#include <numbers>

#include "attn/attention.hpp"
#include "attn/positional_encoding.hpp"
#include "attn/random.hpp"
#include "attn/shape_error.hpp"
#include "attn/vector.hpp"
#include "catch.hpp"
#include "chapters/09_positional_encoding/09_positional_encoding.hpp"
#include "chapters/examples/small_layer.hpp"
#include "chapters/mistakes/positions.hpp"
#include "chapters/printing/rows.hpp"
#include "chapters/study_notes/positional_encoding_by_exp.hpp"
#include "matrix_matchers.hpp"

namespace attn::chapters::ch09 {

using Catch::Matchers::WithinAbs;

namespace {

const Matrix& x = small_example::x;

MultiHeadTrace attention_of(const Matrix& h) {
    return small_example::attention(2).trace(h, h, h);
}

std::vector<std::size_t> sorted(std::vector<std::size_t> ids) {
    std::sort(ids.begin(), ids.end());
    return ids;
}

}  // namespace

TEST_CASE("Without positions, permuting the words permutes the rows", "[chapter9][S4-04]") {
    const Matrix before = small_example::attention(2).forward(x, x, x);
    const std::vector<std::size_t> order{2, 0, 3, 1};
    const Matrix words = select_rows(x, order);
    CHECK_THAT(small_example::attention(2).forward(words, words, words),
               IsCloseTo(select_rows(before, order), 1e-14));
    const Matrix with = attention_of(small_sentence({0, 1, 2, 3})).output;
    CHECK(max_abs_difference(attention_of(small_sentence(order)).output,
                             select_rows(with, order)) > 0.5);
}

TEST_CASE("The two sentences have the same sixteen words, and not moves from 3 to 10",
          "[chapter9][S4-08]") {
    REQUIRE(did_not.size() == 16);
    REQUIRE(could_not.size() == 16);
    CHECK(did_not[3] == "not");
    CHECK(could_not[10] == "not");
    CHECK(std::count(did_not.begin(), did_not.end(), "not") == 1);
    CHECK(sorted(ids_of(did_not)) == sorted(ids_of(could_not)));
    CHECK(ids_of(did_not) != ids_of(could_not));
    CHECK(ids_of(did_not) ==
          std::vector<std::size_t>{0, 1, 2, 3, 4, 5, 6, 7, 8, 1, 9, 4, 10, 11, 12, 13});
}

TEST_CASE("The mean output cannot tell the two sentences apart without positions",
          "[chapter9][S4-08][S4-04]") {
    for (const std::size_t seed : {1u, 2u, 3u, 17u}) {
        const TwoSentences lost = two_sentences(false, seed);
        CHECK_THAT(row_of(lost.means, 1), IsCloseTo(row_of(lost.means, 0), 1e-13));
        CHECK_THAT(row_of(lost.could_not, 10), IsCloseTo(row_of(lost.did_not, 3), 1e-13));
        const TwoSentences back = two_sentences(true, seed);
        CHECK(max_abs_difference(row_of(back.means, 0), row_of(back.means, 1)) > 0.02);
        CHECK(max_abs_difference(row_of(back.did_not, 3), row_of(back.could_not, 10)) >
              0.1);
    }
}

TEST_CASE("Positions alone do not tell the sentences apart: it takes attention",
          "[chapter9][S4-08]") {
    Random generator(5);
    const Matrix words = random_normal_matrix(14, 8, generator);
    const Matrix pe = positional_encoding(16, 8);
    const Matrix first = select_rows(words, ids_of(did_not)) + pe;
    const Matrix second = select_rows(words, ids_of(could_not)) + pe;
    CHECK(max_abs_difference(first, second) > 0.1);
    CHECK_THAT(mean_of_rows(second), IsCloseTo(mean_of_rows(first), 1e-13));
}

TEST_CASE("Positions are added, and keep all eight favourites", "[chapter9][S4-07]") {
    CHECK(small_sentence({0, 1, 2, 3}) == small_example::h());
    CHECK(small_sentence({0, 1, 2, 3}) == x + positional_encoding(4, 4));
    const MultiHeadTrace before = attention_of(x), after = attention_of(small_example::h());
    for (std::size_t head = 0; head < 2; ++head) {
        for (std::size_t i = 0; i < 4; ++i) {
            CHECK(argmax(before.heads[head].weights.row(i)) ==
                  argmax(after.heads[head].weights.row(i)));
        }
    }
}

TEST_CASE("Words times the root of d_model saturate the softmax", "[chapter9][S1-20]") {
    const Matrix once = attention_of(small_sentence({0, 1, 2, 3})).heads[0].weights;
    const Matrix twice = attention_of(small_sentence({0, 1, 2, 3}, 2)).heads[0].weights;
    CHECK(small_sentence({0, 1, 2, 3}, 2) == x * 2 + positional_encoding(4, 4));
    for (const std::size_t i : std::vector<std::size_t>{0, 1, 2, 3}) {
        CHECK(twice(i, argmax(twice.row(i))) > 0.98);
        CHECK(twice(i, argmax(twice.row(i))) > once(i, argmax(once.row(i))));
    }
    // A position of 512 columns has the length 16; words of deviation 1 about root 512.
    const Matrix wide = positional_encoding(3, 512);
    CHECK_THAT(norm(wide.row(2)), WithinAbs(16, 1e-13));
}

TEST_CASE("The note's exponential form equals the power", "[chapter9][S1-21]") {
    CHECK_THAT(notes::positional_encoding_by_exp(1000, 512),
               IsCloseTo(positional_encoding(1000, 512), 1e-12));
    CHECK_THAT(notes::positional_encoding_by_exp(7, 10),
               IsCloseTo(positional_encoding(7, 10), 1e-14));
    CHECK(shape_text(notes::positional_encoding_by_exp(7, 10)) == "7x10");
    for (const std::size_t d_model : {0u, 7u}) {
        CHECK_THROWS_AS(notes::positional_encoding_by_exp(3, d_model), ShapeError);
    }
}

TEST_CASE("All in float, position 979 is off by 5.6e-5", "[chapter9][S1-21]") {
    const Matrix exact = positional_encoding(1001, 512);
    const Matrix narrow = positional_encoding_in_float(1001, 512);
    const double worst = max_abs_difference(exact, narrow);
    CHECK_THAT(position_angle(979, 10, 512), WithinAbs(683.2, 0.05));
    CHECK(worst > 4e-5);
    CHECK(worst < 8e-5);
    CHECK(max_abs_difference(select_rows(exact, {0, 1, 9}),
                             select_rows(narrow, {0, 1, 9})) < 1e-6);
    Matrix rounded = exact;
    for (std::size_t i = 0; i < rounded.rows(); ++i) {
        for (double& number : rounded.row(i))
            number = static_cast<double>(static_cast<float>(number));
    }
    CHECK(max_abs_difference(exact, rounded) <= 0x1p-25);
}

TEST_CASE("A turn of the fastest pair takes 6.28 words, of the slowest 54410",
          "[chapter9][W-08][S4-05]") {
    CHECK(shape_text(positional_encoding(50, 128)) == "50x128");
    CHECK_THAT(positions_a_turn(0, 128), WithinAbs(6.2832, 0.00005));
    CHECK_THAT(positions_a_turn(16, 128), WithinAbs(62.83, 0.005));
    CHECK_THAT(positions_a_turn(63, 128), WithinAbs(54410.14, 0.005));
    CHECK_THAT(positions_a_turn(63, 128, 100), WithinAbs(584.70, 0.005));
    CHECK_THAT(positions_a_turn(255, 512), WithinAbs(60611.48, 0.005));
}

TEST_CASE("The doubled exponent slows every pair but the first", "[chapter9][S4-06]") {
    const Matrix wrong = mistakes::exponent_doubled(7, 6),
                 right = positional_encoding(7, 6);
    for (std::size_t p = 0; p < 7; ++p) {
        CHECK(wrong(p, 0) == right(p, 0));
        const double place = static_cast<double>(p);
        CHECK_THAT(wrong(p, 2),
                   WithinAbs(std::sin(place / std::pow(10000, 4 / 6.0)), 1e-15));
        CHECK_THAT(wrong(p, 5),
                   WithinAbs(std::cos(place / std::pow(10000, 8 / 6.0)), 1e-15));
    }
    CHECK(max_abs_difference(wrong, right) > 0.1);
    // 31 of 64 pairs need more than 2 pi 10000 words.
    std::size_t beyond = 0;
    for (std::size_t pair = 0; pair < 64; ++pair) {
        const double angle = std::pow(10000, -4.0 * static_cast<double>(pair) / 128);
        if (angle < 1 / 10000.0 * (1 - 1e-9)) ++beyond;
    }
    CHECK(beyond == 31);
}

TEST_CASE("In 50 places hands hardly move from 45 on, or from 23 with a doubled exponent",
          "[chapter9]") {
    const auto first_still = [](double doubled) {
        std::size_t hand = 0;
        while (49 * std::pow(10000, -doubled * 2 * static_cast<double>(hand) / 128) > 0.08)
            ++hand;
        return hand;
    };
    CHECK(first_still(1) == 45);
    CHECK(first_still(2) == 23);
}

TEST_CASE("How alike two positions are depends on their distance alone",
          "[chapter9][S4-05]") {
    const Matrix pe = positional_encoding(50, 128);
    for (std::size_t distance = 0; distance < 50; distance += 7) {
        for (std::size_t p = 0; p + distance < 50; ++p) {
            CHECK_THAT(dot(pe.row(p), pe.row(p + distance)),
                       WithinAbs(dot(pe.row(0), pe.row(distance)), 1e-11));
        }
    }
    CHECK_THAT(norm(pe.row(49)), WithinAbs(8, 1e-13));
    const double cosines[] = {1.0000, 0.9702, 0.8966, 0.8154};
    for (std::size_t distance = 0; distance < 4; ++distance)
        CHECK_THAT(cosine(pe.row(11), pe.row(11 + distance)),
                   WithinAbs(cosines[distance], 0.00005));
    for (std::size_t distance = 5; distance < 50; ++distance)
        CHECK(dot(pe.row(0), pe.row(distance)) < dot(pe.row(0), pe.row(4)) - 1);
}

TEST_CASE("One matrix moves every position by the same distance", "[chapter9][S4-05]") {
    const Matrix pe = positional_encoding(30, 10);
    for (const std::size_t distance : {0u, 1u, 5u, 13u}) {
        const Matrix r = moving_matrix(distance, 10);
        for (std::size_t p = 0; p + distance < 30; ++p) {
            CHECK_THAT(matmul(row_of(pe, p), r),
                       IsCloseTo(row_of(pe, p + distance), 1e-13));
        }
    }
    CHECK_THAT(moving_matrix(1, 4), IsCloseTo({{0.5403, -0.8415, 0, 0},
                                               {0.8415, 0.5403, 0, 0},
                                               {0, 0, 1, -0.01},
                                               {0, 0, 0.01, 1}},
                                              0.0001));
    CHECK_THROWS_AS(moving_matrix(1, 5), ShapeError);
}

TEST_CASE("Keys turned one step on find the word before, and unturned ones no direction",
          "[chapter9][S4-05]") {
    // Two hands, in long double: cos(d) + cos(d/100) for places whose marks are d apart.
    const auto alike = [](long double d) {
        return static_cast<double>(std::cos(d) + std::cos(d / 100));
    };
    for (const std::size_t place : {1u, 2u, 3u}) {
        const Matrix unturned = place_scores(place, moving_matrix(0, 4)),
                     turned = place_scores(place, moving_matrix(1, 4));
        for (std::size_t key = 0; key < 5; ++key) {
            const auto apart = static_cast<double>(key) - static_cast<double>(place);
            CHECK_THAT(unturned(0, key), WithinAbs(alike(apart), 1e-14));
            CHECK_THAT(turned(0, key), WithinAbs(alike(apart + 1), 1e-14));
        }
        CHECK_THAT(turned(0, place - 1), WithinAbs(2, 1e-14));
        CHECK_THAT(unturned(0, place - 1), WithinAbs(unturned(0, place + 1), 1e-14));
    }
    CHECK_THAT(alike(1), WithinAbs(1.5403, 0.00005));
    CHECK_THAT(alike(44), WithinAbs(1.9046, 0.00005));
    const Matrix far = hands(55, {1, 0.01});
    CHECK_THAT(dot(far.row(0), far.row(44)), WithinAbs(alike(44), 1e-13));
    CHECK_THAT(dot(far.row(10), far.row(54)), WithinAbs(alike(44), 1e-13));
    // The weights of the section's figure: 64 hands, scores times 20, divided by the root of 128.
    const auto score = [](std::size_t query, std::size_t key) {
        const long double apart =
            static_cast<long double>(key) + 1 - static_cast<long double>(query);
        long double sum = 0;
        for (int hand = 0; hand < 64; ++hand)
            sum += std::cos(apart / std::pow(10000.0L, hand / 64.0L));
        return 20 * sum / std::sqrt(128.0L);
    };
    const Matrix pe = positional_encoding(8, 128);
    const Matrix weights =
        scaled_dot_product_attention(pe * 20, matmul(pe, moving_matrix(1, 128)), pe)
            .weights;
    for (std::size_t i = 0; i < 8; ++i) {
        long double sum = 0;
        for (std::size_t j = 0; j < 8; ++j) sum += std::exp(score(i, j));
        for (std::size_t j = 0; j < 8; ++j) {
            const long double expected = std::exp(score(i, j)) / sum;
            CHECK_THAT(weights(i, j), WithinAbs(static_cast<double>(expected), 1e-12));
        }
        CHECK(argmax(weights.row(i)) == (i == 0 ? 0 : i - 1));
    }
}

TEST_CASE("A layer made for one layout serves the other once all is permuted",
          "[chapter9][S4-05]") {
    const Matrix h = small_example::h(), p = halves_permutation(4);
    MultiHeadAttention layer = small_example::attention(2);
    const Matrix right = layer.forward(h, h, h);
    const Matrix other = x + positional_encoding_in_halves(4, 4);
    CHECK(max_abs_difference(layer.forward(other, other, other), right) > 3);
    for (Linear* map : {&layer.w_q, &layer.w_k, &layer.w_v})
        map->weight = matmul(transpose(p), map->weight);
    const Matrix moved = matmul(h, p);
    CHECK_THAT(layer.forward(moved, moved, moved), IsCloseTo(right, 1e-13));
}

TEST_CASE("Pairs to show are at most five, each once, first and last among them",
          "[chapter9]") {
    CHECK(pairs_to_show(64) == std::vector<std::size_t>{0, 16, 32, 48, 63});
    CHECK(pairs_to_show(1) == std::vector<std::size_t>{0});
    CHECK(pairs_to_show(2) == std::vector<std::size_t>{0, 1});
    CHECK(pairs_to_show(5) == std::vector<std::size_t>{0, 1, 2, 3, 4});
}

TEST_CASE("A random word and its place are nearly at right angles in many columns",
          "[chapter9]") {
    // A random direction's |cosine| with any other has the mean Gamma(d/2) / sqrt(pi) Gamma((d+1)/2).
    for (const std::size_t d : {4u, 32u, 512u}) {
        const double half = static_cast<double>(d) / 2;
        const double mean = std::exp(std::lgamma(half) - std::lgamma(half + 0.5)) /
                            std::sqrt(std::numbers::pi);
        CHECK_THAT(mean_cosine_of_word_and_place(d, 3000, 7) / mean, WithinAbs(1, 0.05));
    }
}

TEST_CASE("Rounded digits are alike at 0 and at 32, once going down, once coming up",
          "[chapter9]") {
    CHECK_THAT(rounded_digits(3), IsCloseTo({{0, (1 - std::sqrt(0.5)) / 2},
                                             {1, (1 - std::sqrt(0.5)) / 2},
                                             {0, (1 + std::sqrt(0.5)) / 2}},
                                            1e-12));
    const Matrix marks = rounded_digits(50);
    for (std::size_t j = 0; j < 5; ++j)
        CHECK_THAT(marks(0, j), WithinAbs(marks(32, j), 1e-12));
    CHECK_THAT(marks(0, 5), WithinAbs(0.48, 0.005));
    CHECK_THAT(marks(32, 5), WithinAbs(0.52, 0.005));
    CHECK(marks(1, 5) < marks(0, 5));
    CHECK(marks(33, 5) > marks(32, 5));
}

TEST_CASE(
    "Among short words every word finds the one before it, among loud ones it does not",
    "[chapter9]") {
    for (std::uint64_t seed = 101; seed <= 120; ++seed) {  // none that the text has
        double loud = 0;
        for (const auto& words : {did_not, could_not}) {
            const Matrix weights = looking_back(words, 0.25, false, seed);
            for (std::size_t i = 1; i < words.size(); ++i) CHECK(weights(i, i - 1) > 0.8);
            const Matrix lost = looking_back(words, 8, false, seed);
            for (std::size_t i = 1; i < words.size(); ++i) loud += lost(i, i - 1) / 30;
            // In columns of their own words are not heard, however loud: marks alone.
            const Matrix pe = positional_encoding(16, 128);
            CHECK_THAT(looking_back(words, 8, true, seed),
                       IsCloseTo(scaled_dot_product_attention(
                                     pe * 20, matmul(pe, moving_matrix(1, 128)), pe)
                                     .weights,
                                 1e-12));
        }
        CHECK(loud < 0.1);
    }
}

TEST_CASE("Binary digits put the ones first", "[chapter9]") {
    CHECK(binary_digits(5) ==
          Matrix{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0}, {0, 0, 1}});
    CHECK(shape_text(binary_digits(50)) == "50x6");
    // From 3 to 4 three digits change, from 0 to 1 one. For hands, steps are equally long.
    const Matrix digits = binary_digits(8), pe = positional_encoding(8, 128);
    const auto step = [](const Matrix& marks, std::size_t p) {
        const Matrix difference = row_of(marks, p + 1) - row_of(marks, p);
        return norm(difference.row(0));
    };
    CHECK_THAT(step(digits, 3), WithinAbs(1.7321, 0.00005));
    CHECK(step(digits, 0) == 1);
    CHECK_THAT(step(pe, 3), WithinAbs(step(pe, 0), 1e-12));
}

TEST_CASE("Hands with the formula's paces are the encoding", "[chapter9][S4-05]") {
    CHECK_THAT(hands(7, {1, 0.01}), IsCloseTo(positional_encoding(7, 4), 1e-15));
    CHECK_THAT(hands(5, {1, 0.1, 0.01, 0.001}),
               IsCloseTo(positional_encoding(5, 8), 1e-15));
    CHECK_THAT(hands(50, paces(128, 10000)),
               IsCloseTo(positional_encoding(50, 128), 1e-14));
    CHECK_THAT(hands(7, paces(10, 100)), IsCloseTo(positional_encoding(7, 10, 100), 1e-14));
}

TEST_CASE("Louder words move less by their positions, though their scores move more",
          "[chapter9][S1-20]") {
    const auto head = [](const Matrix& h) { return attention_of(h).heads[0]; };
    const AttentionTrace plain = head(x), placed = head(small_sentence({0, 1, 2, 3}));
    const AttentionTrace loud = head(x * 2),
                         loud_placed = head(small_sentence({0, 1, 2, 3}, 2));
    CHECK(max_abs_difference(loud.weights, loud_placed.weights) <
          max_abs_difference(plain.weights, placed.weights));
    CHECK(max_abs_difference(loud.scaled, loud_placed.scaled) >
          max_abs_difference(plain.scaled, placed.scaled));
}

}  // namespace attn::chapters::ch09

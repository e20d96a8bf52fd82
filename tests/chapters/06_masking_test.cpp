// What chapter 6 says of masks, fills and conventions, the note's function, and the figures.
#include "chapters/06_masking/06_masking.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "attn/attention.hpp"
#include "attn/mask_conventions.hpp"
#include "attn/random.hpp"
#include "attn/shape_error.hpp"
#include "attn/softmax.hpp"
#include "catch.hpp"
#include "chapters/examples/small_example.hpp"
#include "chapters/mistakes/attention.hpp"
#include "chapters/printing/rows.hpp"
#include "chapters/properties/attention_properties.hpp"
#include "chapters/study_notes/tensorflow_attention.hpp"
#include "infinity.hpp"
#include "masks.hpp"
#include "matrix_matchers.hpp"
#include "support/precision/number_formats.hpp"

namespace attn::chapters::ch06 {

using Catch::Matchers::WithinAbs;

namespace {

using Vector = std::vector<double>;

AttentionTrace masked(const AttentionMask& mask) {
    using namespace small_example;
    return scaled_dot_product_attention(q, k, v, mask);
}

AttentionMask without_all() {
    return padding_mask(4, {0, 1, 2, 3}, 3);
}

/// A batch of random matrices of one shape.
notes::Batch random_batch(std::size_t sentences, std::size_t heads, std::size_t rows,
                          std::size_t cols, Random& generator) {
    notes::Batch batch(sentences);
    for (auto& sentence : batch) {
        for (std::size_t h = 0; h < heads; ++h) {
            sentence.push_back(random_normal_matrix(rows, cols, generator));
        }
    }
    return batch;
}

const notes::Batch temp_k{{{{10, 0, 0}, {0, 10, 0}, {0, 0, 10}, {0, 0, 10}}}};
const notes::Batch temp_v{{{{1, 0}, {10, 0}, {100, 5}, {1000, 6}}}};

}  // namespace

TEST_CASE("Under both masks a row is as under the one that closes more",
          "[06_masking][S4-14]") {
    const AttentionTrace padding = masked(without_all()), causal = masked(causal_mask(4));
    const AttentionTrace both = masked(without_all() & causal_mask(4));
    for (std::size_t j = 0; j < 4; ++j) {
        for (std::size_t i = 0; i < 3; ++i) {
            CHECK(both.weights(i, j) == causal.weights(i, j));
        }
        CHECK(both.weights(3, j) == padding.weights(3, j));
    }
}

TEST_CASE("Under a mask the open keys keep their proportion", "[06_masking]") {
    const Matrix open =
        scaled_dot_product_attention(small_example::q, small_example::k, small_example::v)
            .weights;
    CHECK_THAT(open(1, 0) / open(1, 1), WithinAbs(std::exp(0.5), 1e-12));
    const Matrix causal = masked(causal_mask(4)).weights;
    CHECK_THAT(causal(1, 0) / causal(1, 1), WithinAbs(std::exp(0.5), 1e-12));
}

TEST_CASE("Without its padding a sentence gets what it gets alone", "[06_masking]") {
    using namespace small_example;
    for (std::size_t pad = 0; pad < 4; ++pad) {
        std::vector<std::size_t> rest;
        for (std::size_t i = 0; i < 4; ++i) {
            if (i != pad) rest.push_back(i);
        }
        const auto of_rest = [&](const Matrix& m) { return select_rows(m, rest); };
        CHECK(of_rest(masked(padding_mask(4, {0, 1, 2, 3}, pad)).output) ==
              scaled_dot_product_attention(of_rest(q), of_rest(k), of_rest(v)).output);
    }
}

TEST_CASE("A note's x.eq(PAD_IDX) is true where masked and translates to 0 and 1",
          "[06_masking][S1-19]") {
    const std::vector<std::size_t> ids{5, 8, 13, 1, 1};
    Matrix is_pad(1, 5);
    for (std::size_t j = 0; j < 5; ++j) is_pad(0, j) = ids[j] == 1 ? 1 : 0;
    const AttentionMask mask = for_all_queries(3, mask_from_blocked(is_pad));
    CHECK(mask == padding_mask(3, ids, 1));
    CHECK(blocked_matrix(mask_from_blocked(is_pad)) == is_pad);
    CHECK(mask_from_allowed(is_pad) != mask_from_blocked(is_pad));
    CHECK(mask_from_additive(additive_matrix(mask)) == mask);
}

TEST_CASE("In float16 -1e9 makes NaN of the cells that are not masked",
          "[06_masking][S0-17]") {
    CHECK(rounded(-1e9, float16) == -infinity);
    const Matrix product = product_in_float16(Matrix{{0, 0, 0, 1}}, -1e9);
    for (std::size_t j = 0; j < 3; ++j) CHECK(std::isnan(product(0, j)));
    CHECK(product(0, 3) == -infinity);
    CHECK(product_in_float16(Matrix{{0, 1}}, -10000) == Matrix{{0, -10000}});
    CHECK(additive_matrix(without_all())(0, 0) == 0);
}

TEST_CASE("A NaN in a padding's row reaches every row in the next layer", "[06_masking]") {
    using namespace small_example;
    const AttentionMask both = causal_mask(4) & padding_mask(4, {0, 1, 2, 3}, 0);
    const auto layer = [&](const Matrix& a, const Matrix& b, const Matrix& c) {
        return mistakes::nan_where_all_is_masked(a, b, c, both).output;
    };
    const auto rows_of_nan = [](const Matrix& m) {
        std::size_t rows = 0;
        for (std::size_t i = 0; i < m.rows(); ++i)
            rows += std::ranges::all_of(m.row(i), [](double x) { return std::isnan(x); });
        return rows;
    };
    const Matrix first = layer(q, k, v);
    CHECK(rows_of_nan(first) == 1);
    CHECK(rows_of_nan(layer(first, first, first)) == 4);
}

TEST_CASE("A finite fill leaks until it is larger than the scores", "[06_masking][S1-29]") {
    CHECK(leak(0, 0) == 0.5);
    CHECK_THAT(leak(0, -1), WithinAbs(0.2689, 5e-5));  // 1 / (1 + e)
    CHECK_THAT(leak(0, -10), WithinAbs(1 / (1 + std::exp(10.0)), 1e-18));
    CHECK(leak(30, -40) == leak(0, -10));
    CHECK(leak(3000, -3000) == 0.5);
    CHECK(leak(30, -10) > 0.9999);
    CHECK(leak(30, -39.21) > 0.0001);  // the exercise: not yet
    CHECK(leak(30, -39.22) < 0.0001);
    CHECK(leak(3000, -1e4) == 0);
    CHECK(leak(0, -744) > 0);
    CHECK(leak(0, -746) == 0);
    CHECK(rounded(std::exp(-103.0), float32) > 0);
    CHECK(rounded(std::exp(-104.0), float32) == 0);
}

TEST_CASE(
    "Three fills, -10000, -1e9 and -infinity, on a normal, an extreme and a fully masked row",
    "[06_masking][S1-29][S0-17]") {
    for (const Answer& answer : answers_to({0, 1, -1, 2}, {0, 0, 0, 1})) {
        INFO(answer.convention);
        CHECK_THAT(answer.weights[1], WithinAbs(0.6652, 5e-5));
        CHECK(answer.weights[3] == 0);
    }
    const std::vector<Answer> extreme = answers_to({-20000, -20001, 5}, {0, 0, 1});
    REQUIRE(extreme.size() == 5);
    for (const std::size_t i : {0u, 1u, 3u, 4u}) {
        CHECK_THAT(extreme[i].weights[0], WithinAbs(0.7311, 5e-5));  // 1 / (1 + 1/e)
        CHECK(extreme[i].weights[2] == 0);
    }
    CHECK(extreme[2].weights == Vector{0, 0, 1});
    const Vector scores{0, 1, -1, 2};
    const std::vector<Answer> none = answers_to(scores, {1, 1, 1, 1});
    for (std::size_t j = 0; j < 4; ++j) {
        CHECK_THAT(none[0].weights[j], WithinAbs(softmax(scores)[j], 1e-6));
        CHECK(std::isnan(none[3].weights[j]));
    }
    CHECK(none[1].weights == Vector(4, 0.25));
    CHECK(none[2].weights == Vector(4, 0.25));
    CHECK(none[4].weights == Vector(4, 0.0));
    const AttentionTrace ours = masked(closed_mask(4, 4));
    CHECK(ours.weights == Matrix(4, 4));
    CHECK(ours.output == Matrix(4, 4));
    CHECK(unit_in_last_place(1e9, float32) == 64);
}

TEST_CASE("The note's function gives the course's numbers",
          "[06_masking][S0-12][S0-22][S0-23][W-01][W-02][W-03][W-04][W-05]") {
    const auto one = notes::scaled_dot_product_attention({{{{0, 10, 0}}}}, temp_k, temp_v);
    CHECK_THAT(one.attention_weights[0][0], IsCloseTo({{0, 1, 0, 0}}, 1e-15));
    CHECK_THAT(one.output[0][0], IsCloseTo({{10, 0}}, 1e-12));
    CHECK_THAT(100 / std::sqrt(3.0), WithinAbs(57.735, 5e-4));
    CHECK_THAT(one.attention_weights[0][0](0, 0) / 8.433e-26, WithinAbs(1, 1e-4));
    const auto two = notes::scaled_dot_product_attention({{{{0, 0, 10}}}}, temp_k, temp_v);
    CHECK_THAT(two.attention_weights[0][0], IsCloseTo({{0, 0, 0.5, 0.5}}, 1e-15));
    CHECK_THAT(two.output[0][0], IsCloseTo({{550, 5.5}}, 1e-12));
    const auto three = notes::scaled_dot_product_attention(
        {{{{0, 0, 10}, {0, 10, 0}, {10, 10, 0}}}}, temp_k, temp_v);
    CHECK_THAT(three.attention_weights[0][0],
               IsCloseTo({{0, 0, 0.5, 0.5}, {0, 1, 0, 0}, {0.5, 0.5, 0, 0}}, 1e-15));
    CHECK_THAT(three.output[0][0], IsCloseTo({{550, 5.5}, {10, 0}, {5.5, 0}}, 1e-12));
}

TEST_CASE("The note's function: shapes, and a mask that holds for all heads and queries",
          "[06_masking][S0-13][S0-14][S0-17][S0-18][S0-20][S0-21][S0-24]") {
    Random generator(7);
    const notes::Batch query = random_batch(2, 3, 5, 11, generator);
    const notes::Batch key = random_batch(2, 3, 7, 11, generator);
    const notes::Batch value = random_batch(2, 3, 7, 11, generator);
    const notes::Batch mask =
        notes::create_padding_mask({{4, 2, 9, 1, 0, 0, 0}, {3, 3, 3, 3, 3, 3, 0}});
    const auto result = notes::scaled_dot_product_attention(query, key, value, mask);
    const auto open = notes::scaled_dot_product_attention(query, key, value);
    REQUIRE(result.output.size() == 2);
    for (std::size_t b = 0; b < 2; ++b) {
        REQUIRE(result.output[b].size() == 3);
        REQUIRE(result.attention_weights[b].size() == 3);
        const AttentionMask same = for_all_queries(5, mask_from_blocked(mask[b][0]));
        for (std::size_t h = 0; h < 3; ++h) {
            CHECK(shape_text(result.output[b][h]) == "5x11");
            CHECK(shape_text(result.attention_weights[b][h]) == "5x7");
            const AttentionTrace ours =
                scaled_dot_product_attention(query[b][h], key[b][h], value[b][h], same);
            CHECK_THAT(result.attention_weights[b][h], IsCloseTo(ours.weights, 1e-12));
            CHECK_THAT(result.output[b][h], IsCloseTo(ours.output, 1e-12));
            // Without a mask its line is skipped, as Python's would be with its indentation.
            CHECK_THAT(open.output[b][h], IsCloseTo(scaled_dot_product_attention(
                                                        query[b][h], key[b][h], value[b][h])
                                                        .output,
                                                    1e-12));
        }
    }
    const notes::Batch for_all{{Matrix{{0, 0, 0, 0, 1, 1, 1}}}};
    const auto shared = notes::scaled_dot_product_attention(query, key, value, for_all);
    CHECK(shared.output[0] == result.output[0]);
    CHECK(shared.attention_weights[1][2](4, 4) == 0);
}

TEST_CASE("The note's function refuses what does not fit", "[06_masking][S0-13]") {
    Random generator(7);
    const notes::Batch q = random_batch(2, 3, 5, 11, generator);
    const notes::Batch k = random_batch(2, 3, 7, 11, generator);
    CHECK_THROWS_WITH(
        notes::scaled_dot_product_attention(q, k, k, notes::Batch{{Matrix(1, 5)}}),
        "scaled_dot_product_attention: mask has 5 keys, the scores have 7; the mask may "
        "have 1 or as many");
    CHECK_THROWS_AS(
        notes::scaled_dot_product_attention(q, k, k, notes::Batch(3, {Matrix(1, 7)})),
        ShapeError);
    CHECK_THROWS_AS(notes::scaled_dot_product_attention(
                        q, k, k, notes::Batch{{Matrix(1, 7), Matrix(1, 7)}}),
                    ShapeError);
    CHECK_THROWS_AS(
        notes::scaled_dot_product_attention(q, random_batch(2, 1, 7, 11, generator), k),
        ShapeError);
    CHECK_THROWS_AS(
        notes::scaled_dot_product_attention(q, random_batch(1, 3, 7, 11, generator), k),
        ShapeError);
}

TEST_CASE("The course's masks of ids", "[06_masking][W-06][W-07][S0-14]") {
    const notes::Batch padding = notes::create_padding_mask({{1, 21, 777, 0, 0}});
    REQUIRE(padding.size() == 1);
    REQUIRE(padding[0].size() == 1);
    CHECK(padding[0][0] == Matrix{{0, 0, 0, 1, 1}});
    const notes::Batch ahead = notes::create_look_ahead_mask({{1, 2, 0, 4, 5}});
    CHECK(ahead[0][0] == Matrix{{0, 1, 1, 1, 1},
                                {0, 0, 1, 1, 1},
                                {0, 0, 1, 1, 1},
                                {0, 0, 1, 0, 1},
                                {0, 0, 1, 0, 0}});
}

TEST_CASE("Masking after the softmax loses weight and shows the future", "[06_masking]") {
    using namespace small_example;
    const AttentionTrace wrong = masked_after_softmax(q, k, v, causal_mask(4));
    CHECK_THAT(wrong.weights(1, 0) + wrong.weights(1, 1), WithinAbs(0.4434, 5e-5));
    CHECK(rows_sum_to_one(masked_after_softmax));
    CHECK(hides_the_future(masked_after_softmax));
    CHECK_FALSE(gives_masked_keys_nothing(masked_after_softmax));
    // Divided by their sums the rows are right, until a closed score is large.
    const auto divided_by_sums = [](Matrix weights) {
        for (std::size_t i = 0; i < weights.rows(); ++i) {
            const double sum = sum_of(weights.row(i));
            for (double& weight : weights.row(i)) weight /= sum;
        }
        return weights;
    };
    CHECK_THAT(divided_by_sums(wrong.weights),
               IsCloseTo(masked(causal_mask(4)).weights, 1e-15));
    const Matrix late =
        divided_by_sums(deleted(softmax_rows({{0, -0.5, 1000}}), length_mask(1, 3, 2)));
    for (const double weight : late.row(0)) CHECK(std::isnan(weight));
}

}  // namespace attn::chapters::ch06

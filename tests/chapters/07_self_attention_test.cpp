// The numbers of chapter 7: where Q, K and V come from, a study note's class and printed
// weights, another order of words.
#include <algorithm>
#include <cmath>
#include <vector>

#include "attn/attention.hpp"
#include "attn/embedding.hpp"
#include "attn/linear.hpp"
#include "attn/parameters.hpp"
#include "attn/shape_error.hpp"
#include "attn/softmax.hpp"
#include "attn/vector.hpp"
#include "catch.hpp"
#include "chapters/07_self_attention/07_self_attention.hpp"
#include "chapters/examples/sentences.hpp"
#include "chapters/examples/small_example.hpp"
#include "chapters/printing/rows.hpp"
#include "chapters/printing/words.hpp"
#include "chapters/study_notes/self_attention.hpp"
#include "matrix_matchers.hpp"

namespace attn::chapters::ch07 {

using namespace attn::notes;
using Catch::Matchers::WithinAbs;

namespace {

using Ids = std::vector<std::size_t>;

AttentionTrace small_attention(const Ids& order) {
    using namespace small_example;
    const Matrix words = Embedding{x}.forward(order);
    return scaled_dot_product_attention(
        Linear{w_q}.forward(words), Linear{w_k}.forward(words), Linear{w_v}.forward(words));
}

Matrix with_last_row_of_twos(Matrix m) {
    std::fill(m.row(3).begin(), m.row(3).end(), 2.0);
    return m;
}

/// Rows and columns of m in the given order.
Matrix both_in_order(const Matrix& m, const Ids& order) {
    Matrix moved(m.rows(), m.cols());
    for (std::size_t i = 0; i < m.rows(); ++i) {
        for (std::size_t j = 0; j < m.cols(); ++j) moved(i, j) = m(order[i], order[j]);
    }
    return moved;
}

}  // namespace

TEST_CASE("Six stages lead from the words to chapter 4's output", "[chapter7][S4-10]") {
    using namespace small_example;
    CHECK(Linear{w_q}.forward(x) == q);
    CHECK(Linear{w_k}.forward(x) == k);
    CHECK(Linear{w_v}.forward(x) == v);
    const AttentionTrace trace = small_attention({0, 1, 2, 3});
    CHECK(trace.scores ==
          Matrix{{-3, 2, 1, -2}, {0, -1, 1, -2}, {0, 2, -2, 4}, {-3, 1, 2, -1}});
    CHECK(trace.scaled ==
          Matrix{{-1.5, 1, .5, -1}, {0, -.5, .5, -1}, {0, 1, -1, 2}, {-1.5, .5, 1, -.5}});
}

TEST_CASE("we is not found, and is with another number, by which all loses you",
          "[chapter7]") {
    using namespace small_example;
    for (std::size_t j = 0; j < 4; ++j) {
        CHECK(outsider(0, j) == x(0, j) + x(3, j));  // we = I + all
        CHECK(matmul(outsider, w_k)(0, j) == k(0, j) + k(3, j));
    }
    const std::size_t love = 1, side = 2;
    const Matrix sentence = stacked(outsider, select_rows(x, {1, 2}));
    const auto love_scores = [&](const Matrix& keys) {
        return matmul_transpose_b(row_of(q, love), matmul(sentence, keys));
    };
    CHECK(love_scores(w_k) == Matrix{{-2, -1, 1}});
    Matrix other = w_k;
    CHECK(other(0, side) == 0);  // person's
    other(0, side) = 1;
    CHECK(love_scores(other) == Matrix{{0, -1, 3}});
    const auto all_scores = [&](const Matrix& keys) {
        return matmul_transpose_b(row_of(q, 3), matmul(x, keys));
    };
    CHECK(all_scores(w_k)(0, 2) == 2);
    CHECK(all_scores(other)(0, 2) == 0);
    CHECK(all_scores(other)(0, love) == 1);
    const Matrix now = all_scores(other);
    CHECK(argmax(now.row(0)) == love);
}

TEST_CASE("A row of Q, K or V changes what its role says", "[chapter7][S4-09]") {
    using namespace small_example;
    const AttentionTrace before = scaled_dot_product_attention(q, k, v);
    const AttentionTrace seeks =
        scaled_dot_product_attention(with_last_row_of_twos(q), k, v);
    CHECK(changed_rows(before.weights, seeks.weights, tokens) == "all");
    CHECK(changed_rows(before.output, seeks.output, tokens) == "all");
    const AttentionTrace is = scaled_dot_product_attention(q, with_last_row_of_twos(k), v);
    CHECK(changed_rows(before.weights, is.weights, tokens) == "I, love, you, all");
    for (std::size_t i = 0; i < 4; ++i) {
        for (std::size_t j = 0; j < 3; ++j) CHECK(is.scores(i, j) == before.scores(i, j));
        CHECK(is.scores(i, 3) != before.scores(i, 3));
    }
    const AttentionTrace hands =
        scaled_dot_product_attention(q, k, with_last_row_of_twos(v));
    CHECK(hands.weights == before.weights);
    CHECK(changed_rows(before.output, hands.output, tokens) == "I, love, you, all");
}

TEST_CASE("it looks at animal, through a map to two numbers", "[chapter7][S4-01]") {
    using namespace animal_sentence;
    const Matrix narrow = Linear{Matrix{{1, 0}, {0, 0}, {0, 1}}}.forward(vectors);
    const AttentionTrace trace = scaled_dot_product_attention(narrow, narrow, vectors);
    CHECK(shape_text(trace.weights) == "11x11");
    CHECK(shape_text(trace.output) == "11x3");
    CHECK(argmax(trace.weights.row(it)) == animal);
    // Second route: the eleven scores of it, worked out with a pencil.
    const double root = std::sqrt(2.0);
    const std::vector<double> scores{0, 7 / root, -1 / root, 4 / root, 0,       -2 / root,
                                     0, 5 / root, 1 / root,  1 / root, 3 / root};
    const std::vector<double> shares = softmax(scores);
    for (std::size_t j = 0; j < 11; ++j) {
        CHECK_THAT(trace.weights(it, j), WithinAbs(shares[j], 1e-12));
    }
    CHECK_THAT(trace.weights(it, animal), WithinAbs(0.68, 0.005));
}

TEST_CASE("In the paper a word is 512 numbers, a query 64", "[chapter7][S4-03]") {
    Random generator(1);
    const Matrix x = random_embedding(4, 512, generator).forward({0, 1, 2, 3});
    const Linear map{Matrix(512, 64)};
    CHECK(shape_text(x) == "4x512");
    CHECK(shape_text(map.forward(x)) == "4x64");
    CHECK(3 * parameter_count(map) == 98304);
}

TEST_CASE("A row says who looks: love cares most about you", "[chapter7][S4-12]") {
    const AttentionTrace trace = small_attention({0, 1, 2, 3});
    const std::size_t love = 1, you = 2;
    CHECK(argmax(trace.weights.row(love)) == you);
    // The other direction is another question, with another answer.
    CHECK(argmax(trace.weights.row(you)) == 3);
}

TEST_CASE("The note's class has its sizes, its scale and its shapes",
          "[chapter7][S4-15][S4-16][S4-17][S4-18][S4-19]") {
    CHECK(vocabulary == std::vector<std::string>{"I", "love", "you",
                                                 "all"});  // "I love all you" in its text
    Random generator(7);
    const Embedding embedding = random_embedding(4, 20, generator);
    const SelfAttention attention(20, 5, generator);
    const Matrix x = embedding.forward({0, 1, 2, 3});
    CHECK(shape_text(x) == "4x20");
    const OutputAndWeights result = attention.forward(x);
    CHECK(shape_text(result.output) == "4x5");
    CHECK(shape_text(result.weights) == "4x4");
    CHECK(attention.query.bias.size() == 5);
    CHECK(parameter_count(attention.query) + parameter_count(attention.key) +
              parameter_count(attention.value) ==
          315);
    // Second route: the library's attention; and one score with a pencil's formula.
    const Matrix q = attention.query.forward(x);
    const Matrix k = attention.key.forward(x);
    const AttentionTrace trace =
        scaled_dot_product_attention(q, k, attention.value.forward(x));
    CHECK_THAT(result.weights, IsCloseTo(trace.weights, 1e-12));
    CHECK_THAT(result.output, IsCloseTo(trace.output, 1e-12));
    CHECK_THAT(
        std::log(result.weights(1, 2) / result.weights(1, 0)),
        WithinAbs((dot(q.row(1), k.row(2)) - dot(q.row(1), k.row(0))) / 2.236068, 1e-6));
}

TEST_CASE("The note's class refuses what does not fit", "[chapter7]") {
    Random generator(7);
    const SelfAttention attention(3, 2, generator);
    CHECK_THROWS_WITH(attention.forward(Matrix(0, 3)),
                      "SelfAttention: x is 0x3, the keys are 0x2; a sentence needs a word, "
                      "a key a number");
    CHECK_THROWS_AS(attention.forward(Matrix(5, 2)), ShapeError);
    CHECK_THROWS_AS(SelfAttention(3, 0, generator).forward(Matrix(5, 3)), ShapeError);
    CHECK_THROWS_AS(SelfAttention(0, 2, generator), ShapeError);
}

TEST_CASE("The note's printed weights: sums, favourites and entropies",
          "[chapter7][S4-20]") {
    CHECK(printed_weights == Matrix{{.14839762, .3170038, .2334257, .30117288},
                                    {.17047001, .22259612, .21974151, .38719246},
                                    {.25643694, .23684639, .22258951, .28412715},
                                    {.25756836, .23327933, .28660533, .22254698}});
    const Ids wanted{1, 3, 3, 2};  // love looks at all, not at you
    const std::vector<double> wanted_sums{1, 1.0000001, 0.99999999, 1};  // by hand
    const std::vector<double> entropies = row_entropies(printed_weights);
    for (std::size_t i = 0; i < 4; ++i) {
        double sum = 0, entropy = 0;
        for (const double share : printed_weights.row(i)) {
            sum += share;
            entropy -= share * std::log(share);
        }
        CHECK_THAT(sum, WithinAbs(wanted_sums[i], 1e-9));
        CHECK(argmax(printed_weights.row(i)) == wanted[i]);
        CHECK_THAT(entropies[i], WithinAbs(entropy, 1e-12));
        CHECK(entropies[i] < std::log(4.0));
    }
}

TEST_CASE("A seed makes the untrained weights come again, another seed others",
          "[chapter7][S4-21]") {
    const auto weights = [](std::uint64_t seed) {
        Random generator(seed);
        const Embedding embedding = random_embedding(4, 20, generator);
        const SelfAttention attention(20, 5, generator);
        return attention.forward(embedding.forward({0, 1, 2, 3})).weights;
    };
    CHECK(weights(7) == weights(7));
    CHECK(max_abs_difference(weights(7), weights(8)) > 0.01);
    CHECK(max_abs_difference(weights(7), printed_weights) > 0.01);
}

TEST_CASE("Without positions another order moves the rows and changes none",
          "[chapter7][S4-26]") {
    const AttentionTrace before = small_attention({0, 1, 2, 3});
    Ids order{0, 1, 2, 3};
    do {
        const AttentionTrace after = small_attention(order);
        CHECK_THAT(after.weights, IsCloseTo(both_in_order(before.weights, order), 1e-12));
        CHECK_THAT(after.output, IsCloseTo(Embedding{before.output}.forward(order), 1e-12));
    } while (std::next_permutation(order.begin(), order.end()));
}

TEST_CASE("The answers of chapter 7's exercises hold", "[chapter7]") {
    using namespace small_example;
    const AttentionTrace even = scaled_dot_product_attention(q, Matrix(4, 4), v);
    CHECK(even.weights == Matrix(4, 4, 0.25));
    CHECK(even.output.row(2)[0] == 0.75);
    CHECK_THAT(even.output, IsCloseTo({{.75, .75, .25, 0},
                                       {.75, .75, .25, 0},
                                       {.75, .75, .25, 0},
                                       {.75, .75, .25, 0}},
                                      1e-15));
    const Matrix twice = small_attention({0, 1, 0}).output;
    CHECK(std::equal(twice.row(0).begin(), twice.row(0).end(), twice.row(2).begin()));
    Random generator(3);
    const Embedding embedding = random_embedding(4, 20, generator);
    const SelfAttention attention(20, 5, generator);
    const std::vector<double> entropies =
        row_entropies(attention.forward(embedding.forward({0, 1, 2, 3})).weights);
    CHECK_THAT(*std::min_element(entropies.begin(), entropies.end()),
               WithinAbs(1.177, 0.0005));
}

}  // namespace attn::chapters::ch07

// What docs/answers says: the numbers that neither a recording nor another test holds.
#include <algorithm>
#include <cmath>
#include <limits>
#include <span>
#include <vector>

#include "attn/attention.hpp"
#include "attn/mask_conventions.hpp"
#include "attn/multi_head_attention.hpp"
#include "attn/parameters.hpp"
#include "attn/random.hpp"
#include "attn/softmax.hpp"
#include "attn/vector.hpp"
#include "catch.hpp"
#include "chapters/01_dot_product/exercises.hpp"
#include "chapters/02_softmax/exercises.hpp"
#include "chapters/03_query_key_value/exercises.hpp"
#include "chapters/04_scaling/exercises.hpp"
#include "chapters/05_overflow/05_overflow.hpp"
#include "chapters/06_masking/exercises.hpp"
#include "chapters/07_self_attention/exercises.hpp"
#include "chapters/20_bug_gallery/exercises.hpp"
#include "chapters/examples/sentences.hpp"
#include "chapters/examples/small_example.hpp"
#include "chapters/examples/small_layer.hpp"
#include "chapters/printing/rows.hpp"
#include "chapters/study_notes/two_languages.hpp"
#include "matrix_matchers.hpp"
#include "support/precision/number_formats.hpp"

using namespace attn;
using namespace attn::chapters;
using Catch::Matchers::WithinAbs;

namespace {

using Vector = std::vector<double>;

Vector at_degrees(double degrees) {
    const double angle = degrees * std::acos(-1.0) / 180;
    return {std::cos(angle), std::sin(angle)};
}

double cosine_at(double degrees) {
    return cosine(at_degrees(0), at_degrees(degrees));
}

double row_distance(const Matrix& a, const Matrix& b, std::size_t i) {
    Vector difference(a.row(i).begin(), a.row(i).end());
    for (std::size_t c = 0; c < difference.size(); ++c) difference[c] -= b(i, c);
    return norm(difference);
}

}  // namespace

TEST_CASE("Answers to chapter 1", "[answers]") {
    CHECK(dot(Vector{8, 6}, Vector{1, 2}) == 20);
    CHECK_THAT(cosine(Vector{8, 6}, Vector{1, 2}), WithinAbs(0.8944, 5e-5));
    CHECK(dot(Vector{4, 3}, Vector{-3, 4}) == 0);
    Matrix x = animal_sentence::five_words;
    const Matrix before = matmul_transpose_b(x, x);
    x.set_row(3, Vector{4, 0, 2});  // it doubled
    const Matrix scores = matmul_transpose_b(x, x);
    CHECK(row_of(scores, 3) == Matrix{{14, 8, -4, 20, 6}});
    CHECK(before(3, 3) == 5);
    x.set_row(3, Vector{0, 2, 0});  // it is the street
    CHECK(row_of(matmul_transpose_b(x, x), 3) == Matrix{{0, 2, 6, 4, 0}});
    CHECK_THAT(cosine_at(179), WithinAbs(-0.9998, 5e-5));
    CHECK_THAT(cosine_at(181), WithinAbs(-0.9998, 5e-5));
    CHECK_THAT(cosine_at(91), WithinAbs(-0.0175, 5e-5));
}

TEST_CASE("Answers to chapter 2: ten times 0.1 is not 1", "[answers]") {
    double sum = 0;
    for (int i = 0; i < 10; ++i) sum += 0.1;
    CHECK(sum != 1);
    for (const double t : {0.1, 1.0, 20.0}) {
        CHECK(exercises::are_weights(exercises::softmax_at(Vector{7, 4, -2, 5, 3}, t)));
    }
}

TEST_CASE("Answers to chapter 5: scores that a format lacks, and sums past its end",
          "[answers]") {
    CHECK(std::isinf(rounded(70000, float16)));
    CHECK(std::isnan(ch05::softmax_in(float16, Vector{70000, 1})[0]));
    CHECK(59872 + 54080 > largest_finite(float16));
    CHECK(unit_in_last_place(-801, bfloat16) == 4);
    CHECK(unit_in_last_place(512, bfloat16) == 4);
    CHECK(rounded(-801, bfloat16) == -800);
    CHECK(std::isinf(rounded(1e39, float32)));
    CHECK(std::isnan(ch05::softmax_in(float32, Vector{1e39, 0})[0]));
    CHECK(std::isnan(softmax_naive(Vector{-800, -801})[0]));
    CHECK(ch05::softmax_naive_in(float32, Vector{88.5, 88.6}) == Vector{0, 0});
    CHECK(ch05::softmax_naive_in(float32, Vector{88.7, 88.8})[0] == 0);
    CHECK(std::isnan(ch05::softmax_naive_in(float32, Vector{88.7, 88.8})[1]));
    CHECK(ch05::softmax_naive_in(float32, Vector{88.7, 0})[0] == 1);
    CHECK_THAT(2 * std::exp(88.0) / 3.303e38, WithinAbs(1, 1e-4));
}

TEST_CASE("Answers to chapter 5: equal scores from -103 to 88, and the repairs in double",
          "[answers]") {
    for (int x = -110; x <= 100; ++x) {
        CAPTURE(x);
        const double score = x;
        const Vector weights = ch05::softmax_naive_in(float32, Vector{score, score});
        CHECK((weights == Vector{0.5, 0.5}) == (x >= -103 && x <= 88));
    }
    CHECK_THAT(softmax_naive(Vector{100, -50, -50})[0], WithinAbs(1, 1e-12));
    CHECK(std::isnan(softmax_naive(Vector{1000, -500, -500})[0]));
    CHECK_THAT(std::exp(-200.0) / 1.4e-87, WithinAbs(1, 0.02));
}

TEST_CASE("Answers to chapter 5: a score of 800 in chapter 4's attention, and a common c",
          "[answers]") {
    const Matrix q{{1600, 0, 0, 0}};
    const Matrix lost = exercises::attention(q, small_example::k, small_example::v);
    for (const double entry : lost.row(0)) CHECK(std::isnan(entry));
    // A second row of scores -800: with the first row's largest nothing is left of it.
    CHECK(std::exp(-800.0 - 800.0) == 0);
}

TEST_CASE("Answers to chapter 3: other wishes, other menus", "[answers]") {
    const Matrix dishes{{1, 1}, {1, -1}, {-1, 0}, {-1, -1}};
    const Matrix prices{{1500}, {2500}, {4000}, {9000}};
    const AttentionTrace yours = dot_product_attention({{2, 1}}, dishes, prices);
    const AttentionTrace opposite = dot_product_attention({{-2, -1}}, dishes, prices);
    CHECK_THAT(yours.output(0, 0), WithinAbs(1649.20, 0.005));
    CHECK_THAT(opposite.weights, IsCloseTo({{0.0018, 0.0132, 0.2649, 0.7201}}, 5e-5));
    CHECK_THAT(yours.weights(0, 0) / yours.weights(0, 1), WithinAbs(7.39, 0.005));
    CHECK_THAT(opposite.weights(0, 1) / opposite.weights(0, 0), WithinAbs(7.39, 0.005));
    for (const double wish : {-3.0, 0.0, 3.0}) {
        CHECK(dot_product_attention({{wish, 1}}, {{1, -1}}, {{4000}}).output(0, 0) == 4000);
    }
    CHECK_THAT(dot_product_attention({{-20, -20}}, dishes, prices).output(0, 0),
               WithinAbs(9000, 0.005));
    Matrix other = dishes;
    other(2, 1) = 1;
    const AttentionTrace ice = dot_product_attention({{-2, 2}}, dishes, prices);
    const AttentionTrace cold = dot_product_attention({{-2, 2}}, other, prices);
    CHECK(ice.scores(0, 2) == 2);
    CHECK(cold.scores(0, 2) == 4);
    CHECK_THAT(ice.weights(0, 2), WithinAbs(0.79, 0.005));
    CHECK_THAT(cold.weights(0, 2), WithinAbs(0.96, 0.005));
    const Matrix guests{{2, 1}, {10, 10}, {10, 0}, {0, 0}, {0, -2}};
    const Matrix waiting{{1500, 1}, {2500, 3}, {4000, 2}, {9000, 12}};
    const double minutes[] = {1.27, 1, 2, 4.5, 7.10};
    const Matrix before = dot_product_attention(guests, dishes, prices).output;
    const Matrix after = dot_product_attention(guests, dishes, waiting).output;
    for (std::size_t i = 0; i < 5; ++i) {
        CHECK(after(i, 0) == before(i, 0));
        CHECK_THAT(after(i, 1), WithinAbs(minutes[i], 0.005));
    }
}

TEST_CASE("Answers to chapter 3: a constant on a row, and on every key", "[answers]") {
    using namespace small_example;
    const AttentionTrace before = dot_product_attention(q, k, v);
    const Vector row(before.scores.row(2).begin(), before.scores.row(2).end());
    Vector more = row;
    for (double& score : more) score += 5;
    for (std::size_t j = 0; j < 4; ++j) {
        CHECK_THAT(softmax(more)[j], WithinAbs(softmax(row)[j], 1e-15));
    }
    Matrix shifted = k;
    const Vector c{1, -2, 0.5, 3};
    for (std::size_t j = 0; j < 4; ++j) {
        for (std::size_t e = 0; e < 4; ++e) shifted(j, e) += c[e];
    }
    const AttentionTrace after = dot_product_attention(q, shifted, v);
    CHECK(after.scores(2, 1) - before.scores(2, 1) == dot(q.row(2), c));
    CHECK_THAT(after.weights, IsCloseTo(before.weights, 1e-14));
}

TEST_CASE("Answers to chapter 3: how far the best key alone is from attention",
          "[answers]") {
    using namespace small_example;
    const AttentionTrace soft = dot_product_attention(q, k, v);
    const Matrix hard = exercises::hard_attention(q, k, v);
    const double away[] = {1.08, 1.02, 0.54, 1.04};
    const double top[] = {0.7179, 0.6439, 0.8650, 0.7020};
    for (std::size_t i = 0; i < 4; ++i) {
        CHECK_THAT(row_distance(hard, soft.output, i), WithinAbs(away[i], 0.005));
        const auto row = soft.weights.row(i);
        CHECK_THAT(*std::max_element(row.begin(), row.end()), WithinAbs(top[i], 5e-5));
    }
}

TEST_CASE("Answers to chapter 4: tosses of a coin instead of the bell curve", "[answers]") {
    Random generator(2);
    const int draws = 2000;
    for (const std::size_t d_k : {1u, 16u, 64u}) {
        double squares = 0;
        for (int draw = 0; draw < draws; ++draw) {
            double score = 0;
            for (std::size_t e = 0; e < d_k; ++e) {
                const double q = generator.uniform() < 0.5 ? -1 : 1;
                const double k = generator.uniform() < 0.5 ? -1 : 1;
                score += q * k;
            }
            if (d_k == 1) CHECK(std::abs(score) == 1);
            squares += score * score;
        }
        const double root = std::sqrt(static_cast<double>(d_k));
        CHECK_THAT(std::sqrt(squares / draws) / root, WithinAbs(1, 0.05));
    }
}

TEST_CASE("Answers to chapter 6: who loses a favourite, and the open cells", "[answers]") {
    using namespace small_example;
    const AttentionTrace open = scaled_dot_product_attention(q, k, v);
    for (std::size_t i = 0; i < 4; ++i) {
        CHECK((argmax(open.weights.row(i)) == 1) == (i == 0));
    }
    CHECK_THAT(open.weights(0, 1), WithinAbs(0.5483, 5e-5));
    CHECK_THAT(open.weights(2, 1), WithinAbs(0.2369, 5e-5));
    CHECK_THAT(softmax(Vector{0, -1})[1], WithinAbs(1 / (1 + std::exp(1)), 1e-15));
    CHECK_THAT(softmax(Vector{0, -1})[1], WithinAbs(0.2689, 5e-5));
    double cells = 0;
    const Matrix causal = allowed_matrix(causal_mask(4));
    for (std::size_t i = 0; i < 4; ++i) {
        for (const double allowed : causal.row(i)) cells += allowed;
    }
    CHECK(cells == 10);
    CHECK(allowed_matrix(exercises::looking_back(5, 2))(4, 1) == 0);
    CHECK(allowed_matrix(exercises::looking_back(5, 2))(4, 2) == 1);
}

TEST_CASE("Answers to chapter 7: maps that change nothing", "[answers]") {
    const Matrix one{{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}, {0, 0, 0, 1}};
    const Matrix& x = small_example::x;
    CHECK(exercises::self_attention(x, one, one, one) ==
          scaled_dot_product_attention(x, x, x).output);
    const Matrix words = exercises::wide_vectors();
    const Matrix scores = matmul_transpose_b(words, words);
    CHECK(scores(animal_sentence::it, 5) == 6);
    CHECK(scores(animal_sentence::it, animal_sentence::animal) == 0);
}

TEST_CASE("Answers to chapter 8: equal gaps, a key of zeros, four heads", "[answers]") {
    const Matrix& x = small_example::x;
    const MultiHeadTrace two = small_example::attention(2).trace(x, x, x);
    const double of_all[] = {0.1573, 0.0992, 0.1377, 0.2212};
    for (std::size_t i = 0; i < 4; ++i) {
        CHECK(two.heads[0].scores(i, 3) == 0);
        CHECK_THAT(two.heads[0].weights(i, 3), WithinAbs(of_all[i], 5e-5));
    }
    CHECK(row_of(two.heads[0].scores, 1) == Matrix{{-2, -1, 3, 0}});
    CHECK(row_of(two.heads[1].scores, 2) == Matrix{{-1, 0, 1, 4}});
    Vector first(two.heads[0].weights.row(1).begin(), two.heads[0].weights.row(1).end());
    Vector second(two.heads[1].weights.row(2).begin(), two.heads[1].weights.row(2).end());
    std::sort(first.begin(), first.end());
    std::sort(second.begin(), second.end());
    for (std::size_t i = 0; i < 4; ++i) CHECK_THAT(first[i], WithinAbs(second[i], 1e-15));
    const MultiHeadTrace four = small_example::attention(4).trace(x, x, x);
    REQUIRE(four.heads.size() == 4);
    CHECK(four.q.cols() / 4 == 1);
    CHECK(row_of(four.heads[3].weights, 1) == Matrix(1, 4, 0.25));
    CHECK_THAT(four.heads[3].weights(2, 3),
               WithinAbs(std::exp(3.0) / (std::exp(3.0) + 3), 1e-15));
    CHECK_THAT(four.heads[3].weights(2, 3), WithinAbs(0.8700, 5e-5));
    CHECK(small_example::attention(1).trace(x, x, x).concat ==
          scaled_dot_product_attention(small_example::q, small_example::k, small_example::v)
              .output);
    Random generator(1);
    for (const std::size_t n_heads : {1u, 512u}) {
        CHECK(parameter_count(random_multi_head_attention(512, n_heads, generator)) ==
              1050624);
    }
}

TEST_CASE("Answers to chapter 8: we, from outside", "[answers]") {
    const MultiHeadTrace trace = small_example::attention(2).trace(
        small_example::outsider, small_example::x, small_example::x);
    CHECK(trace.q == Matrix{{3, 3, -3, -2}});
    CHECK_THAT(trace.heads[0].weights(0, 1), WithinAbs(0.7974, 5e-5));
    CHECK_THAT(trace.heads[1].weights(0, 2), WithinAbs(0.8706, 5e-5));
}

TEST_CASE("Chapter 20, Build 1: what moving the values catches") {
    const auto found = mistakes::put_to_the_mutants(exercises::own_property);
    const std::vector<mistakes::Mutant> mutants = mistakes::mutants();
    std::string caught;
    for (std::size_t i = 0; i < found.size(); ++i) {
        if (found[i]) caught += mutants[i].name + " ";
    }
    CHECK(caught == "softmax_axis mask_inverted mask_rows online_blocks ");
    CHECK(found[8]->starts_with("it threw: "));
}

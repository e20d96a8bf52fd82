// The numbers of chapter 8 that are no library function's own.

#include <algorithm>
#include <cmath>

#include "attn/multi_head_attention.hpp"
#include "attn/parameters.hpp"
#include "attn/shape_error.hpp"
#include "attn/softmax.hpp"
#include "catch.hpp"
#include "chapters/08_multi_head/08_multi_head.hpp"
#include "chapters/08_multi_head/four_roles.hpp"
#include "chapters/examples/sentences.hpp"
#include "chapters/examples/small_layer.hpp"
#include "chapters/mistakes/heads.hpp"
#include "chapters/printing/rows.hpp"
#include "chapters/study_notes/multi_head_of_heads.hpp"
#include "is_sanitized.hpp"
#include "matrix_matchers.hpp"

namespace attn::chapters::ch08 {

using Catch::Matchers::WithinAbs;

namespace {

const Matrix& x = small_example::x;

Matrix attention_by_reshaping(const Matrix& words) {
    const MultiHeadTrace right = small_example::attention(2).trace(words, words, words);
    const std::vector<Matrix> q = mistakes::split_by_reshaping(right.q, 2),
                              k = mistakes::split_by_reshaping(right.k, 2),
                              v = mistakes::split_by_reshaping(right.v, 2);
    return mistakes::merge_by_reshaping(
        {scaled_dot_product_attention(q[0], k[0], v[0]).output,
         scaled_dot_product_attention(q[1], k[1], v[1]).output});
}

}  // namespace

TEST_CASE("The answer that one wide head puts second comes first in a narrow one",
          "[chapter8][S4-11]") {
    const Matrix wide = small_example::attention(1).trace(x, x, x).heads[0].weights;
    const MultiHeadTrace two = small_example::attention(2).trace(x, x, x);
    const std::size_t second[] = {2, 0, 1, 1};
    for (std::size_t i = 0; i < 4; ++i) {
        Matrix row = row_of(wide, i);
        row(0, argmax(row.row(0))) = 0;
        CHECK(argmax(row.row(0)) == second[i]);
        CHECK((argmax(two.heads[0].weights.row(i)) == second[i] ||
               argmax(two.heads[1].weights.row(i)) == second[i]));
    }
    CHECK_THAT(two.heads[0].weights(1, 2) + two.heads[1].weights(1, 0),
               WithinAbs(1.5623, 0.00005));
    // love: nearer to whose half of a value? 0 is I, 2 is you.
    const Matrix v = matmul(x, small_example::w_v);
    const auto is_nearer_to_you = [&](const Matrix& answer, std::size_t from) {
        double to_i = 0, to_you = 0;
        for (std::size_t j = from; j < from + 2; ++j) {
            to_i += std::pow(answer(1, j) - v(0, j), 2);
            to_you += std::pow(answer(1, j) - v(2, j), 2);
        }
        return to_you < to_i;
    };
    CHECK(is_nearer_to_you(two.concat, 0));
    CHECK(!is_nearer_to_you(two.concat, 2));
}

TEST_CASE("Four heads made by hand do the four jobs of the note's table",
          "[chapter8][S4-13]") {
    MultiHeadAttention layer = small_example::attention(4);
    layer.w_q.weight = four_roles::w_q;
    layer.w_k.weight = four_roles::w_k;
    const MultiHeadTrace trace = layer.trace(x, x, x);
    REQUIRE(trace.heads.size() == 4);
    const std::vector<std::pair<std::string, std::string>> table{
        {"I", "love"}, {"love", "you"}, {"you", "I"}, {"all", "you"}};
    for (std::size_t h = 0; h < 4; ++h) {
        const four_roles::Role& role = four_roles::roles[h];
        CHECK(small_example::tokens[role.query] == table[h].first);
        CHECK(small_example::tokens[role.key] == table[h].second);
        CHECK(argmax(trace.heads[h].weights.row(role.query)) == role.key);
    }
    // By hand: scores 0 4 0 0 and -4 0 4 0.
    CHECK_THAT(trace.heads[0].weights(0, 1),
               WithinAbs(std::exp(4.0) / (std::exp(4.0) + 3), 1e-15));
    CHECK_THAT(trace.heads[1].weights(1, 2),
               WithinAbs(std::exp(4.0) / (std::exp(4.0) + 2 + std::exp(-4.0)), 1e-15));
}

TEST_CASE("The note's list of heads equals the fused layer", "[chapter8][S4-22][S4-23]") {
    Random generator(17);
    for (const std::size_t n_heads : std::vector<std::size_t>{1, 2, 4, 5, 10, 20}) {
        const MultiHeadAttention fused =
            random_multi_head_attention(20, n_heads, generator);
        const notes::MultiHeadOfHeads list(fused);
        REQUIRE(list.heads.size() == n_heads);
        CHECK(list.heads[0].query.weight.cols() == 20 / n_heads);
        const Matrix sentence = random_normal_matrix(7, 20, generator);
        CHECK_THAT(list.forward(sentence),
                   IsCloseTo(fused.forward(sentence, sentence, sentence), 1e-12));
        CHECK(parameter_count(list) == parameter_count(fused));
        CHECK(parameter_count(list) == 4 * (20 * 20 + 20));
    }
    const notes::MultiHeadOfHeads without_bias(small_example::attention(2));
    CHECK_THAT(without_bias.forward(x),
               IsCloseTo(small_example::attention(2).forward(x, x, x), 1e-14));
    CHECK(parameter_count(without_bias) == 64);
}

TEST_CASE("The note's list of heads: sizes, and heads that do not divide",
          "[chapter8][S4-22][S4-23]") {
    Random generator(3);
    const notes::MultiHeadOfHeads layer(20, 4, generator);
    REQUIRE(layer.heads.size() == 4);
    for (const notes::Head& head : layer.heads) {
        CHECK(shape_text(head.query.weight) == "20x5");
        CHECK(shape_text(head.forward(Matrix(4, 20, 0.5)).weights) == "4x4");
    }
    CHECK(shape_text(layer.forward(Matrix(4, 20, 0.5))) == "4x20");
    CHECK_THROWS_WITH(notes::MultiHeadOfHeads(20, 3, generator),
                      "MultiHeadOfHeads: embedding_dim is 20, n_heads is 3; n_heads must "
                      "divide embedding_dim");
    CHECK_THROWS_AS(notes::MultiHeadOfHeads(20, 0, generator), ShapeError);
}

TEST_CASE("The note's layer drops the weights, ours keeps those of every head",
          "[chapter8][S4-25]") {
    Random generator(5);
    const MultiHeadAttention fused = random_multi_head_attention(20, 4, generator);
    const notes::MultiHeadOfHeads list(fused);
    const Matrix sentence = random_normal_matrix(3, 20, generator);
    const MultiHeadTrace trace = fused.trace(sentence, sentence, sentence);
    REQUIRE(trace.heads.size() == 4);
    for (std::size_t h = 0; h < 4; ++h) {
        CHECK_THAT(trace.heads[h].weights,
                   IsCloseTo(list.heads[h].forward(sentence).weights, 1e-13));
    }
}

TEST_CASE("The output that the note printed is nearly alike from row to row",
          "[chapter8][S4-24]") {
    const Matrix& printed = notes::printed_output;
    REQUIRE(shape_text(printed) == "4x20");
    CHECK(printed(0, 0) == -0.2003);
    CHECK(printed(0, 1) == -0.1201);
    CHECK(printed(0, 2) == 0.3481);
    CHECK(printed(0, 3) == 0.5369);
    CHECK(printed(0, 19) == 0.1803);
    CHECK(printed(1, 10) == 0.3519);
    CHECK(printed(2, 8) == -0.6282);
    CHECK(printed(3, 19) == 0.2403);
    double sum = 0;
    for (std::size_t i = 0; i < 4; ++i) {
        for (const double number : printed.row(i)) sum += number;
    }
    CHECK_THAT(sum, WithinAbs(-1.4540, 1e-9));  // of all 80 digits, added up elsewhere
    CHECK_THAT(spread_of(printed).within / spread_of(printed).between, WithinAbs(6, 0.5));
}

TEST_CASE("The spread of a matrix by hand", "[chapter8]") {
    // Rows (0, 6, 0) and (2, 4, 6): means 2 and 4; columns: means 1, 5, 3.
    const Spread spread = spread_of({{0, 6, 0}, {2, 4, 6}});
    CHECK_THAT(spread.within, WithinAbs((std::sqrt(8.0) + std::sqrt(8.0 / 3)) / 2, 1e-15));
    CHECK_THAT(spread.between, WithinAbs((1 + 1 + 3) / 3.0, 1e-15));
}

TEST_CASE("English asks Korean in two heads: 7 queries, 4 keys, d_v twice d_k",
          "[chapter8][S0-13][S1-03][S1-11]") {
    using namespace sea_sentence;
    MultiHeadAttention layer{.n_heads = 2};
    const Matrix one{{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}, {0, 0, 0, 1}};
    layer.w_q.weight = layer.w_k.weight = one;
    layer.w_v.weight = merge_heads({one, one});
    layer.w_o.weight = transpose(layer.w_v.weight);
    // A batch of two sentences with lengths of their own: 7 over 4, and 2 over 3.
    const Matrix queries{{2, 0, 0, 0}, {0, 0, 2, 0}};
    const Matrix keys{{2, 0, 0, 0}, {0, 1, 2, 0}, {0, 0, 0, 2}};
    const std::vector<MultiHeadTrace> batch{
        layer.trace(english_queries, korean_keys, korean_keys),
        layer.trace(queries, keys, keys)};
    REQUIRE(batch[0].heads.size() == 2);
    CHECK(shape_text(batch[0].heads[1].weights) == "7x4");
    CHECK(shape_text(batch[0].heads[1].output) == "7x4");
    CHECK(shape_text(batch[0].concat) == "7x8");
    CHECK(shape_text(batch[1].heads[1].weights) == "2x3");
    CHECK(shape_text(batch[1].heads[1].output) == "2x4");
    const std::size_t sea_word = argmax(batch[0].heads[0].weights.row(6));
    CHECK(korean[sea_word] == "바다에");
    CHECK_THAT(batch[0].heads[0].weights(6, sea_word), WithinAbs(0.87, 0.005));
    // Chapter 3's tie, the second "to": now each head has its own answer.
    CHECK(korean[argmax(batch[0].heads[0].weights.row(4))] == "바다에");
    CHECK(korean[argmax(batch[0].heads[1].weights.row(4))] == "가고");
    CHECK_THAT(batch[0].heads[0].weights(4, 1),
               WithinAbs(batch[0].heads[1].weights(4, 2), 1e-15));
}

TEST_CASE("Eight heads at the paper's size", "[chapter8][S1-15][S1-25][S1-26]") {
    Random generator(1);
    const MultiHeadAttention layer = random_multi_head_attention(512, 8, generator);
    const Matrix sentence = random_normal_matrix(5, 512, generator);
    const MultiHeadTrace trace = layer.trace(sentence, sentence, sentence);
    REQUIRE(trace.heads.size() == 8);
    CHECK(shape_text(trace.heads[7].weights) == "5x5");
    CHECK(shape_text(trace.heads[7].output) == "5x64");
    CHECK(shape_text(trace.concat) == "5x512");
    CHECK(parameter_count(layer) == 4 * (512 * 512 + 512));
    CHECK(parameter_count(layer) == 1050624);
    CHECK_THROWS_AS(random_multi_head_attention(512, 7, generator), ShapeError);
}

TEST_CASE("Split by reshaping, the words of one head never reach those of the other",
          "[chapter8][S1-27]") {
    const auto right = [](const Matrix& words) {
        return small_example::attention(2).forward(words, words, words);
    };
    CHECK(reach(right, x) == Matrix(4, 4, 1));
    CHECK(reach(attention_by_reshaping, x) ==
          Matrix{{1, 1, 0, 0}, {1, 1, 0, 0}, {0, 0, 1, 1}, {0, 0, 1, 1}});
}

TEST_CASE("reach has the reader's row and the changed word's column", "[chapter8]") {
    // Row 0 reads row 2 alone; row 1 reads nothing; row 2 reads itself and row 0.
    const auto output = [](const Matrix& m) {
        Matrix out(3, 5);
        for (std::size_t c = 0; c < 5; ++c) {
            out(0, c) = m(2, 1);
            out(2, c) = m(2, 0) + 1e-15 * m(1, 0) + 2 * m(0, 1);
        }
        return out;
    };
    CHECK(reach(output, Matrix(3, 2)) == Matrix{{0, 0, 1}, {0, 0, 0}, {1, 0, 1}});
}

TEST_CASE("row_of_each stacks the same row of all tables", "[chapter8]") {
    CHECK(row_of_each({{{1, 2, 3}, {4, 5, 6}}, {{7, 8, 9}, {10, 11, 12}}}, 1) ==
          Matrix{{4, 5, 6}, {10, 11, 12}});
}

TEST_CASE("Two heads divide two questions, and may answer by looking away", "[chapter8]") {
    const auto before = [](const AttentionTrace& head) {
        double sum = 0;
        for (std::size_t i = 1; i < 8; ++i) sum += head.weights(i, i - 1) / 7;
        return sum;
    };
    const auto partner = [](const AttentionTrace& head) {
        double sum = 0;
        for (std::size_t i = 0; i < 8; ++i)
            sum += head.weights(i, place_of_partner(shown_sentence, i)) / 8;
        return sum;
    };
    const TrainedHeads one = learn_two_questions(1), other = learn_two_questions(2);
    for (const TrainedHeads& trained : {one, other}) {
        CHECK(trained.before_right == 800);
        CHECK(trained.partner_right == 800);
    }
    CHECK(partner(one.trace.heads[0]) > 0.9);
    CHECK(before(one.trace.heads[1]) > 0.9);
    // Even weights are 0.125: these heads see nearly all but the answer.
    CHECK(partner(other.trace.heads[0]) < 0.03);
    CHECK(before(other.trace.heads[1]) < 0.03);
}

TEST_CASE("Twelve seeds, trained again", "[chapter8]") {
    const auto worse = [](const TrainedHeads& trained) {
        return std::min(trained.before_right, trained.partner_right);
    };
    const auto check = [&](std::size_t n_steps, const WorseQuestion& seeds,
                           std::size_t stride) {
        for (std::size_t seed = 0; seed < 12; seed += stride) {
            INFO(n_steps << " steps, seed " << seed);
            CHECK(worse(learn_two_questions(seed, 2, n_steps)) == seeds.two_heads[seed]);
            CHECK(worse(learn_two_questions(seed, 1, n_steps)) == seeds.one_head[seed]);
        }
    };
    SECTION("400 steps") {
        check(400, in_400_steps, is_sanitized ? 6 : 1);
    }
    SECTION("1600 steps") {
        check(1600, in_1600_steps, is_sanitized ? 12 : 4);
    }
}

}  // namespace attn::chapters::ch08

// Chapter 8, docs/08_multi_head.md: Why look several times at once?
//
// One head answers one question. Here several look at the same sentence side by side.
// New: MultiHeadAttention, split_heads, merge_heads (attn/multi_head_attention.hpp).
// From before: scaled attention (5), Linear (7), "I love you all", 나는 바다에 가고 싶어.
// Turn a knob: --heads 4, --paper-heads 64, --seed 3.

#include <algorithm>
#include <cmath>
#include <iomanip>

#include "attn/multi_head_attention.hpp"
#include "attn/shape_error.hpp"
#include "attn/text/print.hpp"
#include "chapters/08_multi_head/figures.hpp"
#include "chapters/common/chapter.hpp"
#include "chapters/common/compare.hpp"
#include "chapters/common/four_roles.hpp"
#include "chapters/common/sentences.hpp"
#include "chapters/common/small_layer.hpp"
#include "chapters/notes/multi_head_of_heads.hpp"

namespace attn::chapters::ch08 {
namespace {

using small_example::tokens, small_example::word_columns, small_example::x;

/// "I love you all", looked at by so many heads.
MultiHeadTrace small_sentence(std::size_t n_heads) {
    return small_example::attention(n_heads).trace(x, x, x);
}

/// The numbers as they lie in memory, row after row, poured into another shape.
Matrix reshaped(const Matrix& m, std::size_t rows, std::size_t cols) {
    Matrix poured(rows, cols);
    for (std::size_t place = 0; place < rows * cols; ++place)
        poured(place / cols, place % cols) = m(place / m.cols(), place % m.cols());
    return poured;
}

/// WRONG, on purpose: two heads of four rows, filled token after token instead of by taking
/// each token's columns apart.
std::vector<Matrix> split_by_reshaping(const Matrix& m) {
    const Matrix poured = reshaped(m, 8, 2);
    return {select_rows(poured, {0, 1, 2, 3}), select_rows(poured, {4, 5, 6, 7})};
}

/// WRONG, on purpose: attention over such heads, poured back afterwards.
Matrix attention_by_reshaping(const MultiHeadTrace& right) {
    const auto q = split_by_reshaping(right.q), k = split_by_reshaping(right.k),
               v = split_by_reshaping(right.v);
    Matrix below(8, 2);
    for (std::size_t i = 0; i < 8; ++i) {
        const Matrix head =
            scaled_dot_product_attention(q[i / 4], k[i / 4], v[i / 4]).output;
        std::copy_n(head.row(i % 4).begin(), 2, below.row(i).begin());
    }
    return matmul(reshaped(below, 4, 4), small_example::w_o);
}

/// Two heads over the sea sentence. Queries and keys are taken as they are; each head gets the
/// whole word as its value, and W_o takes the mean of the two.
MultiHeadAttention sea_layer() {
    const Matrix one{{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}, {0, 0, 0, 1}};
    const Matrix twice = merge_heads({one, one});
    return {.w_q = {one},
            .w_k = {one},
            .w_v = {twice},
            .w_o = {transpose(twice) * 0.5},
            .n_heads = 2};
}

void require_divisor(const std::string& option, std::size_t n_heads, std::size_t width) {
    if (width % n_heads == 0) return;
    throw UsageError(option + " is " + std::to_string(n_heads) +
                     "; each head gets an equal part of " + std::to_string(width) +
                     " columns, so it must divide " + std::to_string(width));
}

// The problem: what one head gives to its first answer, the second one lacks.
void one_wide_head(Page& page) {
    const Matrix wide = small_sentence(1).heads[0].weights;
    const MultiHeadTrace two = small_sentence(2);
    const Labels head_1 = largest_of_each_row(two.heads[0].weights, tokens);
    const Labels head_2 = largest_of_each_row(two.heads[1].weights, tokens);
    page.show("weights of one wide head, d_k = 4", wide, tokens, tokens);
    page.say("Whom each word looks at most, and what one head leaves in second place:");
    page.gap();
    page.say("      head 1  head 2    wide head: first, second");
    for (std::size_t i = 0; i < tokens.size(); ++i) {
        const auto [first, second] = two_favourites(wide, i);
        page.out() << std::left << std::setw(6) << tokens[i] << std::setw(8) << head_1[i]
                   << std::setw(10) << head_2[i] << std::setw(5) << tokens[first]
                   << number_text(wide(i, first), 4) << "  " << std::setw(5)
                   << tokens[second] << number_text(wide(i, second), 4) << "\n";
    }
}

void several_heads(Page& page, std::size_t n_heads) {
    const MultiHeadTrace trace = small_sentence(n_heads);
    for (std::size_t h = 0; h < n_heads; ++h) {
        const std::string head = "head " + std::to_string(h + 1) + ": ";
        page.show(head + "scores", trace.heads[h].scores, tokens, tokens);
        page.show(head + "weights", trace.heads[h].weights, tokens, tokens);
        page.show(head + "output", trace.heads[h].output, tokens);
    }
    page.show("concat: the outputs side by side", trace.concat, tokens);
    page.show("attention = concat W_o", trace.output, tokens, word_columns);
    page.keep("concat", trace.concat);
    page.keep("output", trace.output);
    page.draw(heads_figure(trace, small_sentence(1).heads[0]));
}

void four_heads_by_hand(Page& page) {
    MultiHeadAttention layer = small_example::attention(4);
    layer.w_q.weight = four_roles::w_q;
    layer.w_k.weight = four_roles::w_k;
    const MultiHeadTrace trace = layer.trace(x, x, x);
    const Labels names{"grammar", "meaning", "pronoun", "order"};
    page.show("X, what each word is", x, tokens, word_columns);
    page.show("Q, one column a head", trace.q, tokens, names);
    page.show("K, one column a head", trace.k, tokens, names);
    page.gap();
    for (std::size_t h = 0; h < 4; ++h) {
        const four_roles::Role& role = four_roles::roles[h];
        const Matrix& weights = trace.heads[h].weights;
        page.out() << std::left << std::setw(9) << role.name << std::setw(5)
                   << tokens[role.query] << "looks at " << std::setw(5)
                   << largest_of_each_row(weights, tokens)[role.query]
                   << number_text(weights(role.query, role.key), 4) << "   "
                   << role.question << "\n";
    }
    page.draw(roles_figure(trace));
}

// A study note's class: a list of heads, each with its own three maps, instead of one map that
// is cut apart.
void list_of_heads(Page& page, std::size_t seed) {
    Random generator(seed);
    const MultiHeadAttention fused = random_multi_head_attention(20, 4, generator);
    const notes::MultiHeadOfHeads list(fused);
    const Matrix sentence = random_normal_matrix(4, 20, generator);
    const Matrix output = list.forward(sentence);
    page.say("20 columns, 4 heads of ", list.heads[0].query.weight.cols(), ", output ",
             shape_text(output));
    page.gap();
    page.say("numbers to learn, fused           ", fused.parameter_count());
    page.say("numbers to learn, list of heads   ", list.parameter_count());
    page.say("largest difference of the outputs ",
             distance_text(fused.forward(sentence, sentence, sentence), output));
    page.gap();
    try {
        notes::MultiHeadOfHeads(20, 3, generator);
    } catch (const ShapeError& error) {
        page.say(error.what());
    }
}

void wrong_twins(Page& page) {
    const MultiHeadTrace right = small_sentence(2);
    const Matrix glued = merge_heads({right.heads[1].output, right.heads[0].output});
    const std::vector<WrongOutput> outputs{
        {"right", right.output},
        {"head 2 glued before head 1", matmul(glued, small_example::w_o)},
        {"split by reshaping", attention_by_reshaping(right)}};
    for (const auto& [name, values] : outputs) {
        page.show(name, values, tokens, word_columns);
    }
    const AttentionTrace blunt = scaled_dot_product_attention(
        split_heads(right.q, 2)[0] * (std::sqrt(2.0) / std::sqrt(4.0)),
        split_heads(right.k, 2)[0], split_heads(right.v, 2)[0]);
    page.say("love looks at you, head 1, divided by the root of the head's 2:   ",
             number_text(right.heads[0].weights(1, 2), 4));
    page.say("the same, divided by the root of the model's 4:                   ",
             number_text(blunt.weights(1, 2), 4));
    page.gap();
    page.say("Every shape is right, and every number wrong.");
    page.draw(split_figure());
    page.draw(wrong_figure(outputs));
}

void cross_attention(Page& page) {
    using namespace sea_sentence;
    const MultiHeadAttention layer = sea_layer();
    const MultiHeadTrace sea = layer.trace(english_queries, korean_keys, korean_keys);
    page.show("head 1, who or where: weights", sea.heads[0].weights, english, korean, 2);
    page.show("head 2, motion or wish: weights", sea.heads[1].weights, english, korean, 2);

    const Matrix queries =
        select_rows(english_queries, {0, 1, 2, 3, 4});        // I would like to go
    const Matrix keys = select_rows(korean_keys, {0, 2, 3});  // 나는 가고 싶어
    const std::vector<MultiHeadTrace> batch{sea, layer.trace(queries, keys, keys)};
    page.say("A batch of ", batch.size(), " sentences, each with its own lengths:");
    page.gap();
    for (const MultiHeadTrace& sentence : batch) {
        page.say(sentence.heads.size(), " heads; Q ", shape_text(sentence.q), ", K ",
                 shape_text(sentence.k), ", V ", shape_text(sentence.v),
                 "; a head's weights ", shape_text(sentence.heads[0].weights),
                 ", its output ", shape_text(sentence.heads[0].output), "; output ",
                 shape_text(sentence.output));
    }
    page.gap();
    const MultiHeadTrace we = small_example::attention(2).trace({{1, 0, 1, 1}}, x, x);
    page.say("we, a word from outside, asks the small sentence:");
    page.show("head 1: weights", we.heads[0].weights, {"we"}, tokens);
    page.out() << matrix_text(
        "head 2: weights", we.heads[1].weights,
        {.row_labels = {"we"}, .column_labels = tokens, .decimals = 4});
    page.draw(cross_figure(sea));
}

void printed_numbers(Page& page, std::size_t seed) {
    Random generator(seed);
    const notes::MultiHeadOfHeads layer(20, 4, generator);
    const Matrix ours = layer.forward(random_normal_matrix(4, 20, generator));
    for (const auto& [name, m] : {WrongOutput{"printed in the note", notes::printed_output},
                                  WrongOutput{"ours, untrained too", ours}}) {
        const Spread spread = spread_of(m);
        page.say(name, "  ", shape_text(m), ":  spread within a row ",
                 number_text(spread.within, 4), ", from row to row ",
                 number_text(spread.between, 4));
    }
    page.draw(untrained_figure(notes::printed_output));
}

void paper_size(Page& page, std::size_t n_heads, std::size_t seed) {
    Random generator(seed);
    const MultiHeadAttention layer = random_multi_head_attention(512, n_heads, generator);
    const Matrix sentence = random_normal_matrix(5, 512, generator);
    const MultiHeadTrace trace = layer.trace(sentence, sentence, sentence);
    const AttentionTrace& head = trace.heads[0];
    page.say("input            ", shape_text(sentence));
    page.say("W_q, W_k, W_v    ", shape_text(layer.w_q.weight), " each");
    page.say("heads            ", trace.heads.size());
    page.say("weights          ", shape_text(head.weights), " in each head");
    page.say("head output      ", shape_text(head.output),
             " in each head, scores divided by the root of ", 512 / n_heads);
    page.say("concat           ", shape_text(trace.concat));
    page.say("output           ", shape_text(trace.output));
    page.say("numbers to learn ", layer.parameter_count());
    page.gap();
    try {
        random_multi_head_attention(512, 7, generator);
    } catch (const ShapeError& error) {
        page.say(error.what());
    }
}

// Could one head do it, if its scores were sharper or blunter?
void why_not_simpler(Page& page) {
    const AttentionTrace wide = small_sentence(1).heads[0];
    const MultiHeadTrace two = small_sentence(2);
    const double you = two.heads[0].weights(1, 2), self = two.heads[1].weights(1, 0);
    page.say("love gives you ", number_text(you, 4), " in head 1 and I ",
             number_text(self, 4), " in head 2.");
    page.say("One row would need ", number_text(you + self, 4),
             " in all, and has 1. Sharpen or blunt its scores:");
    const Numbers factors{0.25, 0.5, 1, 2, 4, 8};
    Matrix table(factors.size(), 2);
    Labels rows;
    for (std::size_t i = 0; i < factors.size(); ++i) {
        const Matrix weights = sharpened(wide.scaled, factors[i]);
        rows.push_back("scores x " + number_text(factors[i], 2));
        table(i, 0) = weights(1, 2);
        table(i, 1) = weights(1, 0);
    }
    page.show("row love of one wide head", table, rows, {"you", "I"});
    page.draw(sharp_figure(wide));
}

}  // namespace

void contents(Chapter& chapter) {
    chapter.titled("08_multi_head", "Why look several times at once?");
    const auto heads =
        chapter.whole("heads", 2, 1, 4, "heads for the small sentence: 1, 2 or 4");
    const auto paper_heads = chapter.whole("paper-heads", 8, 1, 512,
                                           "heads at the paper's width: a divisor of 512");
    const auto seed = chapter.whole("seed", 1, 0, 1000000, "of the random weights");
    chapter.check([](std::size_t n) { require_divisor("--heads", n, 4); }, heads);
    chapter.check([](std::size_t n) { require_divisor("--paper-heads", n, 512); },
                  paper_heads);

    chapter.section("One wide head", one_wide_head);
    chapter.section("Several heads", several_heads, heads).draws("08_heads");
    chapter.section("Four heads by hand", four_heads_by_hand).draws("08_roles");
    chapter.section("A list of heads", list_of_heads, seed);
    chapter.section("Wrong and still running", wrong_twins).draws("08_split", "08_wrong");
    chapter.section("Queries from another sentence", cross_attention).draws("08_cross");
    chapter.section("Numbers that a note printed", printed_numbers, seed)
        .draws("08_untrained");
    chapter.section("At the paper's size", paper_size, paper_heads, seed);
    chapter.section("Why not simpler", why_not_simpler).draws("08_sharp");
}

}  // namespace attn::chapters::ch08

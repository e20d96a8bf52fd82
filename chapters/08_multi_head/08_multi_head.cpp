// Chapter 8, docs/08_multi_head.md: Why look several times at once?
//
// New here: MultiHeadAttention, split_heads and merge_heads (attn/multi_head_attention.hpp).
// From before: scaled attention (chapter 5), Linear (chapter 7), "I love you all" and
// 나는 바다에 가고 싶어. A study note's own code is in notes/multi_head_of_heads.cpp, the
// pictures are in figures.cpp.
//
// Try: --heads 1    --heads 4    --paper-heads 64    --seed 3

#include <algorithm>
#include <cmath>
#include <iomanip>
#include <iostream>
#include <string>
#include <vector>

#include "attn/multi_head_attention.hpp"
#include "attn/shape_error.hpp"
#include "attn/text/print.hpp"
#include "chapters/08_multi_head/figures.hpp"
#include "chapters/common/chapter.hpp"
#include "chapters/common/four_roles.hpp"
#include "chapters/common/rows.hpp"
#include "chapters/common/sentences.hpp"
#include "chapters/common/small_layer.hpp"
#include "chapters/notes/multi_head_of_heads.hpp"

using namespace attn;
using namespace attn::chapters;
using small_example::tokens;
using small_example::x;
using std::cout;

namespace {

void show(const std::string& name, const Matrix& m, const Labels& rows = tokens,
          const Labels& columns = tokens, int decimals = 4) {
    cout << matrix_text(
        name, m, {.row_labels = rows, .column_labels = columns, .decimals = decimals});
}

void require_divisor(const std::string& option, std::size_t n_heads, std::size_t width) {
    if (width % n_heads == 0) return;
    throw UsageError(option + " is " + std::to_string(n_heads) +
                     "; each head gets an equal part of " + std::to_string(width) +
                     " columns, so it must divide " + std::to_string(width));
}

void one_wide_head(const AttentionTrace& wide) {
    const MultiHeadTrace two = small_example::attention(2).trace(x, x, x);
    show("weights of one wide head, d_k = 4", wide.weights);
    cout << "\nWhom each word looks at most, and what one head leaves in second place:\n\n"
         << "      head 1  head 2    wide head: first, second\n";
    for (std::size_t i = 0; i < tokens.size(); ++i) {
        const auto [first, second] = two_favourites(wide.weights, i);
        cout << std::left << std::setw(6) << tokens[i] << std::setw(8)
             << tokens[two_favourites(two.heads[0].weights, i).first] << std::setw(10)
             << tokens[two_favourites(two.heads[1].weights, i).first] << std::setw(5)
             << tokens[first] << number_text(wide.weights(i, first), 4) << "  "
             << std::setw(5) << tokens[second] << number_text(wide.weights(i, second), 4)
             << "\n";
    }
}

void several_heads(const MultiHeadTrace& trace) {
    for (std::size_t h = 0; h < trace.heads.size(); ++h) {
        const std::string head = "head " + std::to_string(h + 1) + ": ";
        show(head + "scores", trace.heads[h].scores, tokens, tokens, 0);
        cout << "\n";
        show(head + "weights", trace.heads[h].weights);
        cout << "\n";
        show(head + "output", trace.heads[h].output, tokens, {});
        cout << "\n";
    }
    show("concat: the outputs side by side", trace.concat, tokens, {});
    cout << "\n";
    show("attention = concat W_o", trace.output, tokens, small_example::word_columns);
}

MultiHeadTrace four_heads_by_hand() {
    MultiHeadAttention layer = small_example::attention(4);
    layer.w_q.weight = four_roles::w_q;
    layer.w_k.weight = four_roles::w_k;
    const MultiHeadTrace trace = layer.trace(x, x, x);
    const Labels names{"grammar", "meaning", "pronoun", "order"};
    show("X, what each word is", x, tokens, small_example::word_columns, 0);
    cout << "\n";
    show("Q, one column a head", trace.q, tokens, names, 0);
    cout << "\n";
    show("K, one column a head", trace.k, tokens, names, 0);
    cout << "\n";
    for (std::size_t h = 0; h < 4; ++h) {
        const four_roles::Role& role = four_roles::roles[h];
        const AttentionTrace& head = trace.heads[h];
        cout << std::left << std::setw(9) << role.name << std::setw(5) << tokens[role.query]
             << "looks at " << std::setw(5)
             << tokens[two_favourites(head.weights, role.query).first]
             << number_text(head.weights(role.query, role.key), 4) << "   " << role.question
             << "\n";
    }
    return trace;
}

void list_of_heads(std::size_t seed) {
    Random generator(seed);
    const MultiHeadAttention fused = random_multi_head_attention(20, 4, generator);
    const notes::MultiHeadOfHeads list(fused);
    const Matrix sentence = random_normal_matrix(4, 20, generator);
    const double gap = max_abs_difference(fused.forward(sentence, sentence, sentence),
                                          list.forward(sentence));
    cout << "20 columns, 4 heads of " << list.heads[0].query.weight.cols() << ", output "
         << shape_text(list.forward(sentence)) << "\n\nnumbers to learn, fused           "
         << fused.parameter_count() << "\nnumbers to learn, list of heads   "
         << list.parameter_count() << "\nlargest difference of the outputs "
         << (gap < 1e-12 ? "below 1e-12" : "TOO LARGE") << "\n\n";
    try {
        notes::MultiHeadOfHeads(20, 3, generator);
    } catch (const ShapeError& error) {
        cout << error.what() << "\n";
    }
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

std::vector<WrongOutput> wrong_twins() {
    const MultiHeadTrace right = small_example::attention(2).trace(x, x, x);
    const Matrix glued = merge_heads({right.heads[1].output, right.heads[0].output});
    const Labels columns = small_example::word_columns;
    const std::vector<WrongOutput> outputs{
        {"right", right.output},
        {"head 2 glued before head 1", matmul(glued, small_example::w_o)},
        {"split by reshaping", attention_by_reshaping(right)}};
    for (const WrongOutput& output : outputs) {
        show(output.name, output.values, tokens, columns);
        cout << "\n";
    }
    Matrix too_small = split_heads(right.q, 2)[0];
    for (std::size_t i = 0; i < 4; ++i) {
        for (double& number : too_small.row(i)) number *= std::sqrt(2.0) / std::sqrt(4.0);
    }
    const AttentionTrace blunt = scaled_dot_product_attention(
        too_small, split_heads(right.k, 2)[0], split_heads(right.v, 2)[0]);
    cout << "love looks at you, head 1, divided by the root of the head's 2:   "
         << number_text(right.heads[0].weights(1, 2), 4)
         << "\nthe same, divided by the root of the model's 4:                   "
         << number_text(blunt.weights(1, 2), 4)
         << "\n\nEvery shape is right, and every number wrong.\n";
    return outputs;
}

MultiHeadTrace cross_attention() {
    using namespace sea_sentence;
    const Matrix one{{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}, {0, 0, 0, 1}};
    const Matrix twice = merge_heads({one, one});  // both heads get the whole word as value
    Matrix mean = transpose(twice);
    for (std::size_t i = 0; i < mean.rows(); ++i) {
        for (double& number : mean.row(i)) number /= 2;
    }
    const MultiHeadAttention layer{
        .w_q = {one}, .w_k = {one}, .w_v = {twice}, .w_o = {mean}, .n_heads = 2};
    const MultiHeadTrace sea = layer.trace(english_queries, korean_keys, korean_keys);
    show("head 1, who or where: weights", sea.heads[0].weights, english, korean, 2);
    cout << "\n";
    show("head 2, motion or wish: weights", sea.heads[1].weights, english, korean, 2);

    const Matrix queries =
        select_rows(english_queries, {0, 1, 2, 3, 4});        // I would like to go
    const Matrix keys = select_rows(korean_keys, {0, 2, 3});  // 나는 가고 싶어
    const std::vector<MultiHeadTrace> batch{sea, layer.trace(queries, keys, keys)};
    cout << "\nA batch of " << batch.size() << " sentences, each with its own lengths:\n\n";
    for (const MultiHeadTrace& sentence : batch) {
        cout << sentence.heads.size() << " heads; Q " << shape_text(sentence.q) << ", K "
             << shape_text(sentence.k) << ", V " << shape_text(sentence.v)
             << "; a head's weights " << shape_text(sentence.heads[0].weights)
             << ", its output " << shape_text(sentence.heads[0].output) << "; output "
             << shape_text(sentence.output) << "\n";
    }
    const MultiHeadTrace we = small_example::attention(2).trace({{1, 0, 1, 1}}, x, x);
    cout << "\nwe, a word from outside, asks the small sentence:\n\n";
    show("head 1: weights", we.heads[0].weights, {"we"});
    show("head 2: weights", we.heads[1].weights, {"we"});
    return sea;
}

void printed_numbers(std::size_t seed) {
    Random generator(seed);
    const notes::MultiHeadOfHeads layer(20, 4, generator);
    const Matrix ours = layer.forward(random_normal_matrix(4, 20, generator));
    for (const auto& [name, m] : {WrongOutput{"printed in the note", notes::printed_output},
                                  WrongOutput{"ours, untrained too", ours}}) {
        const Spread spread = spread_of(m);
        cout << name << "  " << shape_text(m) << ":  spread within a row "
             << number_text(spread.within, 4) << ", from row to row "
             << number_text(spread.between, 4) << "\n";
    }
}

void paper_size(std::size_t n_heads, std::size_t seed) {
    Random generator(seed);
    const MultiHeadAttention layer = random_multi_head_attention(512, n_heads, generator);
    const Matrix sentence = random_normal_matrix(5, 512, generator);
    const MultiHeadTrace trace = layer.trace(sentence, sentence, sentence);
    const AttentionTrace& head = trace.heads[0];
    cout << "input            " << shape_text(sentence) << "\nW_q, W_k, W_v    "
         << shape_text(layer.w_q.weight) << " each\nheads            " << trace.heads.size()
         << "\nweights          " << shape_text(head.weights)
         << " in each head\nhead output      " << shape_text(head.output)
         << " in each head, scores divided by the root of " << 512 / n_heads
         << "\nconcat           " << shape_text(trace.concat) << "\noutput           "
         << shape_text(trace.output) << "\nnumbers to learn " << layer.parameter_count()
         << "\n\n";
    try {
        random_multi_head_attention(512, 7, generator);
    } catch (const ShapeError& error) {
        cout << error.what() << "\n";
    }
}

void why_not_simpler(const AttentionTrace& wide) {
    const MultiHeadTrace two = small_example::attention(2).trace(x, x, x);
    const double you = two.heads[0].weights(1, 2), self = two.heads[1].weights(1, 0);
    cout << "love gives you " << number_text(you, 4) << " in head 1 and I "
         << number_text(self, 4) << " in head 2.\nOne row would need "
         << number_text(you + self, 4)
         << " in all, and has 1. Sharpen or blunt its scores:\n\n";
    const std::vector<double> factors{0.25, 0.5, 1, 2, 4, 8};
    Matrix table(factors.size(), 2);
    Labels rows;
    for (std::size_t i = 0; i < factors.size(); ++i) {
        const Matrix weights = sharpened(wide.scaled, factors[i]);
        rows.push_back("scores x " + number_text(factors[i], 2));
        table(i, 0) = weights(1, 2);
        table(i, 1) = weights(1, 0);
    }
    show("row love of one wide head", table, rows, {"you", "I"});
}

}  // namespace

int main(int argc, char** argv) {
    std::size_t n_heads = 2, paper_heads = 8, seed = 1;
    Chapter chapter("08_multi_head", "Why look several times at once?");
    chapter.options().add("heads", n_heads, 1, 4,
                          "heads for the small sentence: 1, 2 or 4");
    chapter.options().add("paper-heads", paper_heads, 1, 512,
                          "heads at the paper's width: a divisor of 512");
    chapter.options().add("seed", seed, 0, 1000000, "of the random weights");

    return chapter.run(argc, argv, [&] {
        require_divisor("--heads", n_heads, 4);
        require_divisor("--paper-heads", paper_heads, 512);
        const AttentionTrace wide = small_example::attention(1).trace(x, x, x).heads[0];
        const MultiHeadTrace trace = small_example::attention(n_heads).trace(x, x, x);
        chapter.heading("One wide head");
        one_wide_head(wide);
        chapter.heading("Several heads");
        several_heads(trace);
        chapter.heading("Four heads by hand");
        const MultiHeadTrace roles = four_heads_by_hand();
        chapter.heading("A list of heads");
        list_of_heads(seed);
        chapter.heading("Wrong and still running");
        const std::vector<WrongOutput> outputs = wrong_twins();
        chapter.heading("Queries from another sentence");
        const MultiHeadTrace cross = cross_attention();
        chapter.heading("Numbers that a note printed");
        printed_numbers(seed);
        chapter.heading("At the paper's size");
        paper_size(paper_heads, seed);
        chapter.heading("Why not simpler");
        why_not_simpler(wide);

        chapter.keep("concat", trace.concat);
        chapter.keep("output", trace.output);
        chapter.draw(heads_figure(trace, wide));
        chapter.draw(roles_figure(roles));
        chapter.draw(split_figure());
        chapter.draw(wrong_figure(outputs));
        chapter.draw(cross_figure(cross));
        chapter.draw(untrained_figure(notes::printed_output));
        chapter.draw(sharp_figure(wide));
    });
}

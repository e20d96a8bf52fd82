#include "chapters/07_self_attention/07_self_attention.hpp"

// Chapter 7, docs/07_self_attention.md: Where do Q, K and V come from?
//
// Chapter 3 gave each word three rows of numbers. A word comes with one: it becomes three.
// New: Linear, Embedding. From before: scaled_dot_product_attention (4), the sentence (3).
// Turn a knob: --word 2,0,2,-2    --order 3,2,1,0. Detours, in further.cpp: --more.

#include <cmath>

#include "attn/attention.hpp"
#include "attn/embedding.hpp"
#include "attn/linear.hpp"
#include "chapters/examples/small_example.hpp"
#include "chapters/printing/rows.hpp"
#include "chapters/printing/show.hpp"
#include "chapters/printing/words.hpp"
#include "chapters/program/chapter.hpp"
#include "support/text/print.hpp"

namespace attn::chapters::ch07 {
namespace {

using namespace small_example;  // tokens, x, w_q, w_k, w_v, and the names of their columns

/// The three matrices of self-attention. They belong to the model, not to the sentence.
struct Maps {
    Linear query, key, value;  // [d_model x d_k], [d_model x d_k], [d_model x d_v]
};

/// Self-attention: one X becomes queries, keys and values, and every word attends to all.
///
/// x        [n x d_model]  one row per word
/// returns  every intermediate value; the output is [n x d_v], one new row per word
AttentionTrace self_attention(const Matrix& x, const Maps& maps) {
    const Matrix q = maps.query.forward(x);  // what each word looks for
    const Matrix k = maps.key.forward(x);    // what each word is matched on
    const Matrix v = maps.value.forward(x);  // what each word passes on
    return scaled_dot_product_attention(q, k, v);
}

// We made these numbers up, so that each of them can be read.
const Maps hand_made{{w_q}, {w_k}, {w_v}};

// The problem: one row for all three jobs.
void words_alone(Page& page) {
    const AttentionTrace alone = scaled_dot_product_attention(x, x, x);
    page.show("X, what each word is", x, tokens, word_columns);
    page.show("scores = X X^T", alone.scores, tokens, tokens);
    page.show("weights = softmax(X X^T / 2)", alone.weights, tokens, tokens);
    page.say("Each word's largest weight goes to: ",
             joined(largest_of_each_row(alone.weights, tokens)));
    page.draw(mirror_figure(alone.scores, self_attention(x, hand_made).scores));
}

void three_maps(Page& page) {
    page.show("W_q", w_q, word_columns, match_columns);
    page.show("W_k", w_k, word_columns, match_columns);
    page.show("W_v", w_v, word_columns, word_columns);
}

// Row times matrix: take each row of W_q as often as the word says, and add up.
void query_of_i(Page& page) {
    Matrix terms = w_q;
    Labels times;
    for (std::size_t i = 0; i < 4; ++i) {
        for (double& entry : terms.row(i)) entry *= x(0, i);
        times.push_back(number_text(x(0, i), 0) + " x " + word_columns[i]);
    }
    page.show("each row of W_q, times the number of I for it", terms, times, match_columns);
    page.show("their sum, the query of I", matmul(select_rows(x, {0}), w_q), {"I"},
              match_columns);
}

/// A number of a reader's word, without the last digits of a sum in binary.
double rounded(double value) {
    return std::round(value * 1e4) / 1e4;
}

// A word that no table was made for: what it asks the sentence, and what it gets.
/// A person, on nobody's side, and exactly one.
const Numbers she{1, 0, 0, -1};

// A word for which nobody has made the maps, in a sentence: she love you.
void word_from_outside(Page& page, const Numbers& numbers) {
    if (numbers.size() != word_columns.size())
        throw UsageError("--word has " + counted(numbers.size(), "number") +
                         "; a word here has four: " + joined(word_columns));
    const std::string name = numbers == she                 ? "she"
                             : one_row(numbers) == outsider ? "we"
                                                            : "your word";
    const Matrix sentence = stacked(one_row(numbers), select_rows(x, {1, 2}));
    const Labels words{name, "love", "you"};
    const Matrix asks = matmul(one_row(numbers), w_q), key = matmul(one_row(numbers), w_k);
    const AttentionTrace trace = self_attention(sentence, hand_made);
    const auto text = [](const Matrix& row) {
        Numbers numbers;
        for (const double entry : row.row(0)) numbers.push_back(rounded(entry));
        return vector_text(numbers);
    };
    page.say("\"", name, "\" comes with ", vector_text(numbers), ", asks with ", text(asks),
             ",");
    page.say("and is matched on ", text(key), ".");
    page.show("scores", trace.scores, words, words, 1);
    page.show("weights", trace.weights, words, words, 4);
}

void queries_keys_values(Page& page) {
    const Matrix queries = hand_made.query.forward(x);
    const Matrix keys = hand_made.key.forward(x);
    const Matrix values = hand_made.value.forward(x);
    page.say("Stage 1 is X. Stage 2:");
    page.show("2a  Q = X W_q", queries, tokens, match_columns);
    page.show("2b  K = X W_k", keys, tokens, match_columns);
    page.show("2c  V = X W_v", values, tokens, word_columns);
    page.say("Equal to chapter 3's tables, to the last bit: ",
             yes_or_no(queries == q && keys == k && values == v));
}

void scores_of_words(Page& page) {
    const AttentionTrace trace = self_attention(x, hand_made);
    page.show("3  scores = Q K^T", trace.scores, tokens, tokens);
    page.show("4  scaled = scores / 2", trace.scaled, tokens, tokens);
    page.show("5  weights = softmax of each row", trace.weights, tokens, tokens);
    page.keep("weights", trace.weights);
    page.draw(flow_figure(trace));
}

void scores_to_rows(Page& page) {
    const AttentionTrace trace = self_attention(x, hand_made);
    page.show("6  output = weights V", trace.output, tokens, word_columns);
    page.say("Each word's largest weight goes to: ",
             joined(largest_of_each_row(trace.weights, tokens)));
    page.keep("output", trace.output);
}

// Where it breaks: the same words in another order give the same rows in another order.
void another_order(Page& page, const Ids& order) {
    const AttentionTrace before = self_attention(x, hand_made);
    const AttentionTrace after = self_attention(select_rows(x, order), hand_made);
    const Labels words = in_order(tokens, order);
    page.show("weights", after.weights, words, words);
    page.show("output", after.output, words, word_columns);
    page.say("Largest difference from the rows of I love you all, in this order: ",
             distance_text(after.output, select_rows(before.output, order)));
    page.draw(order_figure(order, before.weights, after.weights));
}

}  // namespace

void contents(Chapter& chapter) {
    chapter.titled("07_self_attention", "Where do Q, K and V come from?");
    const auto word =
        chapter.numbers("word", she, "a word from outside: person, feeling, side, many");
    const auto order = chapter.order("order", tokens, {0, 1, 3, 2},
                                     "the words in another order; twice is allowed");

    chapter.section("The words alone", words_alone).draws("07_mirror");
    chapter.section("The query of I", query_of_i);
    chapter.section("Three maps", three_maps);
    chapter.section("Queries, keys and values", queries_keys_values);
    chapter.section("Scores", scores_of_words).draws("07_flow");
    chapter.section("From scores to new rows", scores_to_rows);
    chapter.section("A word from outside", word_from_outside, word);
    chapter.section("Another order", another_order, order).draws("07_order");
    further(chapter);
}

}  // namespace attn::chapters::ch07

// Chapter 7, Further: what the road can do without. It runs with --more, or when its own knob is
// given: --seed 8.

#include "chapters/07_self_attention/07_self_attention.hpp"

#include <algorithm>
#include <cmath>

#include "attn/attention.hpp"
#include "attn/embedding.hpp"
#include "attn/linear.hpp"
#include "attn/parameters.hpp"
#include "chapters/examples/sentences.hpp"
#include "chapters/examples/small_example.hpp"
#include "chapters/printing/rows.hpp"
#include "chapters/printing/show.hpp"
#include "chapters/printing/words.hpp"
#include "chapters/study_notes/self_attention.hpp"
#include "support/text/print.hpp"

namespace attn::chapters::ch07 {
namespace {

using namespace notes;  // the study note's class and its vocabulary

// We give one word, you, another query, then another key, then another value.
void three_roles(Page& page) {
    using namespace small_example;
    const AttentionTrace before = scaled_dot_product_attention(q, k, v);
    const auto tell = [&](auto what, const Matrix& q2, const Matrix& k2, const Matrix& v2) {
        const AttentionTrace after = scaled_dot_product_attention(q2, k2, v2);
        page.say(what);
        page.say("  weights: ", changed_rows(before.weights, after.weights, tokens));
        page.say("  output:  ", changed_rows(before.output, after.output, tokens));
    };
    Matrix other_q = q, other_k = k, other_v = v;
    for (std::size_t j = 0; j < 4; ++j) other_q(2, j) = other_k(2, j) = other_v(2, j) = 1;
    page.say(
        "The row of you is changed, in one table at a time. Which rows change with it?");
    tell("Q: you looks for something else", other_q, k, v);
    tell("K: you is matched on something else", q, other_k, v);
    tell("V: you passes on something else", q, k, other_v);
    tell("All three, as when another word stands there", other_q, other_k, other_v);
}

// One matrix in the middle breaks the mirror too; two narrow ones have fewer numbers. And other
// queries and keys make the same scores, as only the product of the two maps counts.
void one_map(Page& page) {
    using namespace small_example;
    const Matrix one = matmul_transpose_b(w_q, w_k);  // [d_model x d_model]
    const Matrix scores = matmul_transpose_b(matmul(x, one), x);
    page.show("W = W_q W_k^T", one, word_columns, word_columns);
    page.say("X W X^T against Q K^T: ", distance_text(scores, matmul_transpose_b(q, k)));
    page.say("W in the paper's size has ", 512 * 512, " numbers, W_q and W_k together ",
             2 * 512 * 64, ".");
    const Matrix a{{1, 0, 0, 0}, {1, 1, 0, 0}, {0, 0, 2, 0}, {0, 0, -1, 1}};
    const Matrix inverse{{1, 0, 0, 0}, {-1, 1, 0, 0}, {0, 0, 0.5, 0}, {0, 0, 0.5, 1}};
    const Matrix other_q = matmul(x, matmul(w_q, a));
    const Matrix other_k = matmul(x, matmul(w_k, transpose(inverse)));
    const std::size_t love = 1;
    page.gap();
    page.show_words({{"", "query of love", "key of love"},
                     {"W_q and W_k", vector_text(q.row(love)), vector_text(k.row(love))},
                     {"W_q A and W_k (A^-1)^T", vector_text(other_q.row(love)),
                      vector_text(other_k.row(love))}});
    page.say("largest difference of the scores: ",
             distance_text(matmul_transpose_b(other_q, other_k), matmul_transpose_b(q, k)));
}

// A query may be narrower than a word: here the map drops the column place.
void who_is_it(Page& page) {
    using namespace animal_sentence;
    const Linear lives_and_does{Matrix{{1, 0}, {0, 0}, {0, 1}}};  // [3 x 2]
    const Matrix narrow = lives_and_does.forward(vectors);
    const AttentionTrace trace = scaled_dot_product_attention(narrow, narrow, vectors);
    const Matrix row = row_of(trace.weights, it);
    page.say("X is ", shape_text(vectors), ", Q and K ", shape_text(narrow), ", weights ",
             shape_text(trace.weights), ", output ", shape_text(trace.output));
    page.show("weights of it", transpose(row), words, {"it"}, 2);
    page.say("it attends to ", largest_of_each_row(row, words)[0], " most.");
}

void paper_sizes(Page& page) {
    Random generator(1);
    const Embedding embedding = random_embedding(4, 512, generator);
    const Linear map{Matrix(512, 64)};
    const Matrix x = embedding.forward({0, 1, 2, 3});
    page.say("X is ", shape_text(x), ", W_q ", shape_text(map.weight), ", Q ",
             shape_text(map.forward(x)));
    page.say("W_q, W_k and W_v hold ", 3 * parameter_count(map),
             " numbers to learn, however long the sentence is.");
}

void untrained_class(Page& page, std::size_t seed) {
    Random generator(seed);
    const Embedding embedding = random_embedding(vocabulary.size(), 20, generator);
    const SelfAttention attention(20, 5, generator);
    const Matrix x = embedding.forward({0, 1, 2, 3});
    const OutputAndWeights result = attention.forward(x);
    const std::vector<double> entropies = row_entropies(result.weights);
    const auto [least, most] = std::minmax_element(entropies.begin(), entropies.end());
    page.say("input (1, 4), embedded (1, ", x.rows(), ", ", x.cols(), "), output (1, ",
             result.output.rows(), ", ", result.output.cols(), "), weights (1, ",
             result.weights.rows(), ", ", result.weights.cols(), ")");
    page.say("scale ", number_text(std::sqrt(5.0), 6),
             ", numbers to learn in the three maps ",
             parameter_count(attention.query) + parameter_count(attention.key) +
                 parameter_count(attention.value));
    page.show("weights, seed " + std::to_string(seed), result.weights, vocabulary,
              vocabulary);
    page.show("output", result.output, vocabulary);
    page.say("Entropies from ", number_text(*least, 3), " to ", number_text(*most, 3),
             ", of at most ln 4 = ", number_text(std::log(4.0), 3), ".");
}

void printed_numbers(Page& page) {
    page.show("the note's weights", printed_weights, vocabulary, vocabulary, 8);
    page.gap();
    const Labels largest = largest_of_each_row(printed_weights, vocabulary);
    const std::vector<double> entropies = row_entropies(printed_weights);
    for (std::size_t i = 0; i < 4; ++i) {
        double sum = 0;
        for (const double weight : printed_weights.row(i)) sum += weight;
        page.say(vocabulary[i], ": most to ", largest[i], "   sum ", number_text(sum, 8),
                 "   entropy ", number_text(entropies[i], 3));
    }
}

}  // namespace

void further(Chapter& chapter) {
    const auto seed = chapter.whole("seed", 7, 0, 999999, "which random weights");

    chapter.more("Three roles", three_roles);
    chapter.more("One map for the scores", one_map);
    chapter.more("Who is it", who_is_it);
    chapter.more("In the paper's size", paper_sizes);
    chapter.more("Random weights", untrained_class, seed);
    chapter.more("The note's own numbers", printed_numbers);
}

}  // namespace attn::chapters::ch07

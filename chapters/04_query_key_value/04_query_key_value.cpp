// Chapter 4, docs/04_query_key_value.md: What is looked up, and what comes back?
//
// New here: dot_product_attention (attn/attention.hpp). From before: the dot product and
// the matrix product (chapter 1), softmax_rows (chapter 3). The small sentence "I love you
// all" enters (common/small_example.hpp). The pictures are in
// figures.cpp.
//
// Try: --query 0,1,2,0    --query 1,1,1,1    --word 10

#include <algorithm>
#include <iostream>
#include <optional>
#include <string>
#include <vector>

#include "attn/attention.hpp"
#include "attn/shape_error.hpp"
#include "attn/text/print.hpp"
#include "attn/vector.hpp"
#include "chapters/04_query_key_value/figures.hpp"
#include "chapters/common/chapter.hpp"
#include "chapters/common/rows.hpp"
#include "chapters/common/sentences.hpp"
#include "chapters/common/small_example.hpp"

using namespace attn;
using namespace attn::chapters;
using animal_sentence::vectors;
using animal_sentence::words;
using sea_sentence::korean;
using sea_sentence::korean_keys;
using std::cout;

namespace {

const Labels dishes{"Pepsi", "coffee", "kimbap", "bibimbap"};
const Matrix dish_keys{{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}, {0, 0, 0, 1}};
const Matrix prices{{1500}, {2500}, {4000}, {9000}};  // won

const Matrix numbers{{1}, {2}, {3}, {4}};  // the dictionary's values

const char* equal_or_not(bool equal) {
    return equal ? "equal to the last bit" : "DIFFERENT";
}

/// What a hard lookup returns: the value of the one best key.
double best_value(const Matrix& scores, const Matrix& values) {
    const auto row = scores.row(0);
    return values(
        static_cast<std::size_t>(std::max_element(row.begin(), row.end()) - row.begin()),
        0);
}

void menu() {
    const Matrix q{{20, 0, 0, 0}, {20, 20, 0, 0}, {0, 0, 0, 0}};
    const Labels wishes{"Pepsi, surely", "Pepsi or coffee", "anything"};
    cout
        << matrix_text("query", q,
                       {.row_labels = wishes, .column_labels = dishes, .decimals = 0})
        << "\n"
        << matrix_text("value", transpose(prices),
                       {.row_labels = {"won"}, .column_labels = dishes, .decimals = 0})
        << "\nEach dish's key is 1 in its own column. Expect one share, two halves, four quarters.\n\n";
    const AttentionTrace order = dot_product_attention(q, dish_keys, prices);
    cout << matrix_text("weights", order.weights,
                        {.row_labels = wishes, .column_labels = dishes})
         << "\n"
         << matrix_text("price", order.output,
                        {.row_labels = wishes, .column_labels = {"won"}});
}

/// What a hard lookup does: the entry whose key is the query, if there is one.
std::optional<std::size_t> entry_of(const Matrix& query, const Matrix& keys) {
    for (std::size_t i = 0; i < keys.rows(); ++i) {
        if (row_of(keys, i) == query) return i;
    }
    return std::nullopt;
}

AttentionTrace dictionary(const Matrix& query, std::optional<std::size_t> hard) {
    cout << matrix_text("key", korean_keys,
                        {.row_labels = korean,
                         .column_labels = sea_sentence::columns,
                         .decimals = 0})
         << "\nThe word looked up is "
         << (query == Matrix{{0, 0, 2, 1}} ? "떠나고 (leaving)" : "your own --query")
         << ".\n\n"
         << matrix_text("query", query, {.column_labels = sea_sentence::columns})
         << "\nA hard lookup finds "
         << (hard ? korean[*hard] : "nothing: no key is equal to it") << ".\n\n";
    const AttentionTrace soft = dot_product_attention(query, korean_keys, numbers);
    cout << matrix_text("scores", soft.scores, {.column_labels = korean}) << "\n"
         << matrix_text("weights", soft.weights, {.column_labels = korean, .decimals = 4})
         << "\nThe words' values are 1, 2, 3 and 4. A soft lookup returns "
         << number_text(soft.output(0, 0), 4) << ".\n";
    return soft;
}

void one_to_one(const Matrix& it) {
    const AttentionTrace pair =
        dot_product_attention(it, row_of(vectors, animal_sentence::animal),
                              row_of(vectors, animal_sentence::animal));
    cout << matrix_text("query: it", it, {.decimals = 0})
         << matrix_text("key and value: animal", row_of(vectors, animal_sentence::animal),
                        {.decimals = 0})
         << matrix_text("score", pair.scores, {.decimals = 0})
         << matrix_text("weight", pair.weights) << matrix_text("output", pair.output)
         << "\nA single key gets the whole share, whatever its score.\n";
}

AttentionTrace one_to_many(const Matrix& query, std::size_t word) {
    const AttentionTrace all = dot_product_attention(query, vectors, vectors);
    Matrix one_by_one(1, words.size());
    Matrix table(words.size(), 5);
    for (std::size_t j = 0; j < words.size(); ++j) {
        one_by_one(0, j) = dot(query.row(0), vectors.row(j));
        std::copy(vectors.row(j).begin(), vectors.row(j).end(), table.row(j).begin());
        table(j, 3) = all.scores(0, j);
        table(j, 4) = all.weights(0, j);
    }
    cout << "The query is " << words[word] << ", word " << word
         << " of 0 to 10 (--word).\n\n"
         << matrix_text("key and value", table,
                        {.row_labels = words,
                         .column_labels = {"lives", "place", "does", "score", "weight"}})
         << "\nEleven dot products, one after the other: "
         << equal_or_not(one_by_one == all.scores) << "\n\n"
         << matrix_text("output", all.output, {.column_labels = animal_sentence::columns});
    return all;
}

AttentionTrace many_to_many() {
    const AttentionTrace all = dot_product_attention(vectors, vectors, vectors);
    bool equal = true;
    for (std::size_t i = 0; i < words.size(); ++i) {
        const AttentionTrace one =
            dot_product_attention(row_of(vectors, i), vectors, vectors);
        equal = equal && row_of(all.weights, i) == one.weights &&
                row_of(all.output, i) == one.output;
    }
    cout << "scores are " << shape_text(all.scores) << ", weights "
         << shape_text(all.weights) << ", output " << shape_text(all.output) << "\n"
         << "Eleven queries, one after the other: " << equal_or_not(equal) << "\n";
    try {
        dot_product_attention(transpose(vectors), vectors, vectors);
    } catch (const ShapeError& error) {
        cout << "\nWords as columns instead of rows are refused:\n" << error.what() << "\n";
    }
    return all;
}

void again(const Matrix& once) {
    const Matrix twice = dot_product_attention(once, once, once).output;
    const Matrix thrice = dot_product_attention(twice, twice, twice).output;
    Matrix passes(3, 3);
    const std::vector<const Matrix*> outputs{&once, &twice, &thrice};
    for (std::size_t i = 0; i < 3; ++i) {
        std::copy_n(outputs[i]->row(animal_sentence::it).begin(), 3, passes.row(i).begin());
    }
    cout << matrix_text("it", passes,
                        {.row_labels = {"attended once", "twice", "three times"},
                         .column_labels = animal_sentence::columns,
                         .decimals = 4})
         << "\nThe shape stays 11x3; the largest change from once to twice is "
         << number_text(max_abs_difference(once, twice), 4) << ".\n";
}

AttentionTrace translation() {
    const AttentionTrace cross =
        dot_product_attention(sea_sentence::english_queries, korean_keys, korean_keys);
    cout
        << "8 queries from the sentence being written, 4 keys and values from the one being read\n\n"
        << matrix_text("query", sea_sentence::english_queries,
                       {.row_labels = sea_sentence::english,
                        .column_labels = sea_sentence::columns,
                        .decimals = 0})
        << "\n"
        << matrix_text("weights", cross.weights,
                       {.row_labels = sea_sentence::english, .column_labels = korean});
    return cross;
}

AttentionTrace small_sentence() {
    using namespace small_example;
    const auto show = [](const std::string& name, const Matrix& m, const Labels& columns,
                         int decimals) {
        cout << matrix_text(
                    name, m,
                    {.row_labels = tokens, .column_labels = columns, .decimals = decimals})
             << "\n";
    };
    const AttentionTrace trace = dot_product_attention(q, k, v);
    show("Q, what each word seeks", q, seek_columns, 0);
    show("K, what each word can be found as", k, seek_columns, 0);
    show("V, what each word hands over", v, hand_over_columns, 0);
    show("scores = Q K^T", trace.scores, tokens, 0);
    show("weights = softmax of each row", trace.weights, tokens, 4);
    cout << matrix_text(
        "output = weights V", trace.output,
        {.row_labels = tokens, .column_labels = hand_over_columns, .decimals = 4});
    return trace;
}

void term_by_term(const AttentionTrace& trace) {
    const std::size_t you = 2;
    Matrix terms(4, 4);
    for (std::size_t j = 0; j < 4; ++j) {
        for (std::size_t c = 0; c < 4; ++c) {
            terms(j, c) = trace.weights(you, j) * small_example::v(j, c);
        }
    }
    cout << matrix_text("weight of each word times what it hands over", terms,
                        {.row_labels = small_example::tokens,
                         .column_labels = small_example::hand_over_columns,
                         .decimals = 4})
         << "\nEach column added up is the output of you:\n"
         << matrix_text("you", row_of(trace.output, you), {.decimals = 4});
}

void why_not_simpler() {
    cout
        << "A guest who cannot decide between Pepsi and coffee, and leans by two hundredths:\n\n";
    for (const double lean : {0.01, -0.01}) {
        const Matrix q{{20 + lean, 20 - lean, 0, 0}};
        const AttentionTrace soft = dot_product_attention(q, dish_keys, prices);
        cout << "query (" << number_text(q(0, 0), 2) << ", " << number_text(q(0, 1), 2)
             << ", 0, 0):  best key only "
             << number_text(best_value(soft.scores, prices), 0) << " won,  attention "
             << number_text(soft.output(0, 0), 2) << " won\n";
    }
}

}  // namespace

int main(int argc, char** argv) {
    std::vector<double> query{0, 0, 2, 1};
    std::size_t word = animal_sentence::it;
    Chapter chapter("04_query_key_value", "What is looked up, and what comes back?");
    chapter.options().add("query", query, "what the dictionary is asked for: 4 numbers");
    chapter.options().add("word", word, 0, 10, "which of the eleven words looks at all");

    return chapter.run(argc, argv, [&] {
        if (query.size() != 4) {
            throw UsageError("--query has " + std::to_string(query.size()) +
                             " numbers; the dictionary's keys have 4");
        }
        Matrix asked(1, 4);
        std::copy(query.begin(), query.end(), asked.row(0).begin());

        const std::optional<std::size_t> hard = entry_of(asked, korean_keys);

        chapter.heading("A menu");
        menu();
        chapter.heading("A dictionary");
        const AttentionTrace soft = dictionary(asked, hard);
        chapter.heading("One query, one key");
        one_to_one(row_of(vectors, animal_sentence::it));
        chapter.heading("One query, eleven keys");
        const AttentionTrace one = one_to_many(row_of(vectors, word), word);
        chapter.heading("Eleven queries");
        const AttentionTrace all = many_to_many();
        chapter.heading("The same shape, other numbers");
        again(all.output);
        chapter.heading("In translation");
        const AttentionTrace cross = translation();
        chapter.heading("I love you all");
        const AttentionTrace small = small_sentence();
        chapter.heading("Term by term");
        term_by_term(small);
        chapter.heading("Why not simpler");
        why_not_simpler();

        chapter.keep("scores", small.scores);
        chapter.keep("weights", small.weights);
        chapter.keep("output", small.output);
        chapter.draw(dictionary_figure(korean, numbers, hard, soft));
        chapter.draw(one_query_figure(words, word, one));
        chapter.draw(all_queries_figure(words, all));
        chapter.draw(translation_figure(sea_sentence::english, korean, cross));
        chapter.draw(small_sentence_figure(small));
        chapter.draw(weighted_sum_figure(small));
        chapter.draw(lean_figure(dish_keys, prices));
    });
}

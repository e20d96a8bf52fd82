// Chapter 4, docs/04_query_key_value.md: What is looked up, and what comes back?
//
// New: dot_product_attention (attn/attention.hpp), and the small sentence "I love you all"
// (common/small_example.hpp). From before: the dot product and the matrix product (1),
// softmax_rows (3). The pictures are in figures.cpp.
// Turn a knob: --query 0,1,2,0    --query 1,1,1,1    --word 10

#include <algorithm>
#include <optional>

#include "attn/attention.hpp"
#include "attn/shape_error.hpp"
#include "attn/text/print.hpp"
#include "attn/vector.hpp"
#include "chapters/04_query_key_value/figures.hpp"
#include "chapters/common/chapter.hpp"
#include "chapters/common/rows.hpp"
#include "chapters/common/sentences.hpp"
#include "chapters/common/small_example.hpp"

namespace attn::chapters::ch04 {
namespace {

using animal_sentence::vectors;
using animal_sentence::words;
using sea_sentence::korean;
using sea_sentence::korean_keys;

const Labels dishes{"Pepsi", "coffee", "kimbap", "bibimbap"};
const Matrix dish_keys{{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}, {0, 0, 0, 1}};
const Matrix prices{{1500}, {2500}, {4000}, {9000}};  // won

const Matrix numbers{{1}, {2}, {3}, {4}};  // the dictionary's values

/// What a hard lookup does: the entry whose key is the query, if there is one.
std::optional<std::size_t> entry_of(const Matrix& query, const Matrix& keys) {
    for (std::size_t i = 0; i < keys.rows(); ++i) {
        if (row_of(keys, i) == query) return i;
    }
    return std::nullopt;
}

const char* equal_or_not(bool equal) {
    return equal ? "equal to the last bit" : "DIFFERENT";
}

void require_four_numbers(const Numbers& query) {
    if (query.size() == 4) return;
    throw UsageError("--query has " + std::to_string(query.size()) +
                     " numbers; the dictionary's keys have 4");
}

void menu(Page& page) {
    const Matrix q{{20, 0, 0, 0}, {20, 20, 0, 0}, {0, 0, 0, 0}};
    const Labels wishes{"Pepsi, surely", "Pepsi or coffee", "anything"};
    const AttentionTrace order = dot_product_attention(q, dish_keys, prices);
    page.show("query", q, wishes, dishes);
    page.show("value", transpose(prices), {"won"}, dishes);
    page.say(
        "Each dish's key is 1 in its own column. Expect one share, two halves, four "
        "quarters.");
    page.show("weights", order.weights, wishes, dishes, 2);
    page.show("price", order.output, wishes, {"won"}, 2);
}

void dictionary(Page& page, const Numbers& asked) {
    Matrix query(1, asked.size());
    std::copy(asked.begin(), asked.end(), query.row(0).begin());
    const std::optional<std::size_t> hard = entry_of(query, korean_keys);
    const AttentionTrace soft = dot_product_attention(query, korean_keys, numbers);
    page.show("key", korean_keys, korean, sea_sentence::columns);
    page.say("The word looked up is ",
             asked == Numbers{0, 0, 2, 1} ? "떠나고 (leaving)" : "your own --query", ".");
    page.show("query", query, {}, sea_sentence::columns, 2);
    page.say("A hard lookup finds ",
             hard ? korean[*hard] : "nothing: no key is equal to it", ".");
    page.show("scores", soft.scores, {}, korean, 2);
    page.show("weights", soft.weights, {}, korean, 4);
    page.say("The words' values are 1, 2, 3 and 4. A soft lookup returns ",
             number_text(soft.output(0, 0), 4), ".");
    page.draw(dictionary_figure(korean, numbers, hard, soft));
}

void one_to_one(Page& page) {
    const Matrix it = row_of(vectors, animal_sentence::it);
    const Matrix animal = row_of(vectors, animal_sentence::animal);
    const AttentionTrace pair = dot_product_attention(it, animal, animal);
    page.out() << matrix_text("query: it", it, {.decimals = 0})
               << matrix_text("key and value: animal", animal, {.decimals = 0})
               << matrix_text("score", pair.scores, {.decimals = 0})
               << matrix_text("weight", pair.weights) << matrix_text("output", pair.output);
    page.gap();
    page.say("A single key gets the whole share, whatever its score.");
}

void one_to_many(Page& page, std::size_t word) {
    const Matrix query = row_of(vectors, word);
    const AttentionTrace all = dot_product_attention(query, vectors, vectors);
    Matrix one_by_one(1, words.size());
    Matrix table(words.size(), 5);
    for (std::size_t j = 0; j < words.size(); ++j) {
        one_by_one(0, j) = dot(query.row(0), vectors.row(j));
        std::copy(vectors.row(j).begin(), vectors.row(j).end(), table.row(j).begin());
        table(j, 3) = all.scores(0, j);
        table(j, 4) = all.weights(0, j);
    }
    page.say("The query is ", words[word], ", word ", word, " of 0 to 10 (--word).");
    page.show("key and value", table, words, {"lives", "place", "does", "score", "weight"},
              2);
    page.say("Eleven dot products, one after the other: ",
             equal_or_not(one_by_one == all.scores));
    page.show("output", all.output, {}, animal_sentence::columns, 2);
    page.draw(one_query_figure(words, word, all));
}

void many_to_many(Page& page) {
    const AttentionTrace all = dot_product_attention(vectors, vectors, vectors);
    bool equal = true;
    for (std::size_t i = 0; i < words.size(); ++i) {
        const AttentionTrace one =
            dot_product_attention(row_of(vectors, i), vectors, vectors);
        equal = equal && row_of(all.weights, i) == one.weights &&
                row_of(all.output, i) == one.output;
    }
    page.say("scores are ", shape_text(all.scores), ", weights ", shape_text(all.weights),
             ", output ", shape_text(all.output));
    page.say("Eleven queries, one after the other: ", equal_or_not(equal));
    page.gap();
    page.say("Words as columns instead of rows are refused:");
    try {
        dot_product_attention(transpose(vectors), vectors, vectors);
    } catch (const ShapeError& error) {
        page.say(error.what());
    }
    page.draw(all_queries_figure(words, all));
}

void again(Page& page) {
    const Matrix once = dot_product_attention(vectors, vectors, vectors).output;
    const Matrix twice = dot_product_attention(once, once, once).output;
    const Matrix thrice = dot_product_attention(twice, twice, twice).output;
    Matrix passes(3, 3);
    for (std::size_t c = 0; c < 3; ++c) {
        passes(0, c) = once(animal_sentence::it, c);
        passes(1, c) = twice(animal_sentence::it, c);
        passes(2, c) = thrice(animal_sentence::it, c);
    }
    page.show("it", passes, {"attended once", "twice", "three times"},
              animal_sentence::columns);
    page.say("The shape stays 11x3; the largest change from once to twice is ",
             number_text(max_abs_difference(once, twice), 4), ".");
}

void translation(Page& page) {
    using namespace sea_sentence;
    const AttentionTrace cross =
        dot_product_attention(english_queries, korean_keys, korean_keys);
    page.say(
        "8 queries from the sentence being written, 4 keys and values from the one being "
        "read");
    page.show("query", english_queries, english, columns);
    page.show("weights", cross.weights, english, korean, 2);
    page.draw(translation_figure(english, korean, cross));
}

void small_sentence(Page& page) {
    using namespace small_example;
    const AttentionTrace trace = dot_product_attention(q, k, v);
    page.show("Q, what each word seeks", q, tokens, match_columns);
    page.show("K, what each word can be found as", k, tokens, match_columns);
    page.show("V, what each word hands over", v, tokens, word_columns);
    page.show("scores = Q K^T", trace.scores, tokens, tokens);
    page.show("weights = softmax of each row", trace.weights, tokens, tokens);
    page.show("output = weights V", trace.output, tokens, word_columns);
    page.keep("scores", trace.scores);
    page.keep("weights", trace.weights);
    page.keep("output", trace.output);
    page.draw(small_sentence_figure(trace));
}

void term_by_term(Page& page) {
    using namespace small_example;
    const AttentionTrace trace = dot_product_attention(q, k, v);
    const std::size_t you = 2;
    Matrix terms = v;
    for (std::size_t j = 0; j < 4; ++j) {
        for (double& entry : terms.row(j)) entry *= trace.weights(you, j);
    }
    page.show("weight of each word times what it hands over", terms, tokens, word_columns);
    page.say("Each column added up is the output of you:");
    page.out() << matrix_text("you", row_of(trace.output, you), {.decimals = 4});
    page.draw(weighted_sum_figure(trace));
}

void why_not_simpler(Page& page) {
    page.say(
        "A guest who cannot decide between Pepsi and coffee, and leans by two hundredths:");
    page.gap();
    for (const double lean : {0.01, -0.01}) {
        const Matrix q{{20 + lean, 20 - lean, 0, 0}};
        const AttentionTrace soft = dot_product_attention(q, dish_keys, prices);
        const double best = prices(argmax(soft.scores.row(0)), 0);
        page.say("query (", number_text(q(0, 0), 2), ", ", number_text(q(0, 1), 2),
                 ", 0, 0):  best key only ", number_text(best, 0), " won,  attention ",
                 number_text(soft.output(0, 0), 2), " won");
    }
    page.draw(lean_figure(dish_keys, prices));
}

}  // namespace

void contents(Chapter& chapter) {
    chapter.titled("04_query_key_value", "What is looked up, and what comes back?");
    const auto query =
        chapter.numbers("query", {0, 0, 2, 1}, "a query of length 4 for the dictionary");
    const auto word = chapter.whole("word", animal_sentence::it, 0, 10,
                                    "which of the eleven words looks at all");
    chapter.check(require_four_numbers, query);

    chapter.section("A menu", menu);
    chapter.section("A dictionary", dictionary, query).draws("04_dictionary");
    chapter.section("One query, one key", one_to_one);
    chapter.section("One query, eleven keys", one_to_many, word).draws("04_one_query");
    chapter.section("Eleven queries", many_to_many).draws("04_all_queries");
    chapter.section("The same shape, other numbers", again);
    chapter.section("In translation", translation).draws("04_translation");
    chapter.section("I love you all", small_sentence).draws("04_small_sentence");
    chapter.section("Term by term", term_by_term).draws("04_weighted_sum");
    chapter.section("Why not simpler", why_not_simpler).draws("04_lean");
}

}  // namespace attn::chapters::ch04

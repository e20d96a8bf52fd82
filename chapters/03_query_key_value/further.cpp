// Chapter 3, Further: what the road can do without. It runs with --more.

#include "chapters/03_query_key_value/03_query_key_value.hpp"

#include <algorithm>

#include "attn/attention.hpp"
#include "attn/shape_error.hpp"
#include "attn/vector.hpp"
#include "chapters/examples/sentences.hpp"
#include "chapters/printing/rows.hpp"
#include "chapters/printing/show.hpp"
#include "chapters/printing/words.hpp"
#include "support/text/print.hpp"

namespace attn::chapters::ch03 {
namespace {

using namespace animal_sentence;  // words, vectors, and the names of their columns

const char* equal_or_not(bool equal) {
    return equal ? "equal to the last bit" : "DIFFERENT";
}

void one_key(Page& page) {
    const Matrix query = row_of(vectors, it), entry = row_of(vectors, animal);
    const AttentionTrace pair = dot_product_attention(query, entry, entry);
    page.say("it ", vector_text(query.row(0)), ", animal ", vector_text(entry.row(0)));
    page.say("score ", exact_text(pair.scores(0, 0)), ", weight ",
             exact_text(pair.weights(0, 0)), ", output ", vector_text(pair.output.row(0)));
}

// One query, eleven keys: eleven dot products, together or one after the other.
void who_is_it(Page& page, std::size_t word) {
    const AttentionTrace all =
        dot_product_attention(row_of(vectors, word), vectors, vectors);
    Matrix one_by_one(1, words.size());
    Matrix table(words.size(), 5);
    for (std::size_t j = 0; j < words.size(); ++j) {
        one_by_one(0, j) = dot(vectors.row(word), vectors.row(j));
        std::ranges::copy(vectors.row(j), table.row(j).begin());
        table(j, 3) = all.scores(0, j);
        table(j, 4) = all.weights(0, j);
    }
    page.say("The query is ", words[word], ", word ", word, " of 0 to 10 (--word).");
    page.show("key and value", table, words, {"lives", "place", "does", "score", "weight"},
              2);
    page.say("Eleven dot products, one after the other, are the same scores: ",
             yes_or_no(one_by_one == all.scores));
    page.show("output", all.output, {words[word]}, animal_sentence::columns, 2);
}

// The sentence with another end, so that "it" should be the street.
void too_wide(Page& page) {
    const Matrix& wide = vectors_if_wide;
    Labels other = words;
    other.back() = "wide.";
    const Matrix row = dot_product_attention(row_of(wide, it), wide, wide).weights;
    page.show("weights of it", transpose(row), other, {"it"}, 2);
    page.say("it attends to ", largest_of_each_row(row, other)[0], " most.");
}

void all_queries(Page& page) {
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
}

void again(Page& page) {
    const Matrix once = dot_product_attention(vectors, vectors, vectors).output;
    const Matrix twice = dot_product_attention(once, once, once).output;
    Matrix passes(2, 3);
    for (std::size_t c = 0; c < 3; ++c) {
        passes(0, c) = once(it, c);
        passes(1, c) = twice(it, c);
    }
    page.show("it", passes, {"attended once", "twice"}, animal_sentence::columns);
    page.say("The shape stays ", shape_text(twice),
             "; the largest change from once to twice is ",
             number_text(max_abs_difference(once, twice), 4), ".");
}

// A study note's dictionary, and two that it has not: "leaving", and the motion that "want" asks for.
void dictionary(Page& page) {
    using namespace sea_sentence;
    const Labels asked{"떠나고", "motion"};
    const Matrix query{{0, 0, 2, 1}, {0, 0, 2, 0}};
    const AttentionTrace soft = dot_product_attention(query, korean_keys, korean_keys);
    page.show("key and value", korean_keys, korean, sea_sentence::columns);
    page.show("looked up", query, asked, sea_sentence::columns);
    page.show("scores", soft.scores, asked, korean);
    page.show("weights", soft.weights, asked, korean);
    page.show("what comes back", soft.output, asked, sea_sentence::columns);
    page.show("with the values 1, 2, 3 and 4", matmul(soft.weights, {{1}, {2}, {3}, {4}}),
              asked, {"number"});
}

// The preface's example, as arrows: a question finds the cat, and what is found chooses a verb.
void cat_and_milk(Page& page) {
    const Matrix question{{0, 1}}, nouns{{2, 3}, {-2, 0}}, verbs{{1, 2}, {-1, 2}};
    const AttentionTrace asked = dot_product_attention(question, nouns, nouns);
    const AttentionTrace written = dot_product_attention(asked.output, verbs, verbs);
    page.show("it finds", below({asked.weights, asked.output}),
              {"weights", "(lives, does)"}, {}, 2);
    page.show("it writes", written.weights, {"weights"}, {"purred", "boiled"}, 2);
    page.draw(cat_figure(question, nouns, asked, verbs, written));
}

}  // namespace

void further(Chapter& chapter, const Value<std::size_t>& word) {
    chapter.more("One query, one key", one_key);
    chapter.more("Who is it", who_is_it, word);
    chapter.more("Too wide", too_wide);
    chapter.more("A dictionary", dictionary);
    chapter.more("The cat of the preface", cat_and_milk).draws("03_cat");
    chapter.more("Eleven queries", all_queries);
    chapter.more("The same shape, other numbers", again);
}

}  // namespace attn::chapters::ch03

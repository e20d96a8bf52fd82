// Chapter 3, Further: what the road can do without. It runs with --more, or when one of its own
// knobs is given: --look-up 0,1,2,0.

#include "chapters/03_query_key_value/03_query_key_value.hpp"

#include <algorithm>

#include "attn/attention.hpp"
#include "attn/shape_error.hpp"
#include "chapters/examples/sentences.hpp"
#include "chapters/printing/compare.hpp"
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

void require_four_numbers(const Numbers& query) {
    if (query.size() == sea_sentence::columns.size()) return;
    throw UsageError("--look-up has " + counted(query.size(), "number") +
                     "; the dictionary's keys have 4");
}

void dictionary(Page& page, const Numbers& asked) {
    using namespace sea_sentence;
    const Matrix query = one_row(asked);
    const AttentionTrace soft = dot_product_attention(query, korean_keys, korean_keys);
    const Matrix number = matmul(soft.weights, {{1}, {2}, {3}, {4}});
    bool is_entry = false;
    for (std::size_t i = 0; i < korean.size(); ++i) {
        is_entry = is_entry || row_of(korean_keys, i) == query;
    }
    page.show("key and value", korean_keys, korean, sea_sentence::columns);
    page.say("Looked up: ", vector_text(asked), ", which is ", is_entry ? "an" : "no",
             " entry.");
    page.show("scores", soft.scores, {}, korean, 0);
    page.show("weights", soft.weights, {}, korean, 4);
    page.show("what comes back", soft.output, {}, sea_sentence::columns, 4);
    page.say("With 1, 2, 3 and 4 as values: ", number_text(number(0, 0), 4));
}

}  // namespace

void further(Chapter& chapter) {
    const auto look_up = chapter.numbers("look-up", {0, 0, 2, 1},
                                         "what is looked up: person, place, motion, wish");
    chapter.check(require_four_numbers, look_up);

    chapter.more("One query, one key", one_key);
    chapter.more("Too wide", too_wide);
    chapter.more("A dictionary", dictionary, look_up);
    chapter.more("Eleven queries", all_queries);
    chapter.more("The same shape, other numbers", again);
}

}  // namespace attn::chapters::ch03

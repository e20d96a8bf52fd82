#include "chapters/06_masking/06_masking.hpp"

// Chapter 6, docs/06_masking.md: Who may look at whom?
//
// Some keys are masked for some queries: before the softmax their scores become -infinity.
// New: AttentionMask. From before: scaled attention (4), the sentence "I love you all" (3).
// Turn a knob: --pad love    --pad I    --fill -40. Detours, in further.cpp: --more.

#include <algorithm>
#include <cmath>
#include <limits>

#include "attn/attention.hpp"
#include "attn/attention_mask.hpp"
#include "attn/mask_conventions.hpp"
#include "attn/softmax.hpp"
#include "chapters/examples/small_example.hpp"
#include "chapters/printing/rows.hpp"
#include "chapters/printing/words.hpp"
#include "chapters/program/chapter.hpp"

namespace attn::chapters::ch06 {
namespace {

using namespace small_example;  // tokens, q, k, v, and the names of their columns

/// The scores, with -infinity in place of every one that is masked.
Matrix mask_scores(Matrix scores, const AttentionMask& mask) {
    for (std::size_t i = 0; i < scores.rows(); ++i) {
        for (std::size_t j = 0; j < scores.cols(); ++j) {
            if (!mask.allows(i, j)) scores(i, j) = -std::numeric_limits<double>::infinity();
        }
    }
    return scores;
}

/// Chapter 4's attention with a mask, every step kept: each query averages the values that it may see.
AttentionTrace masked_attention(const Matrix& q, const Matrix& k, const Matrix& v,
                                const AttentionMask& mask) {
    AttentionTrace t;
    t.scores = matmul_transpose_b(q, k);  // [n_query x n_key]
    t.scaled = t.scores / std::sqrt(static_cast<double>(k.cols()));
    t.masked = mask_scores(t.scaled, mask);  // mask first,
    t.weights = softmax_rows(t.masked);      // then weigh
    t.output = matmul(t.weights, v);         // [n_query x d_v]
    return t;
}

/// A mask for the small sentence in which one word is a filler.
AttentionMask without(const std::string& word) {
    return padding_mask(4, {0, 1, 2, 3}, place_of(word));
}

/// The sentence with the pad token in place of one word. Its numbers stay, as filler.
Labels padded(const std::string& word) {
    Labels words = tokens;
    words[place_of(word)] = "<pad>";
    return words;
}

// The problem: each word should guess its next word, and attends to it.
void cards_on_the_table(Page& page) {
    const Matrix weights = scaled_dot_product_attention(q, k, v).weights;
    page.show("weights without a mask", select_rows(weights, {0, 1, 2}),
              {"I", "love", "you"}, tokens);
}

// Row by row, which words a word may look at.
std::vector<Labels> may_look(const AttentionMask& mask, const Labels& words) {
    std::vector<Labels> lines{{""}};
    lines[0].insert(lines[0].end(), words.begin(), words.end());
    for (std::size_t i = 0; i < 4; ++i) {
        Labels line{words[i]};
        for (std::size_t j = 0; j < 4; ++j) line.push_back(mask.allows(i, j) ? "yes" : "·");
        lines.push_back(line);
    }
    return lines;
}

void what_each_word_sees(Page& page, const std::string& pad) {
    page.say("padding mask: may look?");
    page.show_words(may_look(without(pad), padded(pad)));
}

void future_masked(Page& page) {
    const Matrix weights = masked_attention(q, k, v, causal_mask(4)).weights;
    page.show("weights, causal mask", weights, tokens, tokens);
    page.keep("weights", weights);
    page.draw(one_pass_figure());
    page.draw(masks_figure(scaled_dot_product_attention(q, k, v, causal_mask(4))));
}

// Two other words in place of you and all: love's output must not notice.
void another_future(Page& page) {
    Matrix other_q = q, other_k = k, other_v = v;
    for (Matrix* m : {&other_q, &other_k, &other_v}) {
        for (const std::size_t token : {2u, 3u}) {
            for (double& entry : m->row(token)) entry = 100 - 7 * entry;
        }
    }
    const Matrix before = row_of(masked_attention(q, k, v, causal_mask(4)).output, 1);
    const Matrix after =
        row_of(masked_attention(other_q, other_k, other_v, causal_mask(4)).output, 1);
    const Matrix unmasked =
        row_of(scaled_dot_product_attention(other_q, other_k, other_v).output, 1);
    page.show("output of love", below({before, after, unmasked}),
              {"I love you all", "I love ??? ???", "without the mask"}, word_columns);
    page.say("The first two are equal to the last bit: ", yes_or_no(before == after));
}

void padding_masked(Page& page, const std::string& pad) {
    const Matrix weights = masked_attention(q, k, v, without(pad)).weights;
    page.show("weights, padding mask", weights, padded(pad), padded(pad));
    Ids rest{0, 1, 2, 3};
    std::erase_if(rest, [&](std::size_t i) { return tokens[i] == pad; });
    const auto of_rest = [&](const Matrix& m) { return select_rows(m, rest); };
    const Matrix alone =
        scaled_dot_product_attention(of_rest(q), of_rest(k), of_rest(v)).output;
    page.say("The other words' output is that of \"", joined(in_order(tokens, rest), " "),
             "\" alone, to the last bit: ",
             yes_or_no(of_rest(masked_attention(q, k, v, without(pad)).output) == alone));
    page.draw(
        padding_figure(scaled_dot_product_attention(q, k, v, without(pad)), padded(pad)));
}

void both_masked(Page& page, const std::string& pad) {
    const AttentionMask both = causal_mask(4) & without(pad);
    const Labels words = padded(pad);
    page.show("our code: weights under both masks", masked_attention(q, k, v, both).weights,
              words, words);
    const Matrix once = masked_attention(q, k, v, both).output;
    const Matrix twice = masked_attention(once, once, once, both).output;
    page.say("NaN in the output:              ", rows_of_nan(once, words));
    page.say("NaN when it is attended again:  ", rows_of_nan(twice, words));
    page.gap();
    const Matrix ours = scaled_dot_product_attention(q, k, v, both).weights;
    page.show("the library's first row", row_of(ours, 0), {words[0]}, words);
}

// The repair that looks obvious: softmax as it is, and the masked weights deleted.
void masked_too_late(Page& page) {
    const Matrix right = masked_attention(q, k, v, causal_mask(4)).weights;
    const Matrix late = masked_after_softmax(q, k, v, causal_mask(4)).weights;
    page.show("sums of the rows, masked too late", one_row(row_sums(late)), {}, tokens);
    page.draw(too_late_figure(right, late, causal_mask(4)));
}

}  // namespace

void contents(Chapter& chapter) {
    chapter.titled("06_masking", "Who may look at whom?");
    const auto pad = chapter.choice("pad", tokens, "the word that is padding", 3);

    chapter.section("Cards on the table", cards_on_the_table);
    chapter.section("The future masked", future_masked).draws("06_one_pass", "06_masks");
    chapter.section("Another future", another_future);
    chapter.section("What each word sees", what_each_word_sees, pad);
    chapter.section("Padding masked", padding_masked, pad).draws("06_padding");
    chapter.section("Both masked", both_masked, pad);
    chapter.section("Masked too late", masked_too_late).draws("06_too_late");
    further(chapter);
}

}  // namespace attn::chapters::ch06

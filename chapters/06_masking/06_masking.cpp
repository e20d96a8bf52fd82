// Chapter 6, docs/06_masking.md: Who may look at whom?
//
// New: masks (attn/attention_mask.hpp), attention with a mask, and properties
// (attn/properties/attention_properties.hpp). From before: number formats (3), scaled
// attention (5). The wrong ways are in compared_masks.cpp; a study note's own
// function is in notes/tensorflow_attention.cpp.
// Turn a knob: --fill -40    --fill -10000    --pad I

#include <algorithm>
#include <cmath>
#include <limits>

#include "attn/attention.hpp"
#include "attn/attention_mask.hpp"
#include "attn/mask_conventions.hpp"
#include "attn/properties/attention_properties.hpp"
#include "attn/text/print.hpp"
#include "chapters/06_masking/compared_masks.hpp"
#include "chapters/06_masking/figures.hpp"
#include "chapters/common/chapter.hpp"
#include "chapters/common/compare.hpp"
#include "chapters/common/rows.hpp"
#include "chapters/common/show.hpp"
#include "chapters/common/small_example.hpp"
#include "chapters/notes/tensorflow_attention.hpp"

namespace attn::chapters::ch06 {
namespace {

using namespace small_example;  // tokens, q, k, v, and the names of their columns

AttentionMask without(const std::string& word) {
    const auto pad = std::find(tokens.begin(), tokens.end(), word) - tokens.begin();
    return padding_mask(4, {0, 1, 2, 3}, static_cast<std::size_t>(pad));
}

AttentionTrace library_attention(const Matrix& a, const Matrix& b, const Matrix& c,
                                 const AttentionMask& mask) {
    return scaled_dot_product_attention(a, b, c, mask);
}

/// Puts any attention to the test: one line for each property.
void put_to_the_test(Page& page, const AttentionFunction& attention) {
    for (const auto& property : attention_properties()) {
        const Counterexample broken = property.check(attention);
        page.say(broken ? "BROKEN " : "holds  ", property.name);
        if (broken) page.say("       ", *broken);
    }
}

void three_masks(Page& page, const std::string& pad) {
    const Labels names{"padding", "causal", "both"};
    const AttentionMask padding = without(pad), causal = causal_mask(4);
    const std::vector<AttentionMask> masks{padding, causal, padding & causal};
    std::vector<Matrix> weights;
    for (std::size_t m = 0; m < masks.size(); ++m) {
        const AttentionTrace trace = scaled_dot_product_attention(q, k, v, masks[m]);
        page.show(names[m] + ": weights", trace.weights, tokens, tokens);
        page.show(names[m] + ": output", trace.output, tokens, word_columns);
        page.keep(names[m], trace.weights);
        weights.push_back(trace.weights);
    }
    page.draw(masks_figure(masks, weights, pad));
}

void another_future(Page& page) {
    Matrix other_q = q, other_k = k, other_v = v;
    for (Matrix* m : {&other_q, &other_k, &other_v}) {
        for (const std::size_t token : {2u, 3u}) {
            for (double& entry : m->row(token)) entry = 100 - 7 * entry;
        }
    }
    const auto output_of_love = [&](const std::string& sentence, const Matrix& q2,
                                    const Matrix& k2, const Matrix& v2) {
        const Matrix row =
            row_of(scaled_dot_product_attention(q2, k2, v2, causal_mask(4)).output, 1);
        page.out() << matrix_text(sentence + ": output of love", row,
                                  {.column_labels = word_columns, .decimals = 4});
        return row;
    };
    const Matrix before = output_of_love("I love you all", q, k, v);
    const Matrix after = output_of_love("I love ??? ???", other_q, other_k, other_v);
    page.say("equal to the bit: ", yes_or_no(before == after));
}

void alignments(Page& page) {
    const auto tell = [&](std::size_t n_query, std::size_t n_key) {
        const auto mask = [&](CausalAlignment alignment) {
            return allowed_matrix(causal_mask(n_query, n_key, alignment));
        };
        page.out() << matrix_text("first sees first",
                                  mask(CausalAlignment::first_sees_first), {.decimals = 0})
                   << matrix_text("last sees last", mask(CausalAlignment::last_sees_last),
                                  {.decimals = 0});
    };
    tell(2, 5);
    tell(5, 2);
    page.draw(alignments_figure());
}

void conventions(Page& page, const std::string& pad) {
    const AttentionMask row = mask_from_allowed(row_of(allowed_matrix(without(pad)), 0));
    const Matrix blocked = blocked_matrix(row);
    const auto tell = [&](const char* name, const Matrix& m) {
        page.out() << matrix_text(name, m, {.column_labels = tokens, .decimals = 0});
    };
    tell("blocked", blocked);
    tell("allowed", allowed_matrix(row));
    tell("to add", additive_matrix(row));
    const bool all_back = mask_from_blocked(blocked) == row &&
                          mask_from_allowed(allowed_matrix(row)) == row &&
                          mask_from_additive(additive_matrix(row)) == row;
    page.say("all three read back: ", all_back ? "the same mask" : "DIFFERENT");
    page.show("blocked, read as allowed", allowed_matrix(mask_from_allowed(blocked)), {},
              tokens);
    page.show("blocked * -1e9 in float16", product_in_float16(blocked, -1e9), {}, tokens);
}

void leaks(Page& page, double own_fill) {
    std::vector<Labels> lines{{"fill", "equal", "+30", "+300", "+3000"}};
    for (const double fill : {own_fill, -1.0, -100.0, -1e4, -1e9}) {
        lines.push_back(
            {fill == -1e9 ? "-1e9" : number_text(fill, fill == std::trunc(fill) ? 0 : 2)});
        for (const double above : scores_above) {
            lines.back().push_back(share_text(leak(above, fill)));
        }
    }
    lines[1][0] += " (--fill)";
    page.say("What a masked key still gets, if its score is so much above the other's.");
    page.gap();
    page.out() << lines_text(lines, 12);
    page.draw(leak_figure(own_fill));
}

void three_rows(Page& page) {
    const auto tell = [&](const std::string& name, const Numbers& scores,
                          const Numbers& blocked) {
        const std::vector<Answer> answers = answers_to(scores, blocked);
        Matrix table(answers.size(), scores.size());
        Labels rows, columns;
        for (std::size_t i = 0; i < answers.size(); ++i) {
            const auto& weights = answers[i].weights;
            rows.push_back(answers[i].convention);
            std::copy(weights.begin(), weights.end(), table.row(i).begin());
        }
        for (std::size_t j = 0; j < scores.size(); ++j) {
            columns.push_back(number_text(scores[j], 0) + (blocked[j] == 1 ? "*" : ""));
        }
        page.show(name, table, rows, columns);
    };
    page.say("The columns are the scores; a star marks a masked one.");
    tell("normal", {0, 1, -1, 2}, {0, 0, 0, 1});
    tell("extreme", {-20000, -20001, 5}, {0, 0, 1});
    tell("nothing to see", {0, 1, -1, 2}, {1, 1, 1, 1});
    page.draw(all_masked_figure(answers_to({0, 1, -1, 2}, {1, 1, 1, 1})));
}

void poison(Page& page) {
    Matrix torn = v;
    torn(3, 3) = std::numeric_limits<double>::quiet_NaN();
    const AttentionTrace trace = scaled_dot_product_attention(q, k, torn, without("all"));
    page.show("output, all masked, its value NaN", trace.output, tokens, word_columns);
}

void the_notes_function(Page& page) {
    const notes::Batch temp_q{{{{0, 0, 10}, {0, 10, 0}, {10, 10, 0}}}};
    const notes::Batch temp_k{{{{10, 0, 0}, {0, 10, 0}, {0, 0, 10}, {0, 0, 10}}}};
    const notes::Batch temp_v{{{{1, 0}, {10, 0}, {100, 5}, {1000, 6}}}};
    const std::vector<Ids> ids{{1, 21, 777, 0, 0}};
    const auto [output, weights] =
        notes::scaled_dot_product_attention(temp_q, temp_k, temp_v);
    page.out() << matrix_text("weights", weights[0][0])
               << matrix_text("output", output[0][0]);
    page.say("the second row's first weight is really ",
             number_or_power(weights[0][0](1, 0), 3));
    page.gap();
    page.out() << matrix_text("padding of 1 21 777 0 0",
                              notes::create_padding_mask(ids)[0][0], {.decimals = 0})
               << matrix_text("look ahead, with padding",
                              notes::create_look_ahead_mask(ids)[0][0], {.decimals = 0});
}

void ours_to_the_test(Page& page) {
    put_to_the_test(page, library_attention);
}

void why_not_simpler(Page& page) {
    const AttentionMask mask = causal_mask(4);
    const Matrix before = scaled_dot_product_attention(q, k, v, mask).weights;
    const Matrix after = masked_after_softmax(q, k, v, mask).weights;
    Matrix table(4, 5);
    for (std::size_t i = 0; i < 4; ++i) {
        for (std::size_t j = 0; j < 4; ++j) {
            table(i, j) = after(i, j);
            table(i, 4) += after(i, j);
        }
    }
    Labels columns = tokens;
    columns.push_back("sum");
    page.show("masked after softmax", table, tokens, columns);
    page.gap();
    put_to_the_test(page, masked_after_softmax);
    page.draw(too_late_figure(before, after, mask));
}

}  // namespace

void contents(Chapter& chapter) {
    chapter.titled("06_masking", "Who may look at whom?");
    const auto fill =
        chapter.number("fill", -10, -1e9, 0, "what a mask adds to a masked score");
    const auto pad = chapter.choice("pad", tokens, "the word that is padding", 3);

    chapter.section("Three masks", three_masks, pad).draws("06_masks");
    chapter.section("Another future", another_future);
    chapter.section("Two alignments", alignments).draws("06_alignments");
    chapter.section("One mask, many conventions", conventions, pad);
    chapter.section("What leaks", leaks, fill).draws("06_leak");
    chapter.section("Three rows, five conventions", three_rows).draws("06_all_masked");
    chapter.section("A NaN behind the mask", poison);
    chapter.section("The note's function", the_notes_function);
    chapter.section("Put your attention to the test", ours_to_the_test);
    chapter.section("Why not simpler", why_not_simpler).draws("06_too_late");
}

}  // namespace attn::chapters::ch06

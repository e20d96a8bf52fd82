// Chapter 6, Further: what the road can do without. It runs with --more, or when its own knob is
// given: --fill -40.

#include "chapters/06_masking/06_masking.hpp"

#include <algorithm>
#include <limits>

#include "attn/attention.hpp"
#include "attn/mask_conventions.hpp"
#include "chapters/examples/small_example.hpp"
#include "chapters/printing/show.hpp"
#include "chapters/study_notes/tensorflow_attention.hpp"
#include "support/text/print.hpp"

namespace attn::chapters::ch06 {
namespace {

void what_leaks(Page& page, double fill) {
    page.show_words(leak_table(fill));
    page.draw(leak_figure(fill));
}

void alignments(Page& page) {
    const auto tell = [&](std::size_t n_query, std::size_t n_key) {
        using enum CausalAlignment;
        page.show("first sees first",
                  allowed_matrix(causal_mask(n_query, n_key, first_sees_first)));
        page.show("last sees last",
                  allowed_matrix(causal_mask(n_query, n_key, last_sees_last)));
    };
    tell(2, 5);
    tell(5, 2);
    page.draw(alignments_figure());
}

// The same mask, all padded, in three forms; then what happens when a form is mistaken.
void conventions(Page& page) {
    const Labels words{"I", "love", "you", "<pad>"};
    const AttentionMask row = padding_mask(1, {0, 1, 2, 3}, 3);
    const Matrix blocked = blocked_matrix(row);
    page.show("blocked", blocked, {}, words);
    page.show("allowed", allowed_matrix(row), {}, words);
    page.show("to add", additive_matrix(row), {}, words);
    const bool all_back = mask_from_blocked(blocked) == row &&
                          mask_from_allowed(allowed_matrix(row)) == row &&
                          mask_from_additive(additive_matrix(row)) == row;
    page.say("all three read back: ", all_back ? "the same mask" : "DIFFERENT");
    page.show("blocked, read as allowed", allowed_matrix(mask_from_allowed(blocked)), {},
              words);
    page.show("blocked * -1e9 in float16", product_in_float16(blocked, -1e9), {}, words);
}

/// A row of scores, of which some are masked, under each convention.
void tell_answers(Page& page, const std::string& name, const Numbers& scores,
                  const Numbers& blocked) {
    const std::vector<Answer> answers = answers_to(scores, blocked);
    Matrix table(answers.size(), scores.size());
    Labels rows, columns;
    for (std::size_t i = 0; i < answers.size(); ++i) {
        const auto& weights = answers[i].weights;
        rows.push_back(answers[i].convention);
        table.set_row(i, weights);
    }
    for (std::size_t j = 0; j < scores.size(); ++j) {
        columns.push_back(number_text(scores[j], 0) + (blocked[j] == 1 ? "*" : ""));
    }
    page.show(name, table, rows, columns);
}

void two_rows(Page& page) {
    page.say("The columns are the scores; a star marks a masked one.");
    tell_answers(page, "normal", {0, 1, -1, 2}, {0, 0, 0, 1});
    tell_answers(page, "extreme", {-20000, -20001, 5}, {0, 0, 1});
}

void the_notes_function(Page& page) {
    const notes::Batch temp_q{{{{0, 0, 10}, {0, 10, 0}, {10, 10, 0}}}};
    const notes::Batch temp_k{{{{10, 0, 0}, {0, 10, 0}, {0, 0, 10}, {0, 0, 10}}}};
    const notes::Batch temp_v{{{{1, 0}, {10, 0}, {100, 5}, {1000, 6}}}};
    const std::vector<Ids> ids{{1, 21, 777, 0, 0}};
    const auto [output, weights] =
        notes::scaled_dot_product_attention(temp_q, temp_k, temp_v);
    page.show("weights", weights[0][0], {}, {}, 2);
    page.show("output", output[0][0], {}, {}, 2);
    page.say("the second row's first weight is really ",
             number_or_power(weights[0][0](1, 0), 3));
    page.show("padding of 1 21 777 0 0", notes::create_padding_mask(ids)[0][0]);
    page.show("look ahead, with padding", notes::create_look_ahead_mask(ids)[0][0]);
}

}  // namespace

void further(Chapter& chapter) {
    const auto fill =
        chapter.number("fill", -10, -1e9, 0, "what a mask adds to a masked score");
    chapter.more("What leaks", what_leaks, fill).draws("06_leak");
    chapter.more("Two alignments", alignments).draws("06_alignments");
    chapter.more("One mask, many conventions", conventions);
    chapter.more("Two rows, five conventions", two_rows);
    chapter.more("The note's function", the_notes_function);
}

}  // namespace attn::chapters::ch06

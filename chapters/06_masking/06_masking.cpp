// Chapter 6, docs/06_masking.md: Who may look at whom?
//
// New here: masks (attn/attention_mask.hpp), attention with a mask or a bias (attn/attention.hpp) and
// properties (attn/properties/attention_properties.hpp). From before: scaled attention (chapter 5), number formats
// (chapter 3). The wrong ways are in compared_masks.cpp, the pictures in figures.cpp; a study
// note's own function is in notes/tensorflow_attention.cpp.
//
// Try: --fill -40    --fill -10000    --pad I

#include <cmath>
#include <iostream>
#include <limits>
#include <string>
#include <vector>

#include "attn/attention.hpp"
#include "attn/attention_mask.hpp"
#include "attn/mask_conventions.hpp"
#include "attn/properties/attention_properties.hpp"
#include "attn/softmax.hpp"
#include "attn/text/print.hpp"
#include "chapters/06_masking/compared_masks.hpp"
#include "chapters/06_masking/figures.hpp"
#include "chapters/common/chapter.hpp"
#include "chapters/common/rows.hpp"
#include "chapters/common/show.hpp"
#include "chapters/common/small_example.hpp"
#include "chapters/notes/tensorflow_attention.hpp"

using namespace attn;
using namespace attn::chapters;
using namespace attn::small_example;
using std::cout;
using Labels = std::vector<std::string>;

namespace {

AttentionMask without_word(std::size_t pad) {
    return padding_mask(4, {0, 1, 2, 3}, pad);
}

std::vector<Matrix> three_masks(const std::vector<AttentionMask>& masks) {
    const Labels names{"padding", "causal", "both"};
    std::vector<Matrix> weights;
    for (std::size_t m = 0; m < masks.size(); ++m) {
        const AttentionTrace trace = scaled_dot_product_attention(q, k, v, masks[m]);
        PrintStyle style{.row_labels = tokens, .column_labels = tokens, .decimals = 4};
        cout << (m > 0 ? "\n" : "")
             << matrix_text(names[m] + ": weights", trace.weights, style) << "\n";
        style.column_labels = hand_over_columns;
        cout << matrix_text(names[m] + ": output", trace.output, style);
        weights.push_back(trace.weights);
    }
    return weights;
}

void another_future() {
    Matrix other_q = q, other_k = k, other_v = v;
    for (Matrix* m : {&other_q, &other_k, &other_v}) {
        for (const std::size_t token : {2u, 3u}) {
            for (double& entry : m->row(token)) entry = 100 - 7 * entry;
        }
    }
    const auto row_love = [](const std::string& name, const AttentionTrace& trace) {
        Matrix row(1, 4);
        for (std::size_t j = 0; j < 4; ++j) row(0, j) = trace.output(1, j);
        cout << matrix_text(name, row, {.column_labels = hand_over_columns, .decimals = 4});
        return row;
    };
    const Matrix before = row_love("I love you all: output of love",
                                   scaled_dot_product_attention(q, k, v, causal_mask(4)));
    const Matrix after =
        row_love("I love ??? ???: output of love",
                 scaled_dot_product_attention(other_q, other_k, other_v, causal_mask(4)));
    cout << "equal to the bit: " << (before == after ? "yes" : "no") << "\n";
}

void alignments() {
    for (const auto& [n_query, n_key] :
         {std::pair<std::size_t, std::size_t>{2, 5}, {5, 2}}) {
        for (const bool from_front : {true, false}) {
            const AttentionMask mask =
                causal_mask(n_query, n_key,
                            from_front ? CausalAlignment::first_sees_first
                                       : CausalAlignment::last_sees_last);
            cout << matrix_text(from_front ? "first sees first" : "last sees last",
                                allowed_matrix(mask), {.decimals = 0});
        }
    }
}

void conventions(const AttentionMask& mask) {
    const AttentionMask row = mask_from_allowed(row_of(allowed_matrix(mask), 0));
    const auto show = [](const std::string& name, const Matrix& m) {
        cout << matrix_text(name, m, {.column_labels = tokens, .decimals = 0});
    };
    const Matrix blocked = blocked_matrix(row);
    show("blocked", blocked);
    show("allowed", allowed_matrix(row));
    show("to add", additive_matrix(row));
    const bool all_back = mask_from_blocked(blocked) == row &&
                          mask_from_allowed(allowed_matrix(row)) == row &&
                          mask_from_additive(additive_matrix(row)) == row;
    cout << "all three read back: " << (all_back ? "the same mask" : "DIFFERENT") << "\n\n";
    show("blocked, read as allowed", allowed_matrix(mask_from_allowed(blocked)));
    cout << "\n";
    show("blocked * -1e9 in float16", product_in_float16(blocked, -1e9));
}

void leaks(double own_fill) {
    std::vector<Labels> lines{{"fill", "equal", "+30", "+300", "+3000"}};
    for (const double fill : {own_fill, -1.0, -100.0, -1e4, -1e9}) {
        lines.push_back(
            {fill == -1e9 ? "-1e9" : number_text(fill, fill == std::trunc(fill) ? 0 : 2)});
        for (const double above : scores_above) {
            lines.back().push_back(share_text(leak(above, fill)));
        }
    }
    lines[1][0] += " (--fill)";
    cout << "What a masked key still gets, if its score is so much above the other's.\n\n"
         << lines_text(lines, 12);
}

void show_answers(const std::string& name, const std::vector<double>& scores,
                  const std::vector<double>& blocked) {
    const std::vector<Answer> answers = answers_to(scores, blocked);
    Matrix table(answers.size(), scores.size());
    Labels names;
    for (std::size_t i = 0; i < answers.size(); ++i) {
        names.push_back(answers[i].convention);
        for (std::size_t j = 0; j < scores.size(); ++j) table(i, j) = answers[i].weights[j];
    }
    Labels columns;
    for (std::size_t j = 0; j < scores.size(); ++j) {
        columns.push_back(number_text(scores[j], 0) + (blocked[j] == 1 ? "*" : ""));
    }
    cout << matrix_text(name, table,
                        {.row_labels = names, .column_labels = columns, .decimals = 4});
}

void poison() {
    Matrix torn = v;
    torn(3, 3) = std::numeric_limits<double>::quiet_NaN();
    const AttentionTrace trace = scaled_dot_product_attention(q, k, torn, without_word(3));
    cout << matrix_text(
        "output, all masked, its value NaN", trace.output,
        {.row_labels = tokens, .column_labels = hand_over_columns, .decimals = 4});
}

void the_notes_function() {
    const notes::Batch temp_q{{{{0, 0, 10}, {0, 10, 0}, {10, 10, 0}}}};
    const notes::Batch temp_k{{{{10, 0, 0}, {0, 10, 0}, {0, 0, 10}, {0, 0, 10}}}};
    const notes::Batch temp_v{{{{1, 0}, {10, 0}, {100, 5}, {1000, 6}}}};
    const auto [output, weights] =
        notes::scaled_dot_product_attention(temp_q, temp_k, temp_v);
    cout << matrix_text("weights", weights[0][0]) << matrix_text("output", output[0][0])
         << "the second row's first weight is really "
         << number_or_power(weights[0][0](1, 0), 3) << "\n\n";
    const std::vector<std::vector<std::size_t>> ids{{1, 21, 777, 0, 0}};
    cout << matrix_text("padding of 1 21 777 0 0", notes::create_padding_mask(ids)[0][0],
                        {.decimals = 0})
         << matrix_text("look ahead, with padding",
                        notes::create_look_ahead_mask(ids)[0][0], {.decimals = 0});
}

/// Puts any attention to the test: one line for each property.
void put_to_the_test(const AttentionFunction& attention) {
    for (const auto& property : attention_properties()) {
        const Counterexample broken = property.check(attention);
        cout << (broken ? "BROKEN " : "holds  ") << property.name << "\n";
        if (broken) cout << "       " << *broken << "\n";
    }
}

AttentionTrace library_attention(const Matrix& a, const Matrix& b, const Matrix& c,
                                 const AttentionMask& mask) {
    return scaled_dot_product_attention(a, b, c, mask);
}

Matrix why_not_simpler() {
    const AttentionTrace wrong = masked_after_softmax(q, k, v, causal_mask(4));
    Matrix table(4, 5);
    for (std::size_t i = 0; i < 4; ++i) {
        for (std::size_t j = 0; j < 4; ++j) {
            table(i, j) = wrong.weights(i, j);
            table(i, 4) += wrong.weights(i, j);
        }
    }
    Labels columns = tokens;
    columns.push_back("sum");
    cout << matrix_text("masked after softmax", table,
                        {.row_labels = tokens, .column_labels = columns, .decimals = 4});
    return wrong.weights;
}

}  // namespace

int main(int argc, char** argv) {
    Chapter chapter("06_masking", "Who may look at whom?");
    double fill = -10;
    std::size_t pad = 3;
    chapter.options().add("fill", fill, -1e9, 0, "what a mask adds to a masked score");
    chapter.options().add_choice("pad", tokens, pad, "the word that is padding");

    return chapter.run(argc, argv, [&] {
        chapter.heading("Three masks");
        const AttentionMask padding = without_word(pad);
        const std::vector<AttentionMask> masks{padding, causal_mask(4),
                                               padding & causal_mask(4)};
        const std::vector<Matrix> weights = three_masks(masks);
        chapter.heading("Another future");
        another_future();
        chapter.heading("Two alignments");
        alignments();
        chapter.heading("One mask, many conventions");
        conventions(padding);
        chapter.heading("What leaks");
        leaks(fill);
        chapter.heading("Three rows, five conventions");
        cout << "The columns are the scores; a star marks a masked one.\n\n";
        show_answers("normal", {0, 1, -1, 2}, {0, 0, 0, 1});
        cout << "\n";
        show_answers("extreme", {-20000, -20001, 5}, {0, 0, 1});
        cout << "\n";
        show_answers("nothing to see", {0, 1, -1, 2}, {1, 1, 1, 1});
        chapter.heading("A NaN behind the mask");
        poison();
        chapter.heading("The note's function");
        the_notes_function();
        chapter.heading("Put your attention to the test");
        put_to_the_test(library_attention);
        chapter.heading("Why not simpler");
        const Matrix too_late = why_not_simpler();
        cout << "\n";
        put_to_the_test(masked_after_softmax);

        for (std::size_t m = 0; m < masks.size(); ++m) {
            chapter.keep(Labels{"padding", "causal", "both"}[m], weights[m]);
        }
        chapter.draw(masks_figure(masks, weights, tokens[pad]));
        chapter.draw(alignments_figure());
        chapter.draw(leak_figure(fill));
        chapter.draw(all_masked_figure(answers_to({0, 1, -1, 2}, {1, 1, 1, 1})));
        chapter.draw(too_late_figure(weights[1], too_late, masks[1]));
    });
}

#include "chapters/02_softmax/02_softmax.hpp"

// Chapter 2, docs/02_softmax.md: How do scores become weights?
//
// New: softmax_naive (attn/softmax.hpp), for one row of scores. From before: the words of
// "I am a student" and the table of their scores (1). Detours, in further.cpp: --more.
// Turn a knob: --scores 99,9    --scores -3,4    --temperature 0.5    --scores 710,0

#include <algorithm>
#include <cmath>
#include <set>

#include "attn/matrix.hpp"
#include "attn/softmax.hpp"
#include "chapters/printing/rows.hpp"
#include "chapters/printing/show.hpp"
#include "chapters/program/chapter.hpp"
#include "support/text/print.hpp"

namespace attn::chapters::ch02 {

/// Softmax of each row: every word has one whole to give away.
Matrix weights_along_rows(const Matrix& scores) {
    Matrix weights(scores.rows(), scores.cols());
    for (std::size_t i = 0; i < scores.rows(); ++i) {
        const Numbers row = softmax_naive(scores.row(i));
        weights.set_row(i, row);
    }
    return weights;
}

/// WRONG, on purpose: each column becomes weights, and no row does.
Matrix weights_down_columns(const Matrix& scores) {
    return transpose(weights_along_rows(transpose(scores)));
}

namespace {

// The problem: the first idea gives one word everything, and another less than nothing.
void divide_by_sum(Page& page) {
    Matrix fractions = table;
    for (std::size_t i = 0; i < table.rows(); ++i) {
        const double sum = sum_of(table.row(i));
        for (double& fraction : fractions.row(i)) fraction /= sum;
    }
    page.show("scores", table, words, words);
    page.show("each divided by the sum of its row", fractions, words, words);
}

void scores_become_weights(Page& page, const Numbers& scores) {
    if (!has_weights(scores)) {
        const std::string why = "no weights to trust: " + why_no_weights(scores);
        page.say("scores ", vector_text(scores));
        page.gap();
        page.say(why);
        page.leave_out("02_weights", why);
        return;
    }
    const Labels names = names_of(scores);
    const Numbers weights = softmax_naive(scores);
    Numbers exponentials;
    std::vector<Labels> lines{{"", "score", "e^score", "weight"}};
    for (std::size_t i = 0; i < scores.size(); ++i) {
        exponentials.push_back(std::exp(scores[i]));
        lines.push_back({names[i], exact_text(scores[i]),
                         number_or_power(exponentials[i], 4),
                         number_or_power(weights[i], 4)});
    }
    lines.push_back({"sum", "", number_or_power(sum_of(exponentials), 4),
                     number_or_power(sum_of(weights), 4)});
    page.show_words(lines);
    page.draw(weights_figure(names, scores));
}

void only_differences(Page& page) {
    std::vector<Labels> lines{{"scores", "weights", ""}};
    for (const Numbers& scores : {Numbers{1, 3}, {101, 103}, {-99, -97}, {2, 6}}) {
        const Numbers weights = softmax_naive(scores);
        lines.push_back(
            {vector_text(scores), number_text(weights[0], 4), number_text(weights[1], 4)});
    }
    page.show_words(lines);
}

void temperatures(Page& page, const Numbers& scores, double temperature) {
    std::vector<Labels> lines{names_of(scores)};
    lines[0].insert(lines[0].begin(), "T");
    Labels remarks;
    for (const double t : std::set<double>{0.1, 0.5, 1, 2, 5, 20, temperature}) {
        const Numbers divided_scores = divided(scores, t);
        if (!has_weights(divided_scores)) {
            remarks.push_back("T = " + exact_text(t) + ": " +
                              why_no_weights(divided_scores));
            continue;
        }
        lines.push_back({exact_text(t)});
        for (const double weight : softmax_naive(divided_scores)) {
            lines.back().push_back(number_or_power(weight, 4));
        }
        if (t == temperature && t != 1) lines.back().push_back("your temperature");
    }
    page.show_words(lines);
    if (!remarks.empty()) page.gap();
    for (const std::string& remark : remarks) page.say(remark);
    if (has_weights(divided(scores, 20))) {
        page.draw(temperature_figure(names_of(scores), scores, temperature));
    } else {
        page.leave_out("02_temperature", "no temperature up to 20 gives weights");
    }
}

// Where it breaks: the same table down its columns has the same shape.
void two_axes(Page& page) {
    Matrix louder = X;
    louder.set_row(3, std::vector<double>{4, 0, 2});  // student, twice as long
    const Matrix scores = matmul_transpose_b(louder, louder);
    const Matrix right = weights_along_rows(scores), wrong = weights_down_columns(scores);
    page.say("With student = (4, 0, 2).");
    page.show("along the rows", right, words, words);
    page.say("sums of the rows: ", sums_text(right));
    page.show("WRONG: down the columns", wrong, words, words);
    page.say("sums of the rows: ", sums_text(wrong));
    page.keep("scores", scores);
    page.keep("weights", right);
    page.draw(axis_figure(words, right, wrong));
}

}  // namespace

void contents(Chapter& chapter) {
    chapter.titled("02_softmax", "How do scores become weights?");
    const auto scores =
        chapter.numbers("scores", student, "the scores that become weights");
    const auto temperature =
        chapter.number("temperature", 1, 0.1, 20, "what the scores are divided by");

    chapter.section("Divide by the sum", divide_by_sum);
    chapter.section("Scores become weights", scores_become_weights, scores)
        .draws("02_weights");
    chapter.section("Only differences count", only_differences);
    chapter.section("Temperature", temperatures, scores, temperature)
        .draws("02_temperature");
    chapter.section("Right axis, wrong axis", two_axes).draws("02_axis");
    further(chapter);
}

}  // namespace attn::chapters::ch02

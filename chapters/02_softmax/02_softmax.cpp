#include "chapters/02_softmax/02_softmax.hpp"

// Chapter 2, docs/02_softmax.md: How do scores become weights?
//
// New: softmax_naive (attn/softmax.hpp), for one row of scores. From before: the scores of "it"
// with five words (1). Detours, in further.cpp: --more.
// Turn a knob: --scores 99,9    --scores -3,4    --temperature 0.5    --scores 710,0

#include <algorithm>
#include <cmath>
#include <set>

#include "attn/softmax.hpp"
#include "chapters/printing/rows.hpp"
#include "chapters/printing/show.hpp"
#include "support/text/print.hpp"

namespace attn::chapters::ch02 {

/// Softmax of each row: every word has one whole to divide.
Matrix weights_along_rows(const Matrix& scores) {
    Matrix weights(scores.rows(), scores.cols());
    for (std::size_t i = 0; i < scores.rows(); ++i) {
        weights.set_row(i, softmax_naive(scores.row(i)));
    }
    return weights;
}

/// WRONG, on purpose: each column becomes weights, and no row does.
Matrix weights_down_columns(const Matrix& scores) {
    return transpose(weights_along_rows(transpose(scores)));
}

Numbers divided(std::span<const double> scores, double temperature) {
    Numbers quotients;
    for (const double score : scores) quotients.push_back(score / temperature);
    return quotients;
}

namespace {

/// The words where there is a score for each, else "x_0", "x_1", ...
Labels names_of(const Numbers& scores) {
    if (scores.size() == words.size()) return words;
    Labels names;
    for (std::size_t i = 0; i < scores.size(); ++i)
        names.push_back("x_" + std::to_string(i));
    return names;
}

// The problem: the first idea gives a word less than nothing.
void divide_by_sum(Page& page) {
    const double sum = sum_of(scores_of_it);
    std::vector<Labels> lines{{"", "score", "part", "minutes"}};
    for (std::size_t i = 0; i < words.size(); ++i) {
        const double part = scores_of_it[i] / sum;
        lines.push_back({words[i], exact_text(scores_of_it[i]), number_text(part, 4),
                         number_text(60 * part, 1)});
    }
    lines.push_back({"sum", exact_text(sum), number_text(1, 4), number_text(60, 1)});
    page.show_words(lines);
}

// What a pencil can do: only the lead counts, and each point of it doubles the share.
void doubling(Page& page) {
    const double last = *std::ranges::min_element(scores_of_it);
    Numbers shares;
    for (const double score : scores_of_it) shares.push_back(std::exp2(score - last));
    std::vector<Labels> lines{{"", "score", "ahead of street", "shares", "minutes"}};
    for (std::size_t i = 0; i < words.size(); ++i) {
        lines.push_back({words[i], exact_text(scores_of_it[i]),
                         exact_text(scores_of_it[i] - last), exact_text(shares[i]),
                         number_text(60 * shares[i] / sum_of(shares), 1)});
    }
    lines.push_back({"sum", "", "", exact_text(sum_of(shares)), number_text(60, 1)});
    page.show_words(lines);
    page.draw(exponential_figure());
}

void scores_become_weights(Page& page, const Numbers& scores) {
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
    if (std::isfinite(sum_of(exponentials)) && sum_of(exponentials) > 0) {
        page.draw(weights_figure(names, scores));
    } else {
        page.leave_out("02_weights", "no double holds these exponentials (chapter 5)");
    }
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
    for (const double t : std::set<double>{0.1, 0.5, 1, 2, 5, 20, temperature}) {
        lines.push_back({exact_text(t)});
        for (const double weight : softmax_naive(divided(scores, t))) {
            lines.back().push_back(number_text(weight, 4));
        }
        if (t == temperature && t != 1) lines.back().push_back("your temperature");
    }
    page.show_words(lines);
    page.draw(temperature_figure(names_of(scores), scores, temperature));
}

// Where it breaks: the same table down its columns has the same shape.
void two_axes(Page& page) {
    const Matrix& x = animal_sentence::five_words;
    const Matrix scores = matmul_transpose_b(x, x);
    const Matrix right = weights_along_rows(scores), wrong = weights_down_columns(scores);
    page.show("A", right, words, words);
    page.show("B", wrong, words, words);
    page.keep("scores", scores);
    page.keep("weights", right);
    page.draw(axis_figure(words, right, wrong));
}

}  // namespace

void contents(Chapter& chapter) {
    chapter.titled("02_softmax", "How do scores become weights?");
    const auto scores =
        chapter.numbers("scores", scores_of_it, "the scores that become weights");
    const auto temperature =
        chapter.number("temperature", 1, 0.1, 20, "what the scores are divided by");

    chapter.section("Divide by the sum", divide_by_sum);
    chapter.section("Each point of lead doubles", doubling).draws("02_exponential");
    chapter.section("Scores become weights", scores_become_weights, scores)
        .draws("02_weights");
    chapter.section("Only differences count", only_differences);
    chapter.section("Temperature", temperatures, scores, temperature)
        .draws("02_temperature");
    chapter.section("Which of these two is wrong", two_axes).draws("02_axis");
    further(chapter);
}

}  // namespace attn::chapters::ch02

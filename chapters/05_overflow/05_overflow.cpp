#include "chapters/05_overflow/05_overflow.hpp"

// Chapter 5, docs/05_overflow.md: When does exp break, and what saves it?
//
// One large score turns chapter 4's attention into NaN. One subtraction in softmax saves it.
// New: softmax, softmax_rows, log_sum_exp (attn/softmax.hpp). From before: softmax_naive (2).
// Turn a knob: --scores 700,712,3    --scores 88.5,88.6. Detours, in further.cpp: --more.

#include <algorithm>
#include <cmath>

#include "attn/attention.hpp"
#include "attn/softmax.hpp"
#include "chapters/examples/small_example.hpp"
#include "chapters/printing/show.hpp"
#include "chapters/printing/words.hpp"
#include "chapters/program/chapter.hpp"
#include "support/text/print.hpp"

namespace attn::chapters::ch05 {
namespace {

using Float = float;  // an exercise makes it a double
using Floats = std::vector<Float>;

/// Chapter 2's softmax in a type that may be narrower than double.
Floats naive(const Floats& scores) {
    Floats weights;
    Float sum = 0;
    for (const Float score : scores) {
        weights.push_back(std::exp(score));
        sum += weights.back();
    }
    for (Float& weight : weights) weight /= sum;
    return weights;
}

/// The same, after the largest score has been subtracted from all; there is at least one.
Floats stable(Floats scores) {
    const Float largest = *std::max_element(scores.begin(), scores.end());
    for (Float& score : scores) score -= largest;  // now at most 0
    return naive(scores);
}

Floats as_floats(const Numbers& numbers) {
    return Floats(numbers.begin(), numbers.end());
}

template <class Weights>
std::string weights_text(const Weights& weights, const char* between = "  ") {
    Labels texts;
    for (const auto weight : weights) texts.push_back(number_text(weight, 4));
    return joined(texts, between);
}

/// Chapter 4's attention with the formula of softmax as it stands.
Matrix naive_attention(const Matrix& q, const Matrix& k, const Matrix& v) {
    const Matrix scaled =
        matmul_transpose_b(q, k) / std::sqrt(static_cast<double>(k.cols()));
    Matrix weights = scaled;
    for (std::size_t i = 0; i < scaled.rows(); ++i) {
        weights.set_row(i, softmax_naive(scaled.row(i)));
    }
    return matmul(weights, v);
}

/// How much longer queries and keys are than chapter 4's. Scores are as the square of it.
constexpr double loud = 20;

// The problem: one query is too long, and after two rounds of attention no word is left.
void twenty_times_as_loud(Page& page) {
    using namespace small_example;
    const Matrix once = naive_attention(q * loud, k * loud, v);
    page.show("output of attention with chapter 2's softmax", once, tokens, word_columns);
    page.say("NaN when it is attended again: ",
             rows_of_nan(naive_attention(once, once, once), tokens));
}

// The same query, and a softmax that is safe.
void heard(Page& page) {
    using namespace small_example;
    page.show("output of attention with stable softmax",
              scaled_dot_product_attention(q * loud, k * loud, v).output, tokens,
              word_columns);
}

// Chapter 2's scores, moved up and down, in a type of half the size.
void in_float(Page& page) {
    std::vector<Labels> lines{{"scores", "in double", "in float"}};
    for (const Numbers& scores : {Numbers{1, 3}, {101, 103}, {-99, -97}, {-199, -197}}) {
        lines.push_back({vector_text(scores), weights_text(softmax_naive(scores)),
                         weights_text(naive(as_floats(scores)))});
    }
    page.show_words(lines);
}

// Both forms side by side, step by step.
void your_scores(Page& page, const Numbers& scores) {
    const auto text = [](Float value) { return number_or_power(value, 4); };
    const double c = *std::max_element(scores.begin(), scores.end());
    const Floats given = as_floats(scores), weights = naive(given), saved = stable(given);
    Float sum = 0, sum_below = 0;
    std::vector<Labels> lines{
        {"score", "e^score", "naive", "minus " + exact_text(c), "e^that", "stable"}};
    for (std::size_t i = 0; i < scores.size(); ++i) {
        const Float below = given[i] - static_cast<Float>(c);
        const Float e = std::exp(given[i]), e_below = std::exp(below);
        lines.push_back({exact_text(scores[i]), text(e), text(weights[i]),
                         number_text(below, 2), text(e_below), text(saved[i])});
        sum += e;
        sum_below += e_below;
    }
    lines.push_back({"sum", text(sum), "", "", text(sum_below), ""});
    page.show_words(lines);
    page.keep("scores", scores);
    page.keep("weights", softmax(scores));
    page.draw(window_figure(scores));
}

// Every type has an end.
Labels ends_of(const char* name, const NumberFormat& format) {
    const ExpLimits at = exp_limits(format);
    return {name, scientific_text(largest_finite(format), 4),
            number_text(at.rounds_to_infinity, 4), number_text(at.rounds_to_zero, 4)};
}

void where_exp_ends(Page& page) {
    page.show_words({{"", "largest number", "e^x = inf above", "e^x = 0 below"},
                     ends_of("float", float32),
                     ends_of("double", float64)});
}

// Two repairs that look obvious.
void other_repairs(Page& page) {
    const auto line = [](const char* repair, const auto& given, const Numbers& scores) {
        return Labels{repair, "(" + weights_text(given, ", ") + ")",
                      "(" + weights_text(softmax(scores), ", ") + ")"};
    };
    page.show_words({{"", "gives", "should be"},
                     line("wider type: (800, 799), double",
                          softmax_naive(Numbers{800, 799}), {800, 799}),
                     line("one maximum: (0, 1) minus 801", naive({-801, -800}), {0, 1})});
}

}  // namespace

void contents(Chapter& chapter) {
    chapter.titled("05_overflow", "When does exp break, and what saves it?");
    const auto scores =
        chapter.numbers("scores", {101, 103}, "the scores that become weights");

    chapter.section("Twenty times as loud", twenty_times_as_loud);
    chapter.section("Where exp ends", where_exp_ends);
    chapter.section("The same lines in float", in_float);
    chapter.section("Your scores", your_scores, scores).draws("05_window");
    chapter.section("Two other repairs", other_repairs);
    chapter.section("As loud, and heard", heard);
    further(chapter, scores);
}

}  // namespace attn::chapters::ch05

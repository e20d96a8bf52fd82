#include "chapters/04_query_key_value/figures.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "chapters/common/rows.hpp"
#include "chapters/common/small_example.hpp"
#include "plots/labels.hpp"

namespace attn::chapters {
namespace {

using namespace fig;
using enum Paint;

std::string quoted(const std::string& word) {
    return "“" + word + "”";
}

/// A column of words instead of numbers.
Plot column_of_words(const std::string& name, const Texts& rows, const Texts& words) {
    const Matrix none(words.size(), 1, std::numeric_limits<double>::quiet_NaN());
    return table(name, none, rows, {}, {.texts = words});
}

}  // namespace

Figure dictionary_figure(const Labels& keys, const Matrix& values,
                         std::optional<std::size_t> hard, const AttentionTrace& soft) {
    const std::string answer = number_label(soft.output(0, 0), 2);
    Texts entries, verdicts, scores, terms;
    Bars shares{{}, {teal}};
    for (std::size_t i = 0; i < keys.size(); ++i) {
        const std::string value = number_label(values(i, 0), 0);
        const double weight = soft.weights(0, i);
        entries.push_back(keys[i] + " = " + value);
        verdicts.push_back(hard == i ? "yes" : "no");
        scores.push_back(short_label(soft.scores(0, i)));
        shares.values.push_back(weight);
        shares.numbers.push_back(number_label(weight, 3));
        terms.push_back("× " + value + " = " + number_label(weight * values(i, 0), 3));
    }
    Plot same = column_of_words("hard: same?", entries, verdicts),
         alike = column_of_words("soft: how alike", entries, scores),
         shared = bars("share × value", entries, shares, 1);
    same.below = hard ? "found: " + number_label(values(*hard, 0), 0) : "nothing found";
    shared.y.opposite = labels(terms, ink, false);
    shared.below = "added up: " + answer;
    return {
        "04_dictionary",
        hard ? "Even an exact query mixes: " + answer
             : "A word not in the dictionary still gets " + answer,
        "Hard: is it the same word? Soft: how alike are query and key?",
        {{same.painted(rust), alike.painted(teal), Step{"softmax"}, shared.painted(teal)}}};
}

Figure one_query_figure(const Labels& words, std::size_t query,
                        const AttentionTrace& trace) {
    const auto weights = trace.weights.row(0);
    const std::size_t best = argmax(weights);
    const double equal_share = 1.0 / static_cast<double>(words.size());
    const bool has_favourite = weights[best] > equal_share + 1e-9;
    Plot plot = bars("", words, {{weights.begin(), weights.end()}}, 1);
    plot.marks.push_back(
        Rule{equal_share, "equal shares: " + number_label(equal_share, 2) + " each"});
    return {"04_one_query",
            quoted(words[query]) +
                (has_favourite ? " gives " + number_label(100 * weights[best], 0) +
                                     " % of its attention to " + quoted(words[best])
                               : " looks at all words alike"),
            "Shares of one query over eleven keys. They sum to 1.",
            {{plot}}};
}

Figure all_queries_figure(const Labels& words, const AttentionTrace& trace) {
    Plot plot = table("", trace.weights, words, words).framed({7, 1});
    plot.y.name = "query ↓";
    plot.x.name = "key →";
    return {"04_all_queries",
            "“it” looks at “animal”, “the” at all words alike",
            "Each row is one query’s shares of attention; a row sums to 1.",
            {{plot}}};
}

Figure translation_figure(const Labels& queries, const Labels& keys,
                          const AttentionTrace& trace) {
    Plot plot = table("", trace.weights, queries, keys).framed({7, 1});
    plot.y.name = "query (looking) ↓";
    plot.x.name = "key (looked at) →";
    return {"04_translation",
            "“sea” looks at 바다에, not at 싶어",
            "Rows are being written; columns were read: I, to the sea, go, want.",
            {{plot}}};
}

Figure small_sentence_figure(const AttentionTrace& trace) {
    using namespace small_example;
    return {"04_small_sentence",
            "Scores become shares, shares mix the values",
            "Each row is a word that looks at all four words.",
            {{table("scores", trace.scores, tokens, tokens, signed_to(4, 0)),
              Step{"softmax"}, table("weights", trace.weights, tokens, tokens), Step{"× V"},
              table("output", trace.output, tokens, word_columns, signed_to(3, 1))}}};
}

Figure weighted_sum_figure(const AttentionTrace& trace) {
    using namespace small_example;
    const std::size_t you = 2, best = argmax(trace.weights.row(you));
    const Matrix weights = transpose(row_of(trace.weights, you));
    Matrix terms = v;
    for (std::size_t j = 0; j < terms.rows(); ++j) {
        for (double& value : terms.row(j)) value *= weights(j, 0);
    }
    return {"04_weighted_sum",
            "“you” mostly receives what " + quoted(tokens[best]) + " hands over",
            "Each word’s values times its weight; every column is added up.",
            {{table("weight", weights, tokens, {}),
              table("× what it hands over", v, tokens, word_columns, signed_to(3, 0)),
              table("= what arrives", terms, tokens, word_columns, signed_to(3))
                  .framed({best, 0, 1, terms.cols()})},
             {Nothing{}, Nothing{}, Step{"added up"}},
             {Nothing{}, Words{"the output of “you”:"},
              table("", row_of(trace.output, you), {}, word_columns, signed_to(3))}}};
}

Figure lean_figure(const Matrix& keys, const Matrix& prices) {
    Line soft{{}, teal, "attention"};
    for (int step = -80; step <= 80; ++step) {
        const double lean = step / 20.0;
        const Matrix q{{20 + lean / 2, 20 - lean / 2, 0, 0}};
        soft.points.push_back({lean, dot_product_attention(q, keys, prices).output(0, 0)});
    }
    Plot plot{.x = {.name = "wish for Pepsi − wish for coffee",
                    .ticks = ticks_at({-4, -2, 0, 2, 4})},
              .y = {.name = "won",
                    .first = 1300,
                    .last = 2700,
                    .ticks = ticks_at({1500, 2000, 2500})},
              .height = 1.1};
    plot.marks = {Line{{{-4, prices(1, 0)}, {0, prices(1, 0)}}, rust},
                  Line{{{0, prices(0, 0)}, {4, prices(0, 0)}}, rust, "best key only"},
                  soft};
    return {"04_lean",
            "The best key alone makes the answer jump",
            "The price for a guest who leans to coffee (left) or to Pepsi (right).",
            {{plot}}};
}

}  // namespace attn::chapters

#include "chapters/04_query_key_value/figures.hpp"

#include <algorithm>

#include "attn/text/print.hpp"
#include "chapters/common/rows.hpp"
#include "chapters/common/small_example.hpp"
#include "plots/chart.hpp"
#include "plots/heat_map.hpp"
#include "plots/panels.hpp"

namespace attn::chapters {
namespace {

using namespace plots;

std::string quoted(const std::string& word) {
    return "“" + word + "”";
}

/// "1 × 0.014 + 2 × 0.105 + … = 2.97"
std::string mixture_text(const Matrix& values, const AttentionTrace& soft) {
    std::string text;
    for (std::size_t i = 0; i < values.rows(); ++i) {
        text += (i == 0 ? "" : " + ") + label_text(values(i, 0), 0) + " × " +
                label_text(soft.weights(0, i), 3);
    }
    return text + " = " + label_text(soft.output(0, 0), 2);
}

}  // namespace

Figure dictionary_figure(const Labels& keys, const Matrix& values,
                         std::optional<std::size_t> hard, const AttentionTrace& soft) {
    const std::string answer = label_text(soft.output(0, 0), 2);
    Figure figure{
        .name = "04_dictionary",
        .title = hard ? "Even an exact query mixes: " + answer
                      : "A word not in the dictionary still gets " + answer,
        .subtitle = "Hard: is it the same word? Soft: how alike are query and key?",
        .height = 440,
        .table = {{"key", "value", "score", "weight"}, {}}};
    Canvas& canvas = figure.canvas;
    canvas.text({margin, 116}, "hard lookup", {.bold = true});
    canvas.text({250, 116}, "soft lookup: shares", {.bold = true});
    std::vector<Bar> bars;
    for (std::size_t i = 0; i < keys.size(); ++i) {
        const double y = 166 + 52 * static_cast<double>(i);
        canvas.text({margin, y}, keys[i] + " = " + label_text(values(i, 0), 0));
        canvas.text({150, y}, hard == i ? "yes" : "no", {.colour = muted});
        bars.push_back({keys[i], soft.weights(0, i), teal, 3});
        figure.table.rows.push_back({keys[i], exact_text(values(i, 0)),
                                     exact_text(soft.scores(0, i)),
                                     exact_text(soft.weights(0, i))});
    }
    draw_bars(canvas, {330, 140, 300, 208}, bars, 0, 1);
    canvas.text({margin, 392},
                hard ? "found: " + label_text(values(*hard, 0), 0) : "nothing found",
                {.colour = rust, .bold = true});
    canvas.text({250, 392}, mixture_text(values, soft));
    return figure;
}

Figure one_query_figure(const Labels& words, std::size_t query,
                        const AttentionTrace& trace) {
    const std::size_t best = argmax(trace.weights.row(0));
    const double share = trace.weights(0, best);
    const double equal_share = 1.0 / static_cast<double>(words.size());
    const bool has_favourite = share > equal_share + 1e-9;
    Figure figure{
        .name = "04_one_query",
        .title = quoted(words[query]) +
                 (has_favourite ? " gives " + label_text(100 * share, 0) +
                                      " % of its attention to " + quoted(words[best])
                                : " looks at all words alike"),
        .subtitle = "Shares of one query over eleven keys. They sum to 1.",
        .height = 582,
        .table = {{"key", "score", "weight"}, {}}};
    std::vector<Bar> bars;
    for (std::size_t i = 0; i < words.size(); ++i) {
        bars.push_back({words[i], trace.weights(0, i), blue});
        figure.table.rows.push_back(
            {words[i], exact_text(trace.scores(0, i)), exact_text(trace.weights(0, i))});
    }
    const Box box{120, 106, 500, 418};
    const double equal_length = box.width * equal_share;
    figure.canvas.add(Rectangle{{box.left, box.top, equal_length, box.height}, grid});
    draw_bars(figure.canvas, box, bars, 0, 1);
    figure.canvas.text(
        {box.left, box.bottom() + 22},
        "grey: equal shares would be " + label_text(equal_share, 2) + " each",
        {.colour = muted});
    return figure;
}

Figure all_queries_figure(const Labels& words, const AttentionTrace& trace) {
    return heat_map_figure(
        {.name = "04_all_queries",
         .title = "“it” looks at “animal”, “the” at all words alike",
         .subtitle = "Each row is one query’s shares of attention; a row "
                     "sums to 1."},
        {.values = trace.weights,
         .row_labels = words,
         .column_labels = words,
         .row_axis = "query ↓",
         .column_axis = "key →",
         .evidence = Cell{7, 1}});
}

Figure translation_figure(const Labels& queries, const Labels& keys,
                          const AttentionTrace& trace) {
    return heat_map_figure(
        {.name = "04_translation",
         .title = "“sea” looks at 바다에, not at 싶어",
         .subtitle = "Rows are being written; columns were read: I, to the sea, go, want."},
        {.values = trace.weights,
         .row_labels = queries,
         .column_labels = keys,
         .evidence = Cell{7, 1}});
}

Figure small_sentence_figure(const AttentionTrace& trace) {
    using namespace small_example;
    Figure figure{.name = "04_small_sentence",
                  .title = "Scores become shares, shares mix the values",
                  .subtitle = "Each row is a word that looks at all four words.",
                  .height = 400};
    constexpr double pitch = 40;
    constexpr double top = 200;
    constexpr double width = 4 * pitch;
    constexpr double gap = 68;
    const double x[] = {80, 80 + width + gap, 80 + 2 * (width + gap)};
    HeatMap scores{.values = trace.scores,
                   .row_labels = tokens,
                   .column_labels = tokens,
                   .row_axis = "",
                   .column_axis = "",
                   .palette = Palette::diverging,
                   .limit = 4,
                   .decimals = 0};
    HeatMap weights = scores;
    weights.values = trace.weights;
    weights.row_labels = {};
    weights.palette = Palette::shares;
    weights.decimals = 2;
    HeatMap output = scores;
    output.values = trace.output;
    output.row_labels = {};
    output.column_labels = hand_over_columns;
    output.limit = 3;
    output.decimals = 1;
    Canvas& canvas = figure.canvas;
    draw_panel(canvas, {x[0], top}, pitch, "scores", 82, scores);
    draw_panel(canvas, {x[1], top}, pitch, "weights", 82, weights);
    draw_panel(canvas, {x[2], top}, pitch, "output", 82, output);
    draw_step(canvas, x[0] + width + 4, x[1] - 4, top + width / 2, "softmax");
    draw_step(canvas, x[1] + width + 4, x[2] - 4, top + width / 2, "× V");
    figure.table = matrix_table("query", tokens, tokens, trace.weights);
    return figure;
}

Figure weighted_sum_figure(const AttentionTrace& trace) {
    using namespace small_example;
    const std::size_t you = 2;
    Matrix weights(4, 1);
    Matrix terms(4, 4);
    Matrix sum(1, 4);
    for (std::size_t j = 0; j < 4; ++j) {
        weights(j, 0) = trace.weights(you, j);
        sum(0, j) = trace.output(you, j);
        for (std::size_t c = 0; c < 4; ++c) terms(j, c) = weights(j, 0) * v(j, c);
    }
    const HeatMap share{
        .values = weights, .row_labels = tokens, .row_axis = "", .column_axis = ""};
    const HeatMap value{.values = v,
                        .column_labels = hand_over_columns,
                        .row_axis = "",
                        .column_axis = "",
                        .palette = Palette::diverging,
                        .limit = 3,
                        .decimals = 0};
    HeatMap term = value;
    term.values = terms;
    term.decimals = 2;
    HeatMap output = term;
    output.values = sum;
    output.column_labels = {};

    Figure figure{
        .name = "04_weighted_sum",
        .title = "“you” mostly receives what " +
                 quoted(tokens[argmax(trace.weights.row(you))]) + " hands over",
        .subtitle = "Each word’s values times its weight; every column is added up.",
        .height = 522,
        .table = matrix_table("word", tokens, hand_over_columns, terms)};
    Canvas& canvas = figure.canvas;
    constexpr double pitch = 52;
    constexpr double top = 204;
    draw_panel(canvas, {96, top}, pitch, "weight", 84, share);
    draw_panel(canvas, {192, top}, pitch, "what it hands over", 84, value);
    draw_panel(canvas, {448, top}, pitch, "what arrives", 84, term);
    for (int i = 0; i < 4; ++i) {
        const double y = top + pitch * (i + 0.5);
        canvas.text({170, y}, "×", {.size = token_size, .align = Align::centre});
        canvas.text({424, y}, "=", {.size = token_size, .align = Align::centre});
    }
    const double below = top + 4 * pitch;
    canvas.line({448, below + 12}, {448 + 4 * pitch, below + 12}, {.width = 1.6});
    canvas.text({430, below + 24 + pitch / 2}, "added up: the output of “you”",
                {.align = Align::right});
    draw_heat_map(canvas, {448, below + 24}, pitch, output);
    return figure;
}

Figure lean_figure(const Matrix& keys, const Matrix& prices) {
    Figure figure{
        .name = "04_lean",
        .title = "The best key alone makes the answer jump",
        .subtitle = "The price for a guest who leans to coffee (left) or to Pepsi (right).",
        .height = 486,
        .table = {{"lean", "best_key_only", "attention"}, {}}};
    Chart chart(figure.canvas, {84, 140, 480, 270},
                {-4, 4, ticks_at({-4, -2, 0, 2, 4}), "wish for Pepsi − wish for coffee"},
                {1300, 2700, ticks_at({1500, 2000, 2500}), "won"});
    std::vector<Point> soft, hard_coffee{{-4, prices(1, 0)}, {0, prices(1, 0)}};
    for (int step = -80; step <= 80; ++step) {
        const double lean = step / 20.0;
        const Matrix q{{20 + lean / 2, 20 - lean / 2, 0, 0}};
        const AttentionTrace trace = dot_product_attention(q, keys, prices);
        const double best = prices(argmax(trace.weights.row(0)), 0);
        soft.push_back({lean, trace.output(0, 0)});
        figure.table.rows.push_back(
            {exact_text(lean), exact_text(best), exact_text(trace.output(0, 0))});
    }
    chart.curve(hard_coffee, {.colour = rust});
    chart.curve({{0, prices(0, 0)}, {4, prices(0, 0)}}, {.colour = rust});
    chart.curve(soft, {.colour = teal});
    chart.label_ends(
        {{prices(0, 0), "best key only", rust}, {soft.back().y, "attention", teal}});
    return figure;
}

}  // namespace attn::chapters

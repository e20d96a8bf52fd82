#include "chapters/figures/07_self_attention.hpp"

#include <algorithm>
#include <cmath>

#include "chapters/common/small_example.hpp"
#include "chapters/ports/self_attention.hpp"
#include "plots/chart.hpp"
#include "plots/heat_map.hpp"
#include "plots/panels.hpp"

namespace attn::chapters {
namespace {

using namespace plots;
using small_example::tokens;

HeatMap signed_map(const Matrix& values, const Labels& columns, int decimals) {
    return {.values = values,
            .column_labels = columns,
            .row_axis = "",
            .column_axis = "",
            .palette = Palette::diverging,
            .limit = 4,
            .decimals = decimals};
}

HeatMap weights_map(const Matrix& weights, const Labels& rows, const Labels& columns) {
    return {.values = weights,
            .row_labels = rows,
            .column_labels = columns,
            .row_axis = "",
            .column_axis = ""};
}

void with_rows(Canvas& canvas, Point corner, double pitch, const std::string& name,
               double name_height, HeatMap map) {
    map.row_labels = tokens;
    draw_panel(canvas, corner, pitch, name, name_height, map);
}

void add_rows(Table& table, const std::string& stage, const Matrix& m) {
    for (std::size_t i = 0; i < m.rows(); ++i) {
        std::vector<std::string> row{stage, tokens[i]};
        for (const double value : m.row(i)) row.push_back(exact_text(value));
        table.rows.push_back(row);
    }
}

}  // namespace

Figure flow_figure(const AttentionTrace& trace) {
    using namespace small_example;
    Figure figure{.name = "07_flow",
                  .title = "One X becomes Q, K and V, then one answer a word",
                  .subtitle = "Rows are words. d_k = 4, no mask.",
                  .height = 758,
                  .table = {{"stage", "word", "0", "1", "2", "3"}, {}}};
    Canvas& canvas = figure.canvas;
    constexpr double pitch = 35;
    constexpr double wide = 4 * pitch;
    constexpr double first = 208, second = 420, third = 594;
    const double x0 = 70, right = figure_width - margin;
    const double at_v = right - wide, at_k = at_v - wide - 14, at_q = at_k - wide - 14;
    with_rows(canvas, {x0, first}, pitch, "X", 90, signed_map(x, word_columns, 0));
    draw_panel(canvas, {at_q, first}, pitch, "Q = X W_q", 90,
               signed_map(q, seek_columns, 0));
    draw_panel(canvas, {at_k, first}, pitch, "K = X W_k", 90,
               signed_map(k, seek_columns, 0));
    draw_panel(canvas, {at_v, first}, pitch, "V = X W_v", 90,
               signed_map(v, hand_over_columns, 0));
    draw_step(canvas, x0 + wide + 3, at_q - 3, first + wide / 2, "× W");

    const double middle = (x0 + at_v) / 2;
    with_rows(canvas, {x0, second}, pitch, "scores = Q Kᵀ", 44,
              signed_map(trace.scores, tokens, 0));
    draw_panel(canvas, {middle, second}, pitch, "scaled", 44,
               signed_map(trace.scaled, tokens, 1));
    draw_panel(canvas, {at_v, second}, pitch, "weights", 44,
               weights_map(trace.weights, {}, tokens));
    draw_step(canvas, x0 + wide + 8, middle - 8, second + wide / 2, "÷ √d_k");
    draw_step(canvas, middle + wide + 8, at_v - 8, second + wide / 2, "softmax");

    draw_panel(canvas, {middle, third}, pitch, "output", 20,
               signed_map(trace.output, {}, 1));
    draw_step(canvas, x0 + wide + 8, middle - 8, third + wide / 2, "× V");
    canvas.text({middle + wide + 20, third + wide / 2 - 12},
                "X’s shape again:", {.colour = muted});
    canvas.text({middle + wide + 20, third + wide / 2 + 12}, "one new row for each word",
                {.colour = muted, .size = 14});
    for (const auto& [name, m] : std::vector<std::pair<std::string, const Matrix*>>{
             {"X", &x}, {"Q", &q}, {"K", &k}, {"V", &v}}) {
        add_rows(figure.table, name, *m);
    }
    add_rows(figure.table, "scores", trace.scores);
    add_rows(figure.table, "scaled", trace.scaled);
    add_rows(figure.table, "weights", trace.weights);
    add_rows(figure.table, "output", trace.output);
    return figure;
}

Figure printed_weights_figure() {
    using ports::printed_weights, ports::vocabulary;
    const std::vector<double> entropies = ports::row_entropies(printed_weights);
    Figure figure{.name = "07_printed_weights",
                  .title = "Untrained, each word looks at all about alike",
                  .subtitle = "A study note’s printed weights, and how even each row is.",
                  .height = 486,
                  .table = matrix_table("query", vocabulary, vocabulary, printed_weights)};
    constexpr double pitch = 66, top = 192;
    HeatMap map = weights_map(printed_weights, vocabulary, vocabulary);
    map.column_axis = "key (looked at) →";
    map.evidence = Cell{1, 3};
    Canvas& canvas = figure.canvas;
    canvas.text({82, 112}, "query (looking) ↓", {.colour = blue});
    draw_heat_map(canvas, {82, top}, pitch, map);
    std::vector<Bar> bars;
    figure.table.columns.push_back("entropy");
    for (std::size_t i = 0; i < 4; ++i) {
        bars.push_back({"", entropies[i], teal, 3});
        figure.table.rows[i].push_back(exact_text(entropies[i]));
    }
    const Box box{400, top, 220, 4 * pitch};
    canvas.text({400, 112}, "entropy of the row", {.bold = true});
    const double most = std::log(4.0);
    draw_bars(canvas, box, bars, 0, most);
    canvas.line({box.right(), top - 12}, {box.right(), box.bottom()},
                {.colour = rust, .width = 1.6, .dashed = true});
    canvas.text({box.right() + 8, top - 26}, "ln 4 = " + label_text(most, 3),
                {.colour = rust, .align = Align::right});
    return figure;
}

Figure order_figure(const std::vector<std::size_t>& order, const AttentionTrace& before,
                    const AttentionTrace& after) {
    Labels words;
    for (const std::size_t id : order) words.push_back(tokens[id]);
    const auto place = [&](std::size_t id) {
        return static_cast<std::size_t>(std::find(order.begin(), order.end(), id) -
                                        order.begin());
    };
    Figure figure{
        .name = "07_order",
        .title = "Words in another order: the same shares, moved",
        .subtitle = "Framed: how much “you” looks at “all”. Nothing else changed.",
        .height = 468,
        .table = matrix_table("query", words, words, after.weights)};
    constexpr double pitch = 66, top = 180;
    HeatMap left = weights_map(before.weights, tokens, tokens);
    left.evidence = Cell{2, 3};
    HeatMap right = weights_map(after.weights, words, words);
    right.evidence = Cell{place(2), place(3)};
    std::string sentence;
    for (const std::string& word : words) sentence += (sentence.empty() ? "" : " ") + word;
    draw_panel(figure.canvas, {82, top}, pitch, "I love you all", 62, left);
    draw_panel(figure.canvas, {432, top}, pitch, sentence, 62, right);
    return figure;
}

namespace {

/// Arrows of the Korean words after a map, and dots where the English words are.
void draw_plane(Canvas& canvas, Point origin, const std::string& name, const Matrix& w,
                Table& table) {
    constexpr double unit = 60, reach = 2.6;
    const Matrix arrows = matmul(ports::korean_vectors, w);
    const Matrix& goals = ports::english_vectors;
    const auto at = [&](double x, double y) {
        return Point{origin.x + unit * x, origin.y - unit * y};
    };
    canvas.text({origin.x - unit * reach, origin.y - unit * reach - 22}, name,
                {.bold = true});
    canvas.line(at(-reach, 0), at(reach, 0), {.colour = axis, .width = 1.2});
    canvas.line(at(0, -0.5), at(0, reach), {.colour = axis, .width = 1.2});
    for (std::size_t i = 0; i < 4; ++i) {
        const double x = arrows(i, 0), y = arrows(i, 1);
        table.rows.push_back({name, ports::korean_words[i], exact_text(x), exact_text(y),
                              exact_text(goals(i, 0)), exact_text(goals(i, 1))});
        if (std::abs(x) < reach && y < reach && y > -0.5) {
            canvas.add(Arrow{origin, at(x, y), i == 3 ? teal : blue});
        }
    }
    for (std::size_t i = 0; i < 4; ++i) {
        const Point goal = at(goals(i, 0), goals(i, 1));
        canvas.add(Dot{goal, rust});
        canvas.text({goal.x, goal.y - 18}, ports::english_words[i],
                    {.colour = rust, .align = Align::centre});
    }
}

}  // namespace

Figure languages_figure(const ports::Learning& learning) {
    const std::size_t steps = learning.w.size() - 1;
    Figure figure{.name = "07_languages",
                  .title = "",
                  .subtitle = "Arrows: Korean words times W. Dots: the English words.",
                  .height = 420,
                  .table = {{"when", "word", "x", "y", "goal_x", "goal_y"}, {}}};
    const bool found = learning.loss.back() < 0.001;
    figure.title = found ? "A learnt turn brings 바다 to sea"
                         : "The turn that brings 바다 to sea is not found";
    draw_plane(figure.canvas, {190, 320}, "before: W leaves all as it is",
               learning.w.front(), figure.table);
    draw_plane(figure.canvas, {530, 320}, "after " + std::to_string(steps) + " steps",
               learning.w.back(), figure.table);
    return figure;
}

Figure mirror_figure(const AttentionTrace& alone, const AttentionTrace& mapped) {
    Figure figure{
        .name = "07_mirror",
        .title = "Without the maps, each word looks at itself",
        .subtitle = "Weights from X alone, and from Q and K. Rows look at columns.",
        .height = 468,
        .table = matrix_table("query", tokens, tokens, alone.weights)};
    for (std::size_t i = 0; i < 4; ++i) {
        for (std::size_t j = 0; j < 4; ++j) {
            figure.table.rows[i].push_back(exact_text(mapped.weights(i, j)));
        }
    }
    for (const std::string& token : tokens)
        figure.table.columns.push_back(token + "_mapped");
    constexpr double pitch = 66, top = 180;
    draw_panel(figure.canvas, {82, top}, pitch, "softmax(X Xᵀ ÷ 2)", 62,
               weights_map(alone.weights, tokens, tokens));
    draw_panel(figure.canvas, {432, top}, pitch, "softmax(Q Kᵀ ÷ 2)", 62,
               weights_map(mapped.weights, tokens, tokens));
    return figure;
}

}  // namespace attn::chapters

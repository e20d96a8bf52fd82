#include "chapters/08_multi_head/figures.hpp"
#include "attn/text/print.hpp"

#include <algorithm>
#include <cmath>
#include <span>

#include "attn/softmax.hpp"
#include "chapters/common/four_roles.hpp"
#include "chapters/common/sentences.hpp"
#include "chapters/common/small_example.hpp"
#include "plots/chart.hpp"
#include "plots/heat_map.hpp"
#include "plots/panels.hpp"

namespace attn::chapters {
namespace {

using namespace plots;
using small_example::tokens;

double deviation(std::span<const double> numbers) {
    const double count = static_cast<double>(numbers.size());
    double mean = 0, squares = 0;
    for (const double number : numbers) mean += number / count;
    for (const double number : numbers) squares += (number - mean) * (number - mean);
    return std::sqrt(squares / count);
}

double mean_deviation_of_rows(const Matrix& m) {
    double sum = 0;
    for (std::size_t i = 0; i < m.rows(); ++i) sum += deviation(m.row(i));
    return sum / static_cast<double>(m.rows());
}

Table table_of(const std::string& first, const std::string& second, const Labels& columns) {
    Table table{{first, second}, {}};
    table.columns.insert(table.columns.end(), columns.begin(), columns.end());
    return table;
}

/// A square with a letter. Its colour says whose it is: the first token's or the second's.
void draw_letter(Canvas& canvas, Point corner, char letter) {
    const Colour fill = letter < 'e' ? 0xafc2e1 : 0xeac2b0;
    canvas.add(Rectangle{{corner.x + 1, corner.y + 1, 36, 36}, fill});
    canvas.text({corner.x + 19, corner.y + 19}, std::string(1, letter),
                {.size = token_size, .align = Align::centre});
}

void draw_letters(Canvas& canvas, Point corner, const std::string& letters,
                  std::size_t columns) {
    for (std::size_t i = 0; i < letters.size(); ++i) {
        draw_letter(canvas,
                    {corner.x + 38 * static_cast<double>(i % columns),
                     corner.y + 38 * static_cast<double>(i / columns)},
                    letters[i]);
    }
}

/// One way through: the sentence, its two heads, and what they are glued to.
void draw_way(Canvas& canvas, double top, const std::string& name, const Labels& letters) {
    canvas.text({margin, top}, name, {.bold = true});
    const double y = top + 44;
    draw_letters(canvas, {margin + 56, y}, "abcdefgh", 4);
    canvas.text({margin + 44, y + 19}, "I", {.align = Align::right});
    canvas.text({margin + 44, y + 57}, "love", {.align = Align::right});
    draw_step(canvas, 242, 304, y + 38, "split");
    canvas.text({356, y - 16}, "head 1", {.colour = muted, .align = Align::centre});
    canvas.text({452, y - 16}, "head 2", {.colour = muted, .align = Align::centre});
    draw_letters(canvas, {318, y}, letters[0], 2);
    draw_letters(canvas, {414, y}, letters[1], 2);
    draw_step(canvas, 500, 526, y + 38, "");
    draw_letters(canvas, {538, y}, letters[2], 4);
    canvas.text({614, y - 16}, "merged", {.colour = muted, .align = Align::centre});
}

std::string title_of_heads(std::size_t n_heads) {
    if (n_heads == 1) return "One wide head has to choose";
    if (n_heads == 2) return "Two heads keep both answers; one has to choose";
    return "Four narrow heads weigh the words in four ways";
}

}  // namespace

Spread spread_of(const Matrix& m) {
    return {mean_deviation_of_rows(m), mean_deviation_of_rows(transpose(m))};
}

std::pair<std::size_t, std::size_t> two_favourites(const Matrix& weights, std::size_t row) {
    std::pair<std::size_t, std::size_t> best{0, 1};
    if (weights(row, 1) > weights(row, 0)) best = {1, 0};
    for (std::size_t j = 2; j < weights.cols(); ++j) {
        if (weights(row, j) > weights(row, best.first)) {
            best = {j, best.first};
        } else if (weights(row, j) > weights(row, best.second)) {
            best.second = j;
        }
    }
    return best;
}

Matrix sharpened(const Matrix& scaled, double factor) {
    Matrix scores = scaled;
    for (std::size_t i = 0; i < scores.rows(); ++i) {
        for (double& score : scores.row(i)) score *= factor;
    }
    return softmax_rows(scores);
}

Figure heads_figure(const MultiHeadTrace& trace, const AttentionTrace& wide) {
    const std::size_t n_heads = trace.heads.size();
    Figure figure{.name = "08_heads",
                  .title = title_of_heads(n_heads),
                  .subtitle = "Each row is a word; its shares of attention sum to 1.",
                  .table = table_of("head", "query", tokens)};
    const double pitch = n_heads == 4 ? 36 : n_heads == 2 ? 46 : 72;
    const double step = 4 * pitch + (n_heads == 4 ? 14 : 20);
    const double top = 184;
    for (std::size_t h = 0; h < n_heads && n_heads > 1; ++h) {
        const std::string name = "head " + std::to_string(h + 1);
        draw_panel(
            figure.canvas, {72 + step * static_cast<double>(h), top}, pitch, name, 56,
            shares_panel(trace.heads[h].weights, h == 0 ? tokens : Labels{}, tokens));
        add_rows(figure.table, name, tokens, trace.heads[h].weights);
    }
    const bool below = n_heads == 4;
    const Point corner{n_heads == 2 ? 72 + 2 * step + 30 : 72.0, below ? 434.0 : top};
    draw_panel(figure.canvas, corner, pitch, "one wide head", 56,
               shares_panel(wide.weights, n_heads == 2 ? Labels{} : tokens, tokens));
    add_rows(figure.table, "wide", tokens, wide.weights);
    figure.height = corner.y + 4 * pitch + margin;
    return figure;
}

Figure roles_figure(const MultiHeadTrace& trace) {
    Figure figure{
        .name = "08_roles",
        .title = "Four heads, four questions about one sentence",
        .subtitle = "Written by hand. The frame: the pair that the head is there for.",
        .height = 420,
        .table = table_of("head", "query", tokens)};
    constexpr double pitch = 36;
    for (std::size_t h = 0; h < trace.heads.size(); ++h) {
        const four_roles::Role& role = four_roles::roles[h];
        HeatMap map =
            shares_panel(trace.heads[h].weights, h == 0 ? tokens : Labels{}, tokens);
        map.evidence = Cell{role.query, role.key};
        const double left = 72 + 158 * static_cast<double>(h);
        draw_panel(figure.canvas, {left, 184}, pitch, role.name, 56, map);
        figure.canvas.text({left, 354}, tokens[role.query] + " → " + tokens[role.key],
                           {.size = token_size});
        add_rows(figure.table, role.name, tokens, trace.heads[h].weights);
    }
    figure.canvas.text({72, 384}, "0.25 four times: this word asks this head nothing.",
                       {.colour = muted});
    return figure;
}

Figure split_figure() {
    Figure figure{.name = "08_split",
                  .title = "A head is some columns of every word",
                  .subtitle = "Blue letters are numbers of “I”, rust ones of “love”.",
                  .height = 586,
                  .table = {{"way", "head_1", "head_2", "merged"}, {}}};
    const std::vector<std::pair<std::string, Labels>> ways{
        {"right: each head has both words", {"abef", "cdgh", "abcdefgh"}},
        {"wrong: reshaped. One word a head, and merging hides it",
         {"abcd", "efgh", "abcdefgh"}},
        {"wrong: split well, but head 2 glued before head 1",
         {"abef", "cdgh", "cdabghef"}}};
    double top = 114;
    for (const auto& [name, letters] : ways) {
        draw_way(figure.canvas, top, name, letters);
        figure.table.rows.push_back({name, letters[0], letters[1], letters[2]});
        top += 156;
    }
    return figure;
}

Figure wrong_figure(const std::vector<WrongOutput>& outputs) {
    Figure figure{.name = "08_wrong",
                  .title = "Every shape is right, but not the numbers",
                  .subtitle = "The output of multi-head attention, and of two slips.",
                  .height = 450,
                  .table = table_of("way", "word", small_example::word_columns)};
    const Labels names{"right", "glued 2 before 1", "split by reshaping"};
    for (std::size_t i = 0; i < outputs.size(); ++i) {
        const HeatMap map{.values = outputs[i].values,
                          .row_labels = i == 0 ? tokens : Labels{},
                          .column_labels = small_example::word_columns,
                          .row_axis = "",
                          .column_axis = "",
                          .palette = Palette::diverging,
                          .limit = 3,
                          .decimals = 1};
        draw_panel(figure.canvas, {72 + 212 * static_cast<double>(i), 226}, 48, names[i],
                   98, map);
        add_rows(figure.table, outputs[i].name, tokens, outputs[i].values);
    }
    return figure;
}

Figure cross_figure(const MultiHeadTrace& trace) {
    using namespace sea_sentence;
    Figure figure{
        .name = "08_cross",
        .title = "“sea” asks head 1 where, and finds 바다에",
        .subtitle = "Rows are being written; columns were read: I, to the sea, go, want.",
        .height = 694,
        .table = table_of("head", "query", korean)};
    const Labels names{"head 1: who or where", "head 2: motion or wish"};
    for (std::size_t h = 0; h < 2; ++h) {
        HeatMap map =
            shares_panel(trace.heads[h].weights, h == 0 ? english : Labels{}, korean);
        if (h == 0) map.evidence = Cell{7, 1};
        draw_panel(figure.canvas, {110 + 314 * static_cast<double>(h), 190}, 60, names[h],
                   60, map);
        add_rows(figure.table, "head " + std::to_string(h + 1), english,
                 trace.heads[h].weights);
    }
    return figure;
}

Figure untrained_figure(const Matrix& printed) {
    Figure figure{
        .name = "08_untrained",
        .title = "Untrained heads say nearly the same of each word",
        .subtitle = "The 20 numbers that a study note printed for each of four words.",
        .height = 486,
        .table = {{"column"}, {}}};
    figure.table.columns.insert(figure.table.columns.end(), tokens.begin(), tokens.end());
    Chart chart(figure.canvas, {76, 140, 560, 270},
                {1, 20, ticks_at({1, 5, 10, 15, 20}), "column of the output"},
                {-0.75, 0.75, {{-0.5, "−0.5"}, {0, "0"}, {0.5, "0.5"}}, "value"});
    const Colour colours[] = {blue, rust, teal, plum};
    std::vector<Ending> endings;
    for (std::size_t i = 0; i < printed.rows(); ++i) {
        std::vector<Point> curve;
        for (std::size_t j = 0; j < printed.cols(); ++j) {
            curve.push_back({static_cast<double>(j + 1), printed(i, j)});
        }
        chart.curve(curve, {.colour = colours[i], .width = 2});
        endings.push_back({curve.back().y, tokens[i], colours[i]});
    }
    chart.label_ends(endings);
    for (std::size_t j = 0; j < printed.cols(); ++j) {
        figure.table.rows.push_back({std::to_string(j + 1)});
        for (std::size_t i = 0; i < printed.rows(); ++i) {
            figure.table.rows.back().push_back(exact_text(printed(i, j)));
        }
    }
    return figure;
}

Figure sharp_figure(const AttentionTrace& wide) {
    Figure figure{
        .name = "08_sharp",
        .title = "Sharpen one head, and its second answer dies",
        .subtitle = "Whom “love” looks at, while one wide head’s scores are multiplied.",
        .height = 486,
        .table = {{"factor", "you", "I"}, {}}};
    Chart chart(figure.canvas, {76, 140, 540, 270},
                {0, 8, ticks_at({0, 1, 2, 4, 6, 8}), "scores multiplied by"},
                {0,
                 1,
                 {{0, "0"}, {0.25, "0.25"}, {0.5, "0.50"}, {0.75, "0.75"}, {1, "1"}},
                 "share"});
    std::vector<Point> first, second;
    for (int step = 0; step <= 80; ++step) {
        const double factor = step / 10.0;
        const Matrix weights = sharpened(wide.scaled, factor);
        first.push_back({factor, weights(1, 2)});
        second.push_back({factor, weights(1, 0)});
        figure.table.rows.push_back(
            {exact_text(factor), exact_text(weights(1, 2)), exact_text(weights(1, 0))});
    }
    chart.reference(1, "as it is");
    chart.curve(first, {.colour = blue});
    chart.curve(second, {.colour = rust});
    chart.label_ends({{first.back().y, "you", blue}, {second.back().y, "I", rust}});
    return figure;
}

}  // namespace attn::chapters

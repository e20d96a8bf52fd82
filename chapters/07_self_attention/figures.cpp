#include "chapters/07_self_attention/figures.hpp"
#include "attn/text/print.hpp"

#include <algorithm>
#include <cmath>

#include "chapters/common/rows.hpp"
#include "chapters/common/small_example.hpp"
#include "chapters/notes/self_attention.hpp"
#include "plots/chart.hpp"
#include "plots/heat_map.hpp"
#include "plots/panels.hpp"

namespace attn::chapters {
namespace {

using namespace plots;
using small_example::tokens;

}  // namespace

Figure printed_weights_figure() {
    using notes::printed_weights, notes::vocabulary;
    const std::vector<double> entropies = row_entropies(printed_weights);
    Figure figure{.name = "07_printed_weights",
                  .title = "Before training, attention is nearly even",
                  .subtitle = "A study note’s printed weights, and how even each row is.",
                  .height = 486,
                  .table = matrix_table("query", vocabulary, vocabulary, printed_weights)};
    constexpr double pitch = 66, top = 192;
    HeatMap map = shares_panel(printed_weights, vocabulary, vocabulary);
    map.column_axis = "key (looked at) →";
    map.evidence = Cell{1, 3};
    Canvas& canvas = figure.canvas;
    canvas.text({82, 112}, "query (looking) ↓", {.colour = blue});
    draw_heat_map(canvas, {82, top}, pitch, map);
    const Box box{400, top, 210, 4 * pitch};
    const double most = std::log(4.0);
    canvas.text({box.left, 112}, "entropy of each row", {.bold = true});
    canvas.text({box.left, top - 23},
                "grey: ln 4 = " + label_text(most, 3) + ", fully even", {.colour = muted});
    figure.table.columns.push_back("entropy");
    for (std::size_t i = 0; i < 4; ++i) {
        const double y = top + pitch * (static_cast<double>(i) + 0.5);
        canvas.add(Rectangle{{box.left, y - 27, box.width, 54}, grid});
        canvas.add(
            Rectangle{{box.left, y - 20, box.width * entropies[i] / most, 40}, teal});
        canvas.text({box.right() + 14, y}, label_text(entropies[i], 3), {.bold = true});
        figure.table.rows[i].push_back(exact_text(entropies[i]));
    }
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
    Figure figure{.name = "07_order",
                  .title = words == tokens
                               ? "Words in the same order: the same shares"
                               : "Words in another order: the same shares, moved",
                  .subtitle = "Framed: how much “you” looks at “all”. No number is new.",
                  .height = 468,
                  .table = matrix_table("query", words, words, after.weights)};
    constexpr double pitch = 66, top = 180;
    HeatMap left = shares_panel(before.weights, tokens, tokens);
    left.evidence = Cell{2, 3};
    HeatMap right = shares_panel(after.weights, words, words);
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
                double loss, bool names_arrows, Table& table) {
    constexpr double unit = 64, reach = 2.5;
    const Matrix arrows = matmul(notes::korean_vectors, w);
    const Matrix& goals = notes::english_vectors;
    const auto at = [&](double x, double y) {
        return Point{origin.x + unit * x, origin.y - unit * y};
    };
    canvas.text(at(-reach, reach + 0.5), name, {.bold = true});
    canvas.line(at(-reach, 0), at(reach, 0), {.colour = axis, .width = 1.2});
    canvas.line(at(0, 0), at(0, reach), {.colour = axis, .width = 1.2});
    for (std::size_t i = 0; i < 4; ++i) {
        const Point goal = at(goals(i, 0), goals(i, 1));
        canvas.add(Dot{goal, rust});
        canvas.text({goal.x + (i == 3 ? 14 : 0), goal.y - (i == 3 ? 4 : 18)},
                    notes::english_words[i],
                    {.colour = rust, .align = i == 3 ? Align::left : Align::centre});
    }
    bool all_fit = true;
    for (std::size_t i = 0; i < 4; ++i) {
        const double x = arrows(i, 0), y = arrows(i, 1);
        const Colour colour = i == 3 ? teal : blue;
        table.rows.push_back({name, notes::korean_words[i], exact_text(x), exact_text(y),
                              exact_text(goals(i, 0)), exact_text(goals(i, 1))});
        const bool fits = std::abs(x) <= reach && y <= reach && y >= -0.3;
        all_fit = all_fit && fits;
        if (fits) canvas.add(Arrow{origin, at(x, y), colour});
        if (names_arrows) {
            const Point tip = at(x, y);
            canvas.text({tip.x + (x > 1.2 ? 8 : 0), tip.y - 18}, notes::korean_words[i],
                        {.colour = colour, .align = Align::centre, .bold = true});
        }
    }
    canvas.text(at(-reach, -0.5),
                "loss " +
                    (loss < 0.0001 ? "below 0.0001"
                     : loss < 1000 ? label_text(loss, 4)
                                   : short_label(loss)) +
                    (all_fit ? "" : ", arrows off the page"),
                {.colour = muted});
}

}  // namespace

Figure languages_figure(const notes::Learning& learning) {
    const std::size_t steps = learning.w.size() - 1;
    const double loss = learning.loss.back();
    Figure figure{
        .name = "07_languages",
        .title = loss < 0.001              ? "A learnt turn brings 바다 to sea"
                 : loss > learning.loss[0] ? "Steps too long: the turn is lost"
                                           : "바다 is not yet at sea",
        .subtitle = "Arrows: Korean words times W. Dots: English words. 강 was not shown.",
        .height = 372,
        .table = {{"when", "word", "x", "y", "goal_x", "goal_y"}, {}}};
    draw_plane(figure.canvas, {184, 306}, "before: W leaves all as it is",
               learning.w.front(), learning.loss.front(), true, figure.table);
    draw_plane(figure.canvas, {536, 306}, "after " + std::to_string(steps) + " steps",
               learning.w.back(), loss, false, figure.table);
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
               shares_panel(alone.weights, tokens, tokens));
    draw_panel(figure.canvas, {432, top}, pitch, "softmax(Q Kᵀ ÷ 2)", 62,
               shares_panel(mapped.weights, tokens, tokens));
    return figure;
}

}  // namespace attn::chapters

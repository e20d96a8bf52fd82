#include "chapters/09_positional_encoding/figures.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "attn/positional_encoding.hpp"
#include "attn/text/print.hpp"
#include "attn/vector.hpp"
#include "chapters/common/small_layer.hpp"
#include "plots/chart.hpp"
#include "plots/heat_map.hpp"
#include "plots/large_map.hpp"
#include "plots/panels.hpp"

namespace attn::chapters {
namespace {

using namespace plots;
using small_example::tokens;

Labels numbered(std::size_t count) {
    Labels labels;
    for (std::size_t i = 0; i < count; ++i) labels.push_back(std::to_string(i));
    return labels;
}

/// Whole numbers from 0, about count of them, a round distance apart.
std::vector<std::size_t> round_marks(std::size_t last, std::size_t count) {
    std::size_t step = 1;
    for (const std::size_t wanted :
         std::vector<std::size_t>{1, 2, 4, 8, 10, 16, 20, 32, 50, 64, 100, 128, 200, 256}) {
        step = wanted;
        if (last / step <= count) break;
    }
    std::vector<std::size_t> marks;
    for (std::size_t at = 0; at <= last; at += step) marks.push_back(at);
    return marks;
}

std::vector<Tick> round_ticks(std::size_t last, std::size_t count) {
    std::vector<Tick> ticks;
    for (const std::size_t at : round_marks(last, count))
        ticks.push_back({static_cast<double>(at), std::to_string(at)});
    return ticks;
}

/// Numbers beside the map's rows and above its columns, at the middle of each.
void mark_map(Canvas& canvas, const Box& box, const Matrix& m) {
    const auto middle = [](double start, double extent, std::size_t i, std::size_t count) {
        return start + extent * (static_cast<double>(i) + 0.5) / static_cast<double>(count);
    };
    const auto wide = static_cast<std::size_t>(box.width / 64);
    for (const std::size_t j : round_marks(m.cols() - 1, wide)) {
        canvas.text({middle(box.left, box.width, j, m.cols()), box.top - 14},
                    std::to_string(j), {.colour = muted, .align = Align::centre});
    }
    for (const std::size_t i : round_marks(m.rows() - 1, 8)) {
        canvas.text({box.left - 8, middle(box.top, box.height, i, m.rows())},
                    std::to_string(i), {.colour = muted, .align = Align::right});
    }
}

/// One pair's sine and cosine over the positions, as a strip with a line at 0.
void draw_strip(Canvas& canvas, const Box& box, std::size_t pair, std::size_t n_positions,
                std::size_t d_model, double base) {
    const double last = static_cast<double>(n_positions - 1);
    const auto at = [&](double p, double value) {
        return Point{box.left + box.width * p / last,
                     box.centre().y - value * box.height / 2};
    };
    canvas.line(at(0, 0), at(last, 0), {.colour = grid, .width = 1});
    const double angle = position_angle(1, pair, d_model, base);
    Path sine{{}, {.colour = blue, .width = 2.6}},
        cosine{{}, {.colour = rust, .width = 2.6}};
    const int steps = static_cast<int>(std::clamp(4 * angle * last, 24.0, 1300.0));
    for (int step = 0; step <= steps; ++step) {
        const double p = last * step / steps;
        sine.points.push_back(at(p, std::sin(angle * p)));
        cosine.points.push_back(at(p, std::cos(angle * p)));
    }
    canvas.add(cosine);
    canvas.add(sine);
    for (std::size_t p = 0; p < n_positions && n_positions <= 60; ++p) {
        const double place = static_cast<double>(p);
        canvas.add(Dot{at(place, std::sin(angle * place)), blue, 0.5});
    }
}

Matrix head_1(const Matrix& h) {
    return small_example::attention(2).trace(h, h, h).heads[0].weights;
}

/// The second row less the first.
Matrix difference_of(const Matrix& means) {
    Matrix difference(1, means.cols());
    for (std::size_t j = 0; j < means.cols(); ++j)
        difference(0, j) = means(1, j) - means(0, j);
    return difference;
}

HeatMap signed_map(const Matrix& values, const Labels& rows, double limit) {
    return {.values = values,
            .row_labels = rows,
            .row_axis = "",
            .column_axis = "",
            .palette = Palette::diverging,
            .limit = limit};
}

std::size_t largest_of_row(const Matrix& m, std::size_t row) {
    std::size_t best = 0;
    for (std::size_t j = 1; j < m.cols(); ++j) {
        if (std::abs(m(row, j)) > std::abs(m(row, best))) best = j;
    }
    return best;
}

}  // namespace

std::vector<std::size_t> pairs_to_show(std::size_t n_pairs) {
    std::vector<std::size_t> pairs;
    for (std::size_t quarter = 0; quarter < 4; ++quarter) {
        const std::size_t pair = n_pairs * quarter / 4;
        if (pairs.empty() || pair > pairs.back()) pairs.push_back(pair);
    }
    if (n_pairs - 1 > pairs.back()) pairs.push_back(n_pairs - 1);
    return pairs;
}

Figure map_figure(const Matrix& pe, double base) {
    Figure figure{
        .name = "09_map",
        .title = "Each row is one position’s own pattern",
        .subtitle = "Row: position. Column: one of d_model = " + std::to_string(pe.cols()) +
                    ". Base " + number_text(base, base == std::floor(base) ? 0 : 2) + ".",
        .height = 594,
        .table = matrix_table("position", numbered(pe.rows()), numbered(pe.cols()), pe)};
    const Box box{56, 128, 640, 400};
    draw_large_map(figure.canvas, box, pe);
    mark_map(figure.canvas, box, pe);
    draw_large_map_bar(figure.canvas, {box.left, 544, 200, 14});
    figure.canvas.text({280, 551}, "blue below 0, rust above", {.colour = muted});
    return figure;
}

Figure waves_figure(std::size_t n_positions, std::size_t d_model, double base) {
    Figure figure{.name = "09_waves",
                  .title = "Each pair of columns is a wave of its own pace",
                  .subtitle = "Blue: sine. Rust: cosine. d_model = " +
                              std::to_string(d_model) + "; over the positions.",
                  .table = {{"position", "pair", "sine", "cosine"}, {}}};
    std::vector<std::size_t> pairs = pairs_to_show(d_model / 2);
    if (pairs.size() > 4) pairs.pop_back();
    double top = 124;
    for (const std::size_t pair : pairs) {
        figure.canvas.text({margin, top}, "pair " + std::to_string(pair), {.bold = true});
        figure.canvas.text(
            {110, top},
            "one turn in " + short_label(positions::positions_a_turn(pair, d_model, base)) +
                " words",
            {.colour = muted});
        draw_strip(figure.canvas, {margin + 8, top + 22, 656, 70}, pair, n_positions,
                   d_model, base);
        for (std::size_t p = 0; p < n_positions; ++p) {
            const double angle = position_angle(p, pair, d_model, base);
            figure.table.rows.push_back({std::to_string(p), std::to_string(pair),
                                         exact_text(std::sin(angle)),
                                         exact_text(std::cos(angle))});
        }
        top += 126;
    }
    const double last = static_cast<double>(n_positions - 1);
    for (const Tick& tick : round_ticks(n_positions - 1, 10)) {
        figure.canvas.text({margin + 8 + 656 * tick.at / last, top - 16}, tick.label,
                           {.colour = muted, .align = Align::centre});
    }
    figure.canvas.text({688, top + 8}, "position",
                       {.colour = muted, .align = Align::right});
    figure.height = top + 34;
    return figure;
}

Figure order_figure(const MultiHeadTrace& you_all, const MultiHeadTrace& all_you) {
    Figure figure{
        .name = "09_order",
        .title = "Now order counts: the rows are not the same",
        .subtitle = "Head 1’s weights with positions. The frame: you looks at love.",
        .height = 470,
        .table = {{"sentence", "query", "key_0", "key_1", "key_2", "key_3"}, {}}};
    const Labels swapped{"I", "love", "all", "you"};
    HeatMap before = shares_panel(you_all.heads[0].weights, tokens, tokens);
    HeatMap after = shares_panel(all_you.heads[0].weights, swapped, swapped);
    before.evidence = Cell{2, 1};
    after.evidence = Cell{3, 1};
    draw_panel(figure.canvas, {76, 178}, 66, "I love you all", 56, before);
    draw_panel(figure.canvas, {426, 178}, 66, "I love all you", 56, after);
    add_rows(figure.table, "I love you all", tokens, before.values);
    add_rows(figure.table, "I love all you", swapped, after.values);
    return figure;
}

Figure similarity_figure(const Matrix& pe) {
    const std::size_t last = pe.rows() - 1;
    const double length = dot(pe.row(0), pe.row(0));
    Figure figure{.name = "09_similarity",
                  .title = "How alike two positions are depends on\ntheir distance alone",
                  .subtitle = "Cosine of PE(p) and PE(p + distance); d_model = " +
                              std::to_string(pe.cols()) + ".",
                  .height = 516,
                  .table = {{"from", "distance", "cosine"}, {}}};
    std::vector<Point> curve;
    double least = 0;
    for (std::size_t p = 0; p <= last; ++p) {
        curve.push_back({static_cast<double>(p), dot(pe.row(0), pe.row(p)) / length});
        least = std::min(least, curve.back().y);
    }
    Chart chart(
        figure.canvas, {76, 168, 500, 272},
        {0, static_cast<double>(last), round_ticks(last, 10), "distance"},
        {least < 0 ? -1.0 : 0.0, 1,
         least < 0 ? ticks_at({-1, -0.5, 0, 0.5, 1}) : ticks_at({0, 0.25, 0.5, 0.75, 1}),
         "cosine"});
    chart.curve(curve, {.colour = axis, .width = 1.2});
    const Colour colours[] = {blue, rust, teal};
    const std::size_t apart = 3 * (1 + last / 100);
    for (std::size_t which = 0; which < 3; ++which) {
        const std::size_t start = last * which / 3;
        if (which > 0 && start == last * (which - 1) / 3) continue;
        for (std::size_t p = start; p <= last; ++p) {
            const double cosine = dot(pe.row(start), pe.row(p)) / length;
            const double distance = static_cast<double>(p - start);
            if ((p - start) % apart == which * apart / 3)
                chart.dot({distance, cosine}, colours[which], 0.9);
            figure.table.rows.push_back(
                {std::to_string(start), std::to_string(p - start), exact_text(cosine)});
        }
        figure.canvas.text({596, 180 + 26 * static_cast<double>(which)},
                           "from p = " + std::to_string(start), {.colour = colours[which]});
    }
    return figure;
}

Figure layouts_figure() {
    const Matrix interleaved = positional_encoding(20, 16);
    const Matrix halves = positional_encoding_in_halves(20, 16);
    Figure figure{
        .name = "09_layouts",
        .title = "Two layouts: the same columns in another order",
        .subtitle =
            "20 positions, d_model = 16. The permutation P has a single 1 in each row.",
        .height = 420,
        .table = {{"layout", "row"}, {}}};
    for (const std::string& column : numbered(16)) figure.table.columns.push_back(column);
    const std::pair<std::string, Matrix> maps[] = {{"interleaved", interleaved},
                                                   {"times P", halves_permutation(16)},
                                                   {"in halves", halves}};
    double left = 48;
    for (const auto& [name, m] : maps) {
        const Box box{left, 158, 192, name == "times P" ? 192.0 : 240.0};
        figure.canvas.text({left, 116}, name, {.bold = true});
        draw_large_map(figure.canvas, box, m);
        mark_map(figure.canvas, box, m);
        add_rows(figure.table, name, numbered(m.rows()), m);
        left += 224;
    }
    return figure;
}

Figure doubled_figure(std::size_t d_model) {
    const std::size_t n_pairs = d_model / 2;
    Figure figure{.name = "09_doubled",
                  .title = "Take i for the column, and the waves slow down\ntwice as fast",
                  .subtitle = "Words until a pair’s wave begins anew, on a log scale.",
                  .height = 516,
                  .table = {{"pair", "right", "doubled"}, {}}};
    Chart chart(figure.canvas, {96, 168, 480, 272},
                {0, static_cast<double>(n_pairs - 1 > 0 ? n_pairs - 1 : 1),
                 round_ticks(std::max<std::size_t>(n_pairs - 1, 1), 8), "pair"},
                {1,
                 1e9,
                 {{1, "1"}, {1e3, "1e3"}, {1e6, "1e6"}, {1e9, "1e9"}},
                 "words a turn",
                 true});
    std::vector<Point> right, doubled;
    for (std::size_t pair = 0; pair < n_pairs; ++pair) {
        const double turn = positions::positions_a_turn(pair, d_model);
        const double twice = turn / position_angle(1, pair, d_model);
        right.push_back({static_cast<double>(pair), turn});
        doubled.push_back({static_cast<double>(pair), twice});
        figure.table.rows.push_back(
            {std::to_string(pair), exact_text(turn), exact_text(twice)});
    }
    for (std::size_t i = 0; i < n_pairs && n_pairs <= 16; ++i) {
        chart.dot(right[i], blue, 0.8);
        chart.dot(doubled[i], rust, 0.8);
    }
    chart.curve(right, {.colour = blue});
    chart.curve(doubled, {.colour = rust});
    chart.label_ends(
        {{right.back().y, "right", blue}, {doubled.back().y, "doubled", rust}});
    return figure;
}

Figure root_figure() {
    Figure figure{
        .name = "09_root",
        .title = "Louder words drown their positions",
        .subtitle =
            "Head 1’s weights. W_q and W_k were made for X; with 2 X the softmax saturates.",
        .height = 410,
        .table = {{"input", "query", "I", "love", "you", "all"}, {}}};
    const Matrix& x = small_example::x;
    const std::pair<std::string, Matrix> ways[] = {
        {"X alone", x},
        {"X + PE", positions::small_sentence({0, 1, 2, 3})},
        {"2 X + PE", positions::small_sentence({0, 1, 2, 3}, 2)}};
    double left = 72;
    for (const auto& [name, h] : ways) {
        HeatMap map = shares_panel(head_1(h), left < 80 ? tokens : Labels{}, tokens);
        map.evidence = Cell{0, 1};
        draw_panel(figure.canvas, {left, 184}, 48, name, 56, map);
        add_rows(figure.table, name, tokens, map.values);
        left += 212;
    }
    return figure;
}

Figure toefl_figure(const positions::TwoSentences& without,
                    const positions::TwoSentences& with) {
    Figure figure{
        .name = "09_toefl",
        .title = "Without positions, “did not … could” and\n“did … could not” are one",
        .subtitle = "Mean of 16 outputs, 8 columns. “Difference” has colours of its own.",
        .table = {{"positions", "sentence"}, {}}};
    for (const std::string& column : numbered(8)) figure.table.columns.push_back(column);
    const Labels rows{"did not", "could not"};
    const Matrix change = difference_of(with.means);
    const std::size_t largest = largest_of_row(change, 0);
    const double limit = std::max(std::abs(change(0, largest)), 0.01);
    double top = 168;
    for (const bool has : {false, true}) {
        const std::string name = has ? "with positions" : "without positions";
        const Matrix& means = has ? with.means : without.means;
        draw_panel(figure.canvas, {140, top}, 66, name, 22, signed_map(means, rows, 2));
        HeatMap map = signed_map(difference_of(means), {"difference"}, limit);
        if (has) map.evidence = Cell{0, largest};
        draw_heat_map(figure.canvas, {140, top + 142}, 66, map);
        add_rows(figure.table, name, rows, means);
        add_rows(figure.table, name, {"difference"}, map.values);
        top += 260;
    }
    figure.height = top - 260 + 142 + 66 + margin;
    return figure;
}

}  // namespace attn::chapters

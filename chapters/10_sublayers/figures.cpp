#include "chapters/10_sublayers/figures.hpp"

#include <algorithm>
#include <cmath>
#include <functional>

#include "attn/dropout.hpp"
#include "attn/text/print.hpp"
#include "chapters/common/norm_variants.hpp"
#include "chapters/common/show.hpp"
#include "chapters/common/small_layer.hpp"
#include "plots/chart.hpp"
#include "plots/panels.hpp"

namespace attn::chapters {
namespace {

using namespace plots;
using small_example::tokens;

const Labels unit_names{"many without feeling",  "a single person",   "a person who feels",
                        "a side, nobody there",  "a feeling of many", "many, hearer’s side",
                        "the speaker’s feeling", "persons, several"};

const Colour series[] = {blue, rust, teal, plum};

double mean_of(std::span<const double> numbers) {
    return sum_of(numbers) / static_cast<double>(numbers.size());
}

void add_row(Table& table, const Labels& names, std::span<const double> numbers) {
    table.rows.push_back(names);
    for (const double number : numbers) table.rows.back().push_back(exact_text(number));
}

Table table_of(Labels first, const Labels& columns) {
    Table table{std::move(first), {}};
    table.columns.insert(table.columns.end(), columns.begin(), columns.end());
    return table;
}

/// 1, 1.5, 2, 3, 5 and 7 times each power of ten, from 1 to most.
std::vector<double> steps_up_to(double most) {
    std::vector<double> steps;
    for (double ten = 1; ten <= most; ten *= 10) {
        for (const double factor : {1.0, 1.5, 2.0, 3.0, 5.0, 7.0}) {
            if (factor * ten <= most) steps.push_back(factor * ten);
        }
    }
    return steps;
}

/// 1, 1.5, 2, 2.5 ... 9.5 times each power of ten, from 1 to most.
std::vector<double> half_steps_up_to(double most) {
    std::vector<double> steps;
    for (double ten = 1; ten <= most; ten *= 10) {
        for (int half = 2; half < 20; ++half) {
            if (half * ten / 2 <= most) steps.push_back(half * ten / 2);
        }
    }
    return steps;
}

/// A distance as the chart of large means shows it; NaN and infinity lie at its top.
double within_the_chart(double distance) {
    return distance <= 1e3 ? std::max(distance, 1e-8) : 1e3;
}

/// A log axis of variances, from 1e-14 to 1.
Axis variance_axis() {
    std::vector<Tick> ticks;
    for (const int power : {-14, -12, -10, -8, -6, -4, -2, 0}) {
        ticks.push_back(
            {std::pow(10.0, power), power == 0 ? "1" : "1e" + std::to_string(power)});
    }
    return {1e-14, 1, ticks, "variance of the row (log scale)", true};
}

Axis size_axis() {
    return {0,
            1.05,
            {{0, "0"}, {0.25, "0.25"}, {0.5, "0.50"}, {0.75, "0.75"}, {1, "1"}},
            "size of the normed row (1 is right)"};
}

/// The size of a row normed by a variant, for variances along the axis.
std::vector<Point> sizes_of(const NormVariant& variant, double epsilon) {
    std::vector<Point> points;
    for (int step = -140; step <= 0; ++step) {
        const double variance = std::pow(10.0, step / 10.0);
        points.push_back(
            {variance, std::sqrt(variance) / divisor_of(variant, variance, 4, epsilon)});
    }
    return points;
}

/// Where a curve that rises passes a height; its last place if it never does.
Point passing(const std::vector<Point>& curve, double height) {
    const auto place = std::find_if(curve.begin(), curve.end(),
                                    [&](const Point& point) { return point.y >= height; });
    return place == curve.end() ? curve.back() : *place;
}

/// One stage of the story: four words, each a thin line from its smallest to its largest
/// number, with a dot for each and a bar at their mean.
void draw_stage(Canvas& canvas, double top, const std::string& name, const Matrix& m,
                const std::function<double(double)>& place) {
    canvas.text({margin, top}, name, {.bold = true});
    for (std::size_t i = 0; i < m.rows(); ++i) {
        const double y = top + 24 + 20 * static_cast<double>(i);
        const auto row = m.row(i);
        const auto [least, most] = std::minmax_element(row.begin(), row.end());
        canvas.text({86, y}, tokens[i], {.size = 14, .align = Align::right});
        canvas.line({place(*least), y}, {place(*most), y}, {.colour = axis, .width = 1.2});
        for (const double value : row) canvas.add(Dot{{place(value), y}, blue, 0.8});
        const double mean = place(mean_of(row));
        canvas.line({mean, y - 8}, {mean, y + 8}, {.colour = rust, .width = 3});
    }
}

void draw_part(Canvas& canvas, const Box& box, const std::string& name, Colour fill) {
    canvas.add(Rectangle{box, fill});
    canvas.add(Outline{box, axis, 1.2});
    canvas.text(box.centre(), name, {.align = Align::centre});
}

constexpr Colour norm_fill = 0xeac2b0;
constexpr Colour part_fill = 0xafc2e1;

/// A branch that leaves the stream at from, runs through boxes below it, and is added again
/// at to.
void draw_branch(Canvas& canvas, double y, double from, double to,
                 const std::vector<std::pair<Box, std::string>>& boxes) {
    const double below = boxes[0].first.centre().y;
    canvas.add(Path{{{from, y}, {from, below}}, {.colour = axis, .width = 1.6}});
    double left = from;
    for (const auto& [box, name] : boxes) {
        canvas.add(Arrow{{left, below}, {box.left, below}, axis, 1.6});
        draw_part(canvas, box, name, name == "norm" ? norm_fill : part_fill);
        left = box.right();
    }
    canvas.add(Path{{{left, below}, {to, below}}, {.colour = axis, .width = 1.6}});
    canvas.add(Dot{{to, y}, card, 3.2});
    canvas.add(Arrow{{to, below}, {to, y + 13}, axis, 1.6});
    canvas.text({to, y}, "+",
                {.colour = plum, .size = title_size, .align = Align::centre, .bold = true});
}

void draw_stream(Canvas& canvas, double y, double from, double to) {
    canvas.add(Arrow{{from, y}, {to, y}, plum, 4});
}

std::string title_of_variants(double epsilon) {
    const std::string first = "Dividing by d − 1 shrinks every row";
    return epsilon > 0 ? first + ";\na misplaced epsilon changes flat rows only" : first;
}

}  // namespace

EncoderLayer layer_with(Activation activation, double epsilon, NormPlacement placement) {
    EncoderLayer layer = small_example::encoder_layer(placement);
    layer.feed_forward.activation = activation;
    layer.norm1.epsilon = layer.norm2.epsilon = epsilon;
    return layer;
}

Matrix merge_rows(const std::vector<std::vector<double>>& rows) {
    Matrix m(rows.size(), rows[0].size());
    for (std::size_t i = 0; i < rows.size(); ++i) {
        std::copy(rows[i].begin(), rows[i].end(), m.row(i).begin());
    }
    return m;
}

double sum_of(std::span<const double> numbers) {
    double sum = 0;
    for (const double number : numbers) sum += number;
    return sum;
}

std::vector<std::string> numbers_line(const std::string& name,
                                      std::span<const double> numbers, int decimals) {
    std::vector<std::string> line{name};
    for (const double number : numbers) line.push_back(number_text(number, decimals));
    return line;
}

std::vector<std::string> numbers_line(const std::string& name,
                                      std::span<const float> numbers, int decimals) {
    const std::vector<double> wide(numbers.begin(), numbers.end());
    return numbers_line(name, wide, decimals);
}

std::string gap_text(double x) {
    return scientific_text(gelu_tanh(x) - gelu_exact(x), 2);
}

WidestGap widest_gelu_gap() {
    WidestGap widest{0, 0};
    for (int step = 0; step <= 600; ++step) {
        const double x = step / 100.0;
        const double gap = std::abs(gelu_tanh(x) - gelu_exact(x));
        if (gap > widest.gap) widest = {x, gap};
    }
    return widest;
}

std::string firing_text(const Matrix& activated, std::size_t word) {
    std::string text;
    for (std::size_t unit = 0; unit < activated.cols(); ++unit) {
        if (activated(word, unit) > 0) text += " " + std::to_string(unit + 1);
    }
    return text;
}

bool is_power_of_ten(std::size_t number) {
    while (number >= 10 && number % 10 == 0) number /= 10;
    return number == 1;
}

std::vector<MeanOfDraws> means_of_draws(const Matrix& x, double p, std::size_t draws,
                                        std::size_t seed) {
    const std::vector<double> places = steps_up_to(static_cast<double>(draws));
    Random generator(seed);
    Matrix sum(x.rows(), x.cols());
    std::vector<MeanOfDraws> means;
    for (std::size_t draw = 1; draw <= draws; ++draw) {
        sum += dropout(x, p, Mode::training, generator);
        const auto count = static_cast<double>(draw);
        if (draw == draws || std::find(places.begin(), places.end(), count) != places.end())
            means.push_back({draw, sum * (1 / count)});
    }
    return means;
}

Matrix without_parts(const EncoderLayerTrace& trace) {
    const Matrix parts = trace.attention.output + trace.feed_forward.output;
    return trace.output - parts;
}

Linear as_one_map(const FeedForward& layer) {
    const Matrix bias = layer.second.forward(merge_rows({layer.first.bias}));
    return {.weight = matmul(layer.first.weight, layer.second.weight),
            .bias = {bias.row(0).begin(), bias.row(0).end()}};
}

Figure story_figure(const EncoderLayerTrace& trace) {
    Figure figure{.name = "10_story",
                  .title = "Each sum drifts away, and each norm brings it back",
                  .subtitle = "Dots: a word’s four numbers. Bar: their mean.",
                  .height = 724,
                  .table = table_of({"stage", "word"}, small_example::word_columns)};
    const std::vector<std::pair<std::string, const Matrix*>> all{
        {"h, the words with their positions", &trace.input},
        {"h + attention", &trace.attention_sum},
        {"norm", &trace.norm1.output},
        {"+ feed-forward", &trace.feed_forward_sum},
        {"norm", &trace.output}};
    double least = 0, most = 0;
    for (const auto& [name, m] : all) {
        for (std::size_t i = 0; i < m->rows(); ++i) {
            least = std::min(least, *std::min_element(m->row(i).begin(), m->row(i).end()));
            most = std::max(most, *std::max_element(m->row(i).begin(), m->row(i).end()));
            add_row(figure.table, {name, tokens[i]}, m->row(i));
        }
    }
    const double first = std::floor(least), last = std::ceil(most);
    const auto place = [=](double value) {
        return 112 + 576 * (value - first) / (last - first);
    };
    for (double at = first; at <= last; ++at) {
        figure.canvas.line({place(at), 116}, {place(at), 678},
                           {.colour = grid, .width = 1});
        figure.canvas.text({place(at), 696}, label_text(at, 0),
                           {.colour = muted, .align = Align::centre});
    }
    figure.canvas.line({place(0), 116}, {place(0), 678}, {.colour = axis, .width = 1.2});
    double top = 108;
    for (const auto& [name, m] : all) {
        draw_stage(figure.canvas, top, name, *m, place);
        top += 114;
    }
    return figure;
}

Figure gamma_figure(const EncoderLayerTrace& trace) {
    const LayerNorm other = small_example::other_norm();
    Figure figure{
        .name = "10_gamma",
        .title = "The norm works on rows, gamma and beta on columns",
        .subtitle =
            "Left each row has mean 0; right each column has a scale and shift of its own.",
        .height = 548,
        .table = table_of({"stage", "word"}, small_example::word_columns)};
    Matrix scaled = trace.norm1.normalized;
    for (std::size_t i = 0; i < 4; ++i) {
        for (std::size_t j = 0; j < 4; ++j) {
            scaled(i, j) = scaled(i, j) * other.gamma[j] + other.beta[j];
        }
    }
    HeatMap map{.values = trace.norm1.normalized,
                .row_labels = tokens,
                .column_labels = small_example::word_columns,
                .row_axis = "",
                .column_axis = "",
                .palette = Palette::diverging,
                .limit = 4,
                .decimals = 2};
    draw_panel(figure.canvas, {84, 226}, 60, "normed", 98, map);
    map.values = scaled;
    map.row_labels = {};
    draw_panel(figure.canvas, {444, 226}, 60, "times gamma, plus beta", 98, map);
    draw_step(figure.canvas, 336, 430, 346, "γ, β");
    for (std::size_t j = 0; j < 4; ++j) {
        const double x = 444 + 60 * (static_cast<double>(j) + 0.5);
        figure.canvas.text({x, 486}, "× " + exact_text(other.gamma[j]),
                           {.colour = muted, .align = Align::centre});
        const std::string sign = other.beta[j] < 0 ? "− " : "+ ";
        figure.canvas.text({x, 512}, sign + exact_text(std::abs(other.beta[j])),
                           {.colour = muted, .align = Align::centre});
    }
    for (std::size_t i = 0; i < 4; ++i) {
        add_row(figure.table, {"normed", tokens[i]}, trace.norm1.normalized.row(i));
        add_row(figure.table, {"scaled and shifted", tokens[i]}, scaled.row(i));
    }
    return figure;
}

Figure variants_figure(double epsilon) {
    Figure figure{.name = "10_variants",
                  .title = title_of_variants(epsilon),
                  .subtitle = "A row of d = 4 numbers, epsilon " + exact_text(epsilon) +
                              ". Dashed: epsilon beside the root.",
                  .height = 510,
                  .table = {{"variance"}, {}}};
    const double top = content_top(figure) + 46;
    figure.height = top + 346;
    Chart chart(figure.canvas, {76, top, 520, 260}, variance_axis(), size_axis());
    std::vector<std::vector<Point>> curves;
    for (const NormVariant& variant : norm_variants) {
        curves.push_back(sizes_of(variant, epsilon));
        chart.curve(curves.back(), {.colour = variant.by_one_less ? rust : blue,
                                    .dashed = variant.epsilon_beside});
        figure.table.columns.push_back(variant.name);
    }
    const auto by_d = curves[0].back().y, by_less = curves[2].back().y;
    chart.label_ends({{by_d, "by d", blue}, {by_less, "by d − 1", rust}});
    for (std::size_t i = 0; i < curves[0].size(); ++i) {
        add_row(figure.table, {exact_text(curves[0][i].x)},
                std::vector<double>{curves[0][i].y, curves[1][i].y, curves[2][i].y,
                                    curves[3][i].y});
    }
    return figure;
}

Figure epsilon_figure(double epsilon) {
    Figure figure{.name = "10_epsilon",
                  .title = "Epsilon decides which rows count as flat",
                  .subtitle = "Where the variance is epsilon, 0.71 of the size is left.",
                  .height = 480,
                  .table = {{"variance"}, {}}};
    Chart chart(figure.canvas, {76, 142, 580, 262}, variance_axis(), size_axis());
    std::vector<double> epsilons{1e-12, 1e-6, 1e-5};
    if (std::find(epsilons.begin(), epsilons.end(), epsilon) == epsilons.end())
        epsilons.push_back(epsilon);
    std::vector<std::vector<Point>> curves;
    for (std::size_t i = 0; i < epsilons.size(); ++i) {
        curves.push_back(sizes_of(norm_variants[0], epsilons[i]));
        chart.curve(curves.back(), {.colour = series[i]});
        const bool is_right = i >= 2;
        const double height = i == 3 ? 0.25 : 0.5;
        const Point place = passing(curves.back(), height);
        const bool at_edge = place.x > 0.01;
        chart.label(place, {is_right && !at_edge ? 16.0 : -16.0, is_right ? 31.0 : -31.0},
                    exact_text(epsilons[i]),
                    {.colour = series[i],
                     .align = is_right && !at_edge ? Align::left : Align::right});
        figure.table.columns.push_back("epsilon " + exact_text(epsilons[i]));
    }
    for (std::size_t k = 0; k < curves[0].size(); ++k) {
        std::vector<double> sizes;
        for (const auto& curve : curves) sizes.push_back(curve[k].y);
        add_row(figure.table, {exact_text(curves[0][k].x)}, sizes);
    }
    return figure;
}

Figure large_mean_figure(std::span<const double> row, double epsilon) {
    Figure figure{
        .name = "10_large_mean",
        .title = "The short cut fails long before the two passes do",
        .subtitle = "Row I, moved up, normed in float32. Dots on top: no number, NaN.",
        .height = 500,
        .table = {{"moved by", "two passes", "short cut"}, {}}};
    const std::vector<Tick> ticks{{1e-8, "1e-8"}, {1e-6, "1e-6"}, {1e-4, "1e-4"},
                                  {1e-2, "1e-2"}, {1, "1"},       {100, "100"}};
    Chart chart(
        figure.canvas, {76, 142, 510, 280},
        {1, 1e6, ticks_at({1, 10, 100, 1000, 1e4, 1e5, 1e6}), "moved up by (log scale)",
         true},
        {1e-8, 1e3, ticks, "worst distance from the right number (log scale)", true});
    const auto small = static_cast<float>(epsilon);
    double last = 0;
    for (const double shift : half_steps_up_to(1e6)) {
        const std::vector<float> moved = moved_to_float32(row, shift);
        const double passes =
            worst_distance(moved, float32_two_passes(moved, small), epsilon);
        const double cut = worst_distance(moved, float32_short_cut(moved, small), epsilon);
        chart.dot({shift, within_the_chart(passes)}, teal, 0.6);
        chart.dot({shift, within_the_chart(cut)}, rust, 0.6);
        last = within_the_chart(passes);
        figure.table.rows.push_back(
            {exact_text(shift), exact_text(passes), exact_text(cut)});
    }
    chart.label({1000, 0.1}, {-16, -52}, "short cut",
                {.colour = rust, .align = Align::right});
    chart.label_ends({{last, "two passes", teal}});
    return figure;
}

Figure bends_figure() {
    const WidestGap widest = widest_gelu_gap();
    Figure figure{.name = "10_bends",
                  .title = "GELU is a rounded ReLU, and its two formulas\nlie at most " +
                           scientific_text(widest.gap, 1) + " apart",
                  .subtitle = "Below: the tanh formula minus the exact one.",
                  .height = 736,
                  .table = {{"x", "relu", "gelu_exact", "gelu_tanh"}, {}}};
    const Axis x{-4, 4, ticks_at({-4, -3, -2, -1, 0, 1, 2, 3, 4}), "x"};
    Chart above(figure.canvas, {92, 172, 520, 220}, x,
                {-0.5, 4, ticks_at({0, 1, 2, 3, 4}), "activation(x)"});
    Chart below(
        figure.canvas, {92, 484, 520, 170}, x,
        {-5e-4,
         5e-4,
         {{-4e-4, "−4e-4"}, {-2e-4, "−2e-4"}, {0, "0"}, {2e-4, "2e-4"}, {4e-4, "4e-4"}},
         "gap"});
    std::vector<Point> kinked, rounded, gap;
    for (int step = -400; step <= 400; step += 5) {
        const double at = step / 100.0;
        kinked.push_back({at, relu(at)});
        rounded.push_back({at, gelu_exact(at)});
        gap.push_back({at, gelu_tanh(at) - gelu_exact(at)});
        add_row(figure.table, {exact_text(at)},
                std::vector<double>{relu(at), gelu_exact(at), gelu_tanh(at)});
    }
    above.curve(kinked, {.colour = blue});
    above.curve(rounded, {.colour = rust});
    above.label({1.5, 1.5}, {-14, 0}, "ReLU", {.colour = blue, .align = Align::right});
    above.label({1.2, 0.5}, {0, 0}, "GELU, both formulas", {.colour = rust});
    below.curve(gap, {.colour = ink});
    return figure;
}

Figure detectors_figure(const EncoderLayerTrace& trace, Activation activation) {
    const bool is_relu = activation == Activation::relu;
    Figure figure{.name = "10_detectors",
                  .title = is_relu ? "Each word fires its own detectors, and ReLU\n"
                                     "silences the others"
                                   : "Each word fires its own detectors, and GELU\n"
                                     "nearly silences the others",
                  .subtitle = "Eight units as rows, before and after the bend.",
                  .height = 590,
                  .table = table_of({"stage", "word"}, unit_names)};
    const double top = content_top(figure) + 68;
    constexpr double pitch = 48;
    HeatMap map{.values = transpose(trace.feed_forward.hidden),
                .column_labels = tokens,
                .row_axis = "",
                .column_axis = "",
                .palette = Palette::diverging,
                .limit = 3,
                .decimals = 1};
    draw_panel(figure.canvas, {250, top}, pitch, "n1 W_1 + b_1", 52, map);
    map.values = transpose(trace.feed_forward.activated);
    draw_panel(figure.canvas, {480, top}, pitch, "after " + name_of(activation), 52, map);
    for (std::size_t unit = 0; unit < unit_names.size(); ++unit) {
        const double y = top + pitch * (static_cast<double>(unit) + 0.5);
        figure.canvas.text({236, y}, std::to_string(unit + 1) + "  " + unit_names[unit],
                           {.align = Align::right});
    }
    figure.height = top + 8 * pitch + margin;
    for (std::size_t i = 0; i < tokens.size(); ++i) {
        add_row(figure.table, {"before", tokens[i]}, trace.feed_forward.hidden.row(i));
        add_row(figure.table, {"after", tokens[i]}, trace.feed_forward.activated.row(i));
    }
    return figure;
}

Figure dropout_figure(const Matrix& row, double p, std::size_t draws, std::size_t seed) {
    Figure figure{
        .name = "10_dropout",
        .title = p > 0 ? "Dropout changes every draw, but not the mean"
                       : "With p = 0 dropout changes nothing",
        .subtitle = "Row you of attention: mean of the draws, divided by the number.",
        .height = 490,
        .table = table_of({"draws"}, small_example::word_columns)};
    const std::vector<MeanOfDraws> means = means_of_draws(row, p, draws, seed);
    std::vector<std::vector<Point>> curves(row.cols());
    double most = 1.2;
    for (const MeanOfDraws& mean : means) {
        for (std::size_t j = 0; j < row.cols(); ++j) {
            curves[j].push_back(
                {static_cast<double>(mean.draws), mean.mean(0, j) / row(0, j)});
            most = std::max(most, curves[j].back().y);
        }
        add_row(figure.table, {std::to_string(mean.draws)}, mean.mean.row(0));
    }
    std::vector<double> x_ticks{1};
    const double last = std::max(10.0, static_cast<double>(draws));
    while (x_ticks.back() * 10 <= last) x_ticks.push_back(x_ticks.back() * 10);
    std::vector<Tick> y_ticks{{0, "0"}};
    if (most < 10) y_ticks.push_back({1, "1"});
    if (1 / (1 - p) > 1.15 && 1 / (1 - p) <= most)
        y_ticks.push_back({1 / (1 - p), number_text(1 / (1 - p), 2)});
    Chart chart(figure.canvas, {76, 142, 510, 270},
                {1, last, ticks_at(x_ticks), "draws (log scale)", true},
                {0, most * 1.05, y_ticks, "mean ÷ number"});
    std::vector<Ending> endings;
    for (std::size_t j = 0; j < row.cols(); ++j) {
        chart.curve(curves[j], {.colour = series[j], .width = 2.6});
        endings.push_back({curves[j].back().y, small_example::word_columns[j], series[j]});
    }
    if (draws >= 10) chart.label_ends(endings);
    return figure;
}

Figure wiring_figure() {
    Figure figure{
        .name = "10_wiring",
        .title = "Post-norm interrupts the stream, pre-norm does not",
        .subtitle = "The thick line is a word’s own row; parts add to it.",
        .height = 420,
        .table = {{"wiring", "formula"},
                  {{"post-norm", "norm(x + part(x))"}, {"pre-norm", "x + part(norm(x))"}}}};
    Canvas& canvas = figure.canvas;
    const double post = 152, pre = 314;
    canvas.text({margin, post - 42}, "post-norm: norm(x + part(x))", {.bold = true});
    canvas.text({margin, post}, "x");
    draw_stream(canvas, post, 44, 696);
    draw_branch(canvas, post, 70, 236, {{{98, post + 38, 110, 40}, "attention"}});
    draw_part(canvas, {272, post - 20, 72, 40}, "norm", norm_fill);
    draw_branch(canvas, post, 374, 552, {{{402, post + 38, 122, 40}, "feed-forward"}});
    draw_part(canvas, {588, post - 20, 72, 40}, "norm", norm_fill);
    canvas.text({margin, pre - 42}, "pre-norm: x + part(norm(x))", {.bold = true});
    canvas.text({margin, pre}, "x");
    draw_stream(canvas, pre, 44, 696);
    draw_branch(
        canvas, pre, 70, 330,
        {{{94, pre + 38, 72, 40}, "norm"}, {{190, pre + 38, 110, 40}, "attention"}});
    draw_branch(
        canvas, pre, 374, 650,
        {{{398, pre + 38, 72, 40}, "norm"}, {{494, pre + 38, 122, 40}, "feed-forward"}});
    return figure;
}

}  // namespace attn::chapters

#include "chapters/10_sublayers/10_sublayers.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "attn/dropout.hpp"
#include "chapters/examples/small_layer.hpp"
#include "chapters/printing/show.hpp"
#include "plots/labels.hpp"
#include "support/text/print.hpp"

namespace attn::chapters::ch10 {
namespace {

using namespace plots;
using enum Paint;
using small_example::tokens, small_example::word_columns;

constexpr std::array series{blue, rust, teal, plum};

/// "1e-14", "1e-12" ... at every second power of ten.
std::vector<Tick> tens(int first, int last) {
    std::vector<Tick> ticks;
    for (int power = first; power <= last; power += 2) {
        ticks.push_back(
            {std::pow(10, power), power == 0 ? "1" : "1e" + std::to_string(power)});
    }
    return ticks;
}

/// What is left of a row's size, against its variance.
Plot sizes_plot() {
    return {.x = {.name = "variance of the row (log scale)",
                  .first = 1e-14,
                  .last = 1,
                  .ticks = tens(-14, 0),
                  .log = true},
            .y = {.name = "size of the normalized row (1 is right)",
                  .first = 0,
                  .last = 1.05,
                  .ticks = ticks_at({0, 0.25, 0.5, 0.75, 1})},
            .height = 1.1};
}

/// The size of a row normalized by a variant, for variances along the axis.
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

/// Distances as dots; those that are no number, or infinite, have dots of their own at the top.
void add_distances(Plot& plot, const std::vector<ShiftedRow>& rows,
                   double ShiftedRow::*distance, Paint paint, const std::string& name) {
    Dots finite{.points = {}, .paint = paint, .name = name, .small = true};
    Dots others = finite;
    others.name += ": NaN";
    for (const ShiftedRow& row : rows) {
        if (std::isfinite(row.*distance)) {
            finite.points.push_back({row.shift, std::max(row.*distance, *plot.y.first)});
        } else {
            others.points.push_back({row.shift, *plot.y.last});
        }
    }
    for (const Dots& dots : {finite, others}) {
        if (!dots.points.empty()) plot.marks.push_back(dots);
    }
}

/// The row in use, and three draws of it: what is left out is closed.
Plot draws_of(const Matrix& row, double p, std::size_t seed) {
    Random generator(seed);
    Matrix values(4, row.cols());
    Cells look = signed_to(4 / (1 - p));
    look.open = values;
    look.aspect = 1.9;
    for (std::size_t i = 0; i < values.rows(); ++i) {
        const Mode mode = i == 0 ? Mode::evaluation : Mode::training;
        const Matrix drawn = dropout(row, p, mode, generator);
        for (std::size_t j = 0; j < values.cols(); ++j) {
            values(i, j) = drawn(0, j);
            look.open(i, j) = drawn(0, j) != 0;
        }
    }
    return table("", values, {"in use", "draw 1", "draw 2", "draw 3"}, word_columns, look);
}

}  // namespace

Figure gamma_figure(const EncoderLayerTrace& trace) {
    const auto [gamma, beta, epsilon] = small_example::other_norm();
    const Matrix& normed = trace.norm1.normalized;
    Matrix scaled = normed;
    Texts steps(2 * gamma.size());
    for (std::size_t j = 0; j < gamma.size(); ++j) {
        for (std::size_t i = 0; i < normed.rows(); ++i)
            scaled(i, j) = scaled(i, j) * gamma[j] + beta[j];
        steps[j] = "× " + short_label(gamma[j]);
        steps[j + gamma.size()] =
            (beta[j] < 0 ? "− " : "+ ") + short_label(std::abs(beta[j]));
    }
    Cells look = signed_to(4), step = look;
    step.texts = steps;
    return {"10_gamma",
            "Layer norm works on rows, gamma on columns",
            "Normalized, each row has mean 0. Gamma and beta then work on each column.",
            {{table("normalized", normed, tokens, word_columns, look), Step{"γ, β"},
              table("times gamma, plus beta", scaled, tokens, word_columns, look)},
             {Nothing{},
              table("gamma, beta", merge_rows({gamma, beta}), {}, word_columns, step)}}};
}

Figure epsilon_figure(double epsilon) {
    const auto& [under, beside, unbiased, both] = norm_variants;
    Plot plot = sizes_plot();
    std::vector<double> others{1e-12, 1e-6, 1e-5};
    std::erase(others, epsilon);
    const std::array pale{plum, teal, gold};
    for (std::size_t i = 0; i < others.size(); ++i) {
        Line curve{sizes_of(under, others[i]), pale[i], short_label(others[i])};
        if (others.size() == 2) {  // a third curve may be close to one of them
            curve.named_at = passing(curve.points, i == 0 ? 0.75 : 0.5);
            curve.side = Side::left;
        }
        plot.marks.push_back(curve);
    }
    const std::string chosen = short_label(epsilon);
    plot.marks.push_back(Line{sizes_of(under, epsilon), blue, chosen});
    plot.marks.push_back(Line{
        .points = sizes_of(beside, epsilon), .paint = blue, .name = "", .dashed = true});
    plot.marks.push_back(Line{sizes_of(unbiased, epsilon), rust, "by d − 1"});
    plot.narrow = {plot};  // where curves have their names at their ends
    for (Mark& mark : plot.narrow[0].marks) {
        if (Line* curve = std::get_if<Line>(&mark)) curve->named_at.reset();
    }
    return {"10_epsilon",
            "Epsilon decides which rows count as flat;\nd − 1 shrinks every row",
            "A row of d = 4. Dashed: " + chosen + " added beside the root, not under it.",
            {{plot}}};
}

Figure large_mean_figure(std::span<const double> row, double epsilon) {
    const std::vector<ShiftedRow> rows = shifted_rows(row, epsilon);
    double most = 1;
    for (const ShiftedRow& one : rows) {
        for (const double distance : {one.two_passes, one.short_cut})
            if (std::isfinite(distance)) most = std::max(most, distance);
    }
    const double top = std::ceil(std::log10(most)) + 1;
    Plot plot{.x = {.name = "moved up by (log scale)",
                    .ticks = ticks_at({1, 10, 100, 1000, 1e4, 1e5, 1e6}),
                    .log = true},
              .y = {.name = "worst distance from the right number (log scale)",
                    .first = 1e-8,
                    .last = std::pow(10, top),
                    .ticks = tens(-8, static_cast<int>(top) - 1),
                    .log = true},
              .height = 1.1};
    plot.y.ticks.push_back({*plot.y.last, "NaN, ∞"});
    add_distances(plot, rows, &ShiftedRow::two_passes, teal, "two passes");
    add_distances(plot, rows, &ShiftedRow::short_cut, rust, "short cut");
    return {"10_large_mean",
            "The short cut fails long before the two passes do",
            "Row I of r1, moved up, normalized in float32. Dots on top: no number, NaN.",
            {{plot}}};
}

Figure activations_figure() {
    std::vector<Point> kinked, rounded, gap;
    for (int step = -400; step <= 400; step += 5) {
        const double x = step / 100.0;
        kinked.push_back({x, relu(x)});
        rounded.push_back({x, gelu_exact(x)});
        gap.push_back({x, gelu_tanh(x) - gelu_exact(x)});
    }
    Plot both{
        .x = {.hidden = true},
        .y = {.name = "activation(x)", .first = -0.5, .ticks = ticks_at({0, 1, 2, 3, 4})}};
    both.marks = {Line{.points = kinked,
                       .paint = blue,
                       .name = "ReLU",
                       .named_at = {{1.5, 1.5}},
                       .side = Side::left},
                  Line{.points = rounded,
                       .paint = rust,
                       .name = "GELU, both formulas",
                       .named_at = {{1.1, 0.5}}}};
    Plot apart{.x = {.name = "x"}, .y = {.name = "gap"}, .height = 0.7};
    apart.y.first = -3e-4;
    apart.y.last = 5e-4;
    apart.y.ticks = {{-2e-4, "−2e-4"}, {0, "0"}, {2e-4, "2e-4"}, {4e-4, "4e-4"}};
    apart.marks = {Line{gap}};
    return {"10_activations",
            "GELU is a rounded ReLU, and its two formulas\nlie up to " +
                scientific_text(widest_gelu_gap().gap, 1) + " apart",
            "Below: the tanh formula minus the exact one.",
            {{Stack{{both, apart}}}}};
}

Figure units_figure(const EncoderLayerTrace& trace, Activation activation) {
    const Texts numbers{"1", "2", "3", "4", "5", "6", "7", "8"};
    const FeedForwardTrace& units = trace.feed_forward;
    const Cells look = signed_to(3, 1);
    const Plot before = table("n1 W_1 + b_1", units.hidden, tokens, numbers, look);
    const Plot after =
        table("after " + name_of(activation), units.activated, tokens, numbers, look);
    return {
        "10_units",
        std::string("Each word fires a different set of units;\n") +
            (activation == Activation::relu ? "ReLU silences" : "GELU nearly silences") +
            " the rest",
        "Row: a word. Column: one of its eight units.",
        {{before}, {after}}};
}

Figure dropout_figure(const Matrix& row, double p, std::size_t draws, std::size_t seed) {
    std::vector<Line> curves;
    for (std::size_t j = 0; j < row.cols(); ++j) {
        curves.push_back({{}, series[j], draws > 1 ? word_columns[j] : ""});
    }
    double most = 1.2;
    for (const auto& [count, mean] : means_of_draws(row, p, draws, seed)) {
        for (std::size_t j = 0; j < row.cols(); ++j) {
            const double share = mean(0, j) / row(0, j);
            curves[j].points.push_back({static_cast<double>(count), share});
            most = std::max(most, share);
        }
    }
    Plot means{
        .x = {.name = "draws (log scale)", .first = 1, .log = true},
        .y = {
            .name = "mean ÷ number", .first = 0, .last = 1.05 * most, .ticks = {{0, "0"}}}};
    means.x.last = static_cast<double>(std::max<std::size_t>(2, draws));
    const double kept = 1 / (1 - p);
    if (most < 10) means.y.ticks.push_back({1, "1"});
    if (kept > 1.15 && kept <= most) means.y.ticks.push_back({kept, number_label(kept, 2)});
    for (const Line& curve : curves) {
        means.marks.push_back(curve);
        if (draws < 10)
            means.marks.push_back(
                Dots{.points = curve.points, .paint = curve.paint, .small = true});
    }
    // Said where the mean's standard deviation is at most a tenth of the number.
    const bool stays = p * kept <= 0.01 * static_cast<double>(draws);
    return {
        "10_dropout",
        p == 0  ? "With p = 0 dropout changes nothing"
        : stays ? "Every draw is different, the mean stays"
                : "Three draws, and the mean of " + std::to_string(draws),
        "Above: row love and three draws. Below: mean of the draws, divided by the row.",
        {{draws_of(row, p, seed)}, {means}}};
}

}  // namespace attn::chapters::ch10

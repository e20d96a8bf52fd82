#include "chapters/10_sublayers/10_sublayers.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "attn/dropout.hpp"
#include "chapters/examples/small_layer.hpp"
#include "chapters/printing/show.hpp"
#include "plots/labels.hpp"

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

/// A point above the square of neither, a feeling, many and both, seen from the side.
static Point seen(double feeling, double many, double height) {
    return {feeling + 0.45 * many, 0.28 * many + 0.62 * height};
}

/// The four corners on the floor, and a sheet above them.
static Plot sheet_over(const std::string& name, const std::string& below, double neither,
                       bool is_folded) {
    const Line fold{.points = {seen(1, 0, 0), seen(0, 1, 0)}, .paint = rust};
    const auto edge = [](const Point& from, const Point& to) {
        return Line{.points = {from, to}, .paint = blue};
    };
    const Point lowest = seen(0, 0, neither), a = seen(1, 0, 0), b = seen(0, 1, 0),
                highest = seen(1, 1, 1);
    Plot plot{.name = name,
              .x = {.first = -0.35, .last = 1.75},
              .y = {.first = -0.75, .last = 1.05},
              .below = below,
              .plane = true};
    plot.marks = {Line{.points = {seen(0, 0, 0), a, seen(1, 1, 0), b, seen(0, 0, 0)},
                       .paint = axis,
                       .weight = Weight::hair},
                  Line{.points = {seen(1, 1, 0), highest},
                       .paint = axis,
                       .weight = Weight::hair,
                       .dashed = true},
                  edge(lowest, a),
                  edge(lowest, b),
                  edge(a, highest),
                  edge(b, highest)};
    if (is_folded) {
        plot.marks.push_back(fold);
    } else {
        plot.marks.push_back(Line{.points = {seen(0, 0, 0), lowest},
                                  .paint = axis,
                                  .weight = Weight::hair,
                                  .dashed = true});
    }
    plot.marks.push_back(Dots{.points = {lowest, a, b, highest}, .paint = blue});
    plot.marks.push_back(Note{lowest, "neither: " + number_label(neither, 0), Side::below});
    plot.marks.push_back(Note{a, "a feeling: 0", Side::below});
    plot.marks.push_back(Note{b, "many: 0", Side::above});
    plot.marks.push_back(Note{highest, "both: 1", Side::right, ink, true});
    return plot;
}

Figure and_figure() {
    return {"10_and",
            "One fold makes an “and”",
            "Above the four corners: what comes out. Left a linear map, right a unit.",
            {{sheet_over("feeling + many − 1", "a flat sheet", -1, false),
              sheet_over("max(0, feeling + many − 1)", "folded along the rust line", 0,
                         true)}}};
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

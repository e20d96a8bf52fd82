#include "chapters/02_softmax/02_softmax.hpp"

#include <array>
#include <cmath>

#include "attn/softmax.hpp"
#include "chapters/printing/rows.hpp"
#include "chapters/printing/show.hpp"
#include "plots/labels.hpp"

namespace attn::chapters::ch02 {
namespace {

using namespace plots;
using enum Paint;

constexpr std::array paints{rust, plum, ink, blue, teal};  // of the first words; then grey

Paint paint_of(std::size_t i) {
    return i < paints.size() ? paints[i] : muted;
}

/// Two decimals, four for less than a hundredth, a power of ten for even less.
std::string size_label(double value) {
    return number_or_power(value, value >= 0.01 || value == 0 ? 2 : 4);
}

/// The sums of a table's rows at its right, of its columns below; bad ones in rust.
Plot with_sums(Plot plot, bool rows_are_bad) {
    const Matrix& m = cells_of(plot)->values;
    const Matrix columns = transpose(m);
    for (std::size_t i = 0; i < m.rows(); ++i) {
        plot.y.opposite.push_back(
            {number_label(sum_of(m.row(i)), 2), rows_are_bad ? rust : ink});
    }
    for (std::size_t j = 0; j < m.cols(); ++j) {
        plot.x.opposite.push_back({number_label(sum_of(columns.row(j)), 2), muted, false});
    }
    plot.y.opposite_name = "sum";
    plot.y.opposite_framed = rows_are_bad;
    return plot;
}

}  // namespace

Figure exponential_figure() {
    Line curve;
    for (double x = -2.5; x <= 3.1; x += 0.05) curve.points.push_back({x, std::exp(x)});
    Plot plot{.x = {.name = "score x", .ticks = ticks_at({-2, -1, 0, 1, 2, 3})},
              .y = {.name = "e^x", .first = 0, .last = 22, .ticks = ticks_at({0, 10, 20})},
              .height = 1.1};
    plot.marks = {curve};
    for (int x = -2; x <= 3; ++x) {
        const Point at{1.0 * x, std::exp(x)};
        plot.marks.push_back(
            Line{.points = {{at.x, 0}, at}, .paint = rust, .weight = Weight::thin});
        plot.marks.push_back(Dots{{at}, rust});
        plot.marks.push_back(Note{{at.x, at.y + 0.5},
                                  number_label(at.y, 2),
                                  x < 2 ? Side::above : Side::left,
                                  rust,
                                  true});
    }
    return {"02_exponential",
            "Each step to the right makes e^x 2.72 times as high",
            "Never 0, never negative. A lead of 1 means the same factor everywhere.",
            {{plot}}};
}

Figure weights_figure(const Labels& names, const Numbers& scores) {
    const Numbers weights = softmax_naive(scores);
    Bars score{{}, {}, {}, "scores"}, exponential{{}, {}, {}}, weight{{}, {}, {}};
    for (std::size_t i = 0; i < scores.size(); ++i) {
        const auto add = [&](Bars& bars, double value, const std::string& number) {
            bars.values.push_back(value);
            bars.paints.push_back(paint_of(i));
            bars.numbers.push_back(number);
        };
        add(score, scores[i], short_label(scores[i]));
        add(exponential, std::exp(scores[i]), size_label(std::exp(scores[i])));
        add(weight, weights[i], size_label(weights[i]));
    }
    const double sum = sum_of(exponential.values);
    Plot raised = bars("e^score", names, exponential, sum),
         weighted = bars("weight", names, weight, 1);
    raised.below = "sum " + size_label(sum);
    weighted.below = "sum 1";
    return {"02_weights",
            scores == scores_of_it ? "A lead of 2 makes a weight 7.39 times as large"
                                   : "Scores, their exponentials, and their weights",
            "Each score, its exponential, and its part of the sum.",
            {{bars("score", names, score), Step{"exp"}, raised, Step{"÷ sum"}, weighted}}};
}

Figure temperature_figure(const Labels& names, const Numbers& scores, double temperature) {
    constexpr double coldest = 0.1, hottest = 20;
    constexpr int steps = 240;
    Plot plot{.x = {.name = "temperature T (log scale)",
                    .first = coldest,
                    .last = hottest,
                    .ticks = ticks_at({0.1, 0.2, 0.5, 1, 2, 5, 10, 20}),
                    .log = true},
              .y = {.name = "weight", .first = 0, .last = 1},
              .height = 1.1};
    plot.marks.push_back(Rule{1, "T = 1: plain softmax"});
    if (temperature != 1) {
        plot.marks.push_back(
            Rule{temperature, "your T = " + short_label(temperature), ink});
    }
    std::vector<Line> curves;
    for (std::size_t i = 0; i < scores.size(); ++i) {
        const bool is_named = i < paints.size();
        curves.push_back({.points = {},
                          .paint = paint_of(i),
                          .name = is_named ? names[i] : "",
                          .weight = is_named ? Weight::plain : Weight::hair});
    }
    for (int step = 0; step <= steps; ++step) {  // at equal ratios
        const double t = coldest * std::pow(hottest / coldest, 1.0 * step / steps);
        const Numbers weights = softmax(divided(scores, t));  // safe at any T (chapter 5)
        for (std::size_t i = 0; i < scores.size(); ++i) {
            curves[i].points.push_back({t, weights[i]});
        }
    }
    plot.marks.insert(plot.marks.end(), curves.rbegin(), curves.rend());
    return {"02_temperature",
            scores == scores_of_it ? "Cold softmax picks a winner, hot softmax shares"
                                   : "Weights at temperatures from 0.1 to 20",
            "The scores are divided by a temperature T before the softmax.",
            {{plot}}};
}

Figure axis_figure(const Labels& labels, const Matrix& correct, const Matrix& wrong) {
    Plot along = table("correct: along each row →", correct, labels, labels),
         down = table("wrong: down each column ↓", wrong, labels, labels);
    along.y.name = "word ↓";
    return {"02_axis",
            "Down the wrong axis, no word’s weights sum to 1",
            "Weights from the same scores. Beside and below: the sums.",
            {{with_sums(along, false), with_sums(down, true)}}};
}

}  // namespace attn::chapters::ch02

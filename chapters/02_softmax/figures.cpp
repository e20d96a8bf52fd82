#include "chapters/02_softmax/02_softmax.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <functional>
#include <iterator>
#include <limits>
#include <map>
#include <numeric>
#include <stdexcept>

#include "attn/softmax.hpp"
#include "chapters/printing/show.hpp"
#include "plots/labels.hpp"
#include "support/text/utf8.hpp"

namespace attn::chapters::ch02 {
namespace {

using namespace plots;
using enum Paint;
using ch02::divided, ch02::has_weights;

constexpr double coldest = 0.1;
constexpr double hottest = 20;
constexpr std::array series{rust, blue, teal, plum, ink};

/// Who has each score, the largest score first.
using Ranking = std::map<double, std::vector<std::string>, std::greater<>>;

Ranking ranking_of(const std::vector<std::string>& names, std::span<const double> scores) {
    Ranking ranking;
    for (std::size_t i = 0; i < scores.size(); ++i) {
        ranking[scores[i]].push_back(names[i]);
    }
    return ranking;
}

/// The largest score has the first colour, the next the second; what is left is grey.
Paint paint_of(const Ranking& ranking, double score) {
    const auto place = std::distance(ranking.begin(), ranking.find(score));
    const auto rank = static_cast<std::size_t>(place);
    return rank < series.size() ? series[rank] : muted;
}

/// At most two decimals and no zeros at the end; from 10000 on as "1e+04".
std::string score_label(double score) {
    if (std::abs(score) >= 1e4) {
        std::array<char, 16> text;
        std::snprintf(text.data(), text.size(), "%.0e", std::abs(score));
        return (score < 0 ? "−" : "") + std::string(text.data());
    }
    std::string text = number_label(score, std::abs(score) < 100 ? 2 : 0);
    if (text.find('.') == std::string::npos) return text;
    text.erase(text.find_last_not_of('0') + 1);
    if (text.back() == '.') text.pop_back();
    return text;
}

/// Two decimals, four for less than a hundredth, a power of ten for even less.
std::string size_label(double value) {
    return number_or_power(value, value >= 0.01 || value == 0 ? 2 : 4);
}

void add(Bars& bars, double value, Paint paint, const std::string& number) {
    bars.values.push_back(value);
    bars.paints.push_back(paint);
    bars.numbers.push_back(number);
}

std::string factor_label(double factor) {
    return number_label(factor, factor < 100 ? 2 : 0);
}

/// What the scores' weights teach, whichever scores they are.
std::string weights_title(const Ranking& ranking) {
    if (ranking.size() == 1) {
        return ranking.begin()->second.size() == 1 ? "A score that is alone gets everything"
                                                   : "Equal scores get equal weights";
    }
    const double lead = ranking.begin()->first - std::next(ranking.begin())->first;
    if (lead < 0.005) return "Almost equal scores get almost equal weights";
    const double factor = std::exp(lead);
    if (factor > 1e4)
        return "A lead of " + score_label(lead) + " takes practically everything";
    return "A lead of " + score_label(lead) + " makes a weight " + factor_label(factor) +
           " times as large";
}

/// What the sweep shows, or what holds of every sweep.
std::string temperature_title(const Ranking& ranking, const std::vector<double>& cold,
                              const std::vector<double>& hot) {
    if (ranking.size() == 1) return "Equal scores get equal weights at any temperature";
    const auto largest = [](const std::vector<double>& weights) {
        return *std::max_element(weights.begin(), weights.end());
    };
    const double spread = largest(hot) - *std::min_element(hot.begin(), hot.end());
    const bool one_wins = ranking.begin()->second.size() == 1;
    if (one_wins && largest(cold) > 0.9 && spread < 0.15) {
        return "Cold softmax picks a winner, hot softmax shares";
    }
    if (one_wins && largest(hot) > 0.9) {
        return "Even at T = 20 the largest score gets " + number_label(largest(hot), 3);
    }
    return "The hotter the softmax, the more alike the weights";
}

/// The names of equal scores on one label.
std::string joined(const std::vector<std::string>& names) {
    std::string text = names.front();
    for (std::size_t i = 1; i < names.size(); ++i) text += ", " + names[i];
    return display_width(text) <= 9 ? text : cut_to_width(names.front(), 6) + ", …";
}

/// The factor of the title, between the largest score and the next.
void add_bracket(Plot& plot, const Ranking& ranking, const std::vector<double>& weights,
                 std::span<const double> scores) {
    if (ranking.size() < 2 || scores.size() > 6) return;
    const double lead = ranking.begin()->first - std::next(ranking.begin())->first;
    if (lead < 0.005 || std::exp(lead) > 1e4) return;
    const auto row = [&](double score) {
        return static_cast<double>(
            std::distance(scores.begin(), std::find(scores.begin(), scores.end(), score)));
    };
    const double first = row(ranking.begin()->first);
    const double second = row(std::next(ranking.begin())->first);
    const double largest = *std::max_element(weights.begin(), weights.end());
    const double to = largest + 0.7;
    // Close behind the number of its bar: the bracket joins these two and no other.
    const auto from = [&](double place) {
        const double weight = weights[static_cast<std::size_t>(place)];
        return weight + 0.22 + 0.1 * static_cast<double>(size_label(weight).size());
    };
    plot.x.last = to + 0.02;
    plot.marks.push_back(Line{
        .points = {{from(first), first}, {to, first}, {to, second}, {from(second), second}},
        .paint = muted,
        .weight = Weight::hair});
    plot.marks.push_back(
        Note{{to, (first + second) / 2}, "× " + factor_label(std::exp(lead))});
}

/// From cold to hot, at equal ratios.
std::vector<double> temperatures() {
    constexpr int steps = 240;
    std::vector<double> all;
    for (int i = 0; i <= steps; ++i) {
        all.push_back(coldest *
                      std::pow(hottest / coldest, static_cast<double>(i) / steps));
    }
    return all;
}

/// "(4, 2, 2, 5)", or "Your scores" where there are too many for a line.
std::string scores_label(std::span<const double> scores) {
    std::string text;
    for (const double score : scores) {
        text += (text.empty() ? "" : ", ") + score_label(score);
    }
    return display_width(text) <= 22 ? "Scores (" + text + ")" : "Your scores";
}

/// Marks T = 1 and the reader's T.
void add_temperatures(Plot& plot, double temperature) {
    plot.marks.push_back(Rule{1, "T = 1: plain softmax"});
    if (temperature == 1) return;
    plot.marks.push_back(Rule{temperature, "your T = " + score_label(temperature), ink});
}

/// The sums of a table's rows at its right, of its columns below; bad ones in rust.
Plot with_sums(Plot plot, bool rows_are_bad) {
    const Matrix& m = cells_of(plot)->values;
    for (std::size_t i = 0; i < m.rows(); ++i) {
        double row = 0, column = 0;  // the table is square
        for (std::size_t j = 0; j < m.cols(); ++j) {
            row += m(i, j);
            column += m(j, i);
        }
        plot.y.opposite.push_back({number_label(row, 2), rows_are_bad ? rust : ink});
        plot.x.opposite.push_back({number_label(column, 2), muted, false});
    }
    plot.y.opposite_name = "sum";
    plot.y.opposite_framed = rows_are_bad;
    return plot;
}

/// The weights at every temperature at which there are any: a curve for each score.
std::vector<std::vector<Point>> cooled(std::span<const double> scores) {
    std::vector<std::vector<Point>> curves(scores.size());
    for (const double t : temperatures()) {
        const std::vector<double> tempered = divided(scores, t);
        if (!has_weights(tempered)) continue;
        const std::vector<double> weights = softmax_naive(tempered);
        for (std::size_t i = 0; i < scores.size(); ++i)
            curves[i].push_back({t, weights[i]});
    }
    return curves;
}

/// A name for a curve: of those past the last colour, one speaks for all, at their middle.
std::string curve_name(const Ranking& ranking, std::size_t rank, const Texts& names) {
    if (rank < series.size()) return joined(names);
    const std::size_t grey = ranking.size() - series.size();
    if (rank != series.size() + grey / 2) return "";
    return grey == 1 ? joined(names) : "the others";
}

}  // namespace

Figure weights_figure(const std::vector<std::string>& names,
                      std::span<const double> scores) {
    if (!has_weights(scores))
        throw std::domain_error("weights_figure: there are no weights");
    const Ranking ranking = ranking_of(names, scores);
    const std::vector<double> weights = softmax_naive(scores);
    Bars score{{}, {}, {}}, exponential = score, weight = score;
    double sum = 0;
    for (std::size_t i = 0; i < scores.size(); ++i) {
        const double e = std::exp(scores[i]);
        const Paint paint = paint_of(ranking, scores[i]);
        add(score, scores[i], paint, score_label(scores[i]));
        add(exponential, e, paint, size_label(e));
        add(weight, weights[i], paint, size_label(weights[i]));
        sum += e;
    }
    score.knob = "scores";
    Plot scored = bars("score", names, score),
         raised = bars("e^score", names, exponential, sum),
         weighted = bars("weight", names, weight, 1);
    raised.below = "sum " + size_label(sum);
    weighted.below = "sum 1";
    add_bracket(weighted, ranking, weights, scores);
    return {"02_weights",
            weights_title(ranking),
            "Each score, its exponential, and its part of the sum.",
            {{scored, Step{"exp"}, raised, Step{"÷ sum"}, weighted}}};
}

Figure temperature_figure(const std::vector<std::string>& names,
                          std::span<const double> scores, double temperature) {
    const Ranking ranking = ranking_of(names, scores);
    const std::vector<std::vector<Point>> curves = cooled(scores);
    if (curves[0].empty())
        throw std::domain_error("temperature_figure: there are no weights");
    std::vector<double> cold, hot;
    for (const std::vector<Point>& curve : curves) {
        cold.push_back(curve.front().y);
        hot.push_back(curve.back().y);
    }
    Plot plot{.x = {.name = "temperature T (log scale)",
                    .first = coldest,
                    .last = hottest,
                    .ticks = ticks_at({0.1, 0.2, 0.5, 1, 2, 5, 10, 20}),
                    .log = true},
              .y = {.name = "weight", .first = 0, .last = 1},
              .height = 1.1};
    const double first = curves[0].front().x;
    if (first > coldest)
        plot.marks.push_back(
            Gap{coldest, first, "e^(score / T)\ndoes not fit\ninto a double"});
    add_temperatures(plot, temperature);
    std::size_t rank = 0;
    for (const auto& [score, equals] : ranking) {
        const auto found = std::find(scores.begin(), scores.end(), score);
        const auto i = static_cast<std::size_t>(std::distance(scores.begin(), found));
        const Paint paint = paint_of(ranking, score);
        plot.marks.push_back(Line{.points = curves[i],
                                  .paint = paint,
                                  .name = curve_name(ranking, rank, equals),
                                  .weight = paint == muted ? Weight::hair : Weight::plain});
        ++rank;
    }
    std::reverse(plot.marks.begin(), plot.marks.end());  // the largest score's is on top
    return {"02_temperature",
            temperature_title(ranking, cold, hot),
            scores_label(scores) + ", divided by a temperature T before the softmax.",
            {{plot}}};
}

Figure axis_figure(const std::vector<std::string>& labels, const Matrix& correct,
                   const Matrix& wrong) {
    Plot along = plots::table("correct: along each row →", correct, labels, labels),
         down = plots::table("wrong: down each column ↓", wrong, labels, labels);
    along.y.name = "word ↓";
    return {"02_axis",
            "Down the wrong axis, no word’s weights sum to 1",
            "Weights from the same scores. Beside and below: the sums.",
            {{with_sums(along, false), with_sums(down, true)}}};
}

Figure fraction_figure() {
    constexpr double other = 9;
    constexpr int least = -25, most = 25,
                  parts = 16;  // a power of two: x = -9 is met exactly
    std::vector<Point> fraction, softmax;
    for (int i = least * parts; i <= most * parts; ++i) {
        const double x = static_cast<double>(i) / parts;
        fraction.push_back({x, x / (x + other)});
        softmax.push_back({x, softmax_naive(std::array{x, other})[0]});
    }
    Plot plot{.x = {.name = "score x", .ticks = ticks_at({-25, -9, 0, 9, 25})},
              .y = {.name = "part of x", .first = -2, .last = 3},
              .height = 1.1};
    plot.marks = {Rule{-other, "−9 + 9 = 0: no fraction"}, Line{fraction, blue, "fraction"},
                  Line{softmax, rust, "softmax"},
                  Note{{-25, 1.25}, "more than everything", Side::right, blue},
                  Note{{-5.2, -1.2}, "less than nothing", Side::right, blue}};
    return {"02_fraction",
            "The plain fraction can leave 0 to 1, softmax cannot",
            "Two scores, x and 9: the part that x gets, while x grows.",
            {{plot}}};
}

}  // namespace attn::chapters::ch02

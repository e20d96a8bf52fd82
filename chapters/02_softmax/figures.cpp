#include "chapters/02_softmax/figures.hpp"
#include "attn/text/print.hpp"

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
#include "attn/text/utf8.hpp"
#include "chapters/common/show.hpp"
#include "plots/chart.hpp"
#include "plots/heat_map.hpp"

namespace attn::chapters {
namespace {

using namespace plots;

constexpr double coldest = 0.1;
constexpr double hottest = 20;
constexpr std::array<Colour, 5> series{rust, blue, teal, plum, ink};

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
Colour colour_of(const Ranking& ranking, double score) {
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
    std::string text = label_text(score, std::abs(score) < 100 ? 2 : 0);
    if (text.find('.') == std::string::npos) return text;
    text.erase(text.find_last_not_of('0') + 1);
    if (text.back() == '.') text.pop_back();
    return text;
}

/// Two decimals, four for less than a hundredth, a power of ten for even less.
std::string size_label(double value) {
    return number_or_power(value, value >= 0.01 || value == 0 ? 2 : 4);
}

/// What the scores' shares teach, whichever scores they are.
std::string shares_title(const Ranking& ranking) {
    if (ranking.size() == 1) {
        return ranking.begin()->second.size() == 1 ? "A score that is alone gets everything"
                                                   : "Equal scores get equal shares";
    }
    const double lead = ranking.begin()->first - std::next(ranking.begin())->first;
    if (lead < 0.005) return "An almost equal score gets an almost equal share";
    const double factor = std::exp(lead);
    if (factor > 1e5)
        return "A lead of " + score_label(lead) + " takes practically everything";
    return "A lead of " + score_label(lead) + " makes a share " +
           label_text(factor, factor < 100 ? 2 : 0) + " times as large";
}

/// What the sweep shows, or what holds of every sweep.
std::string temperature_title(const Ranking& ranking, const std::vector<double>& cold,
                              const std::vector<double>& hot) {
    if (ranking.size() == 1) return "Equal scores share alike at every temperature";
    const auto largest = [](const std::vector<double>& shares) {
        return *std::max_element(shares.begin(), shares.end());
    };
    const double spread = largest(hot) - *std::min_element(hot.begin(), hot.end());
    const bool one_wins = ranking.begin()->second.size() == 1;
    if (one_wins && largest(cold) > 0.9 && spread < 0.15) {
        return "Cold softmax picks a winner, hot softmax shares";
    }
    if (one_wins && largest(hot) > 0.9) {
        return "Even at T = 20 the largest score gets " + label_text(largest(hot), 3);
    }
    return "The hotter the softmax, the more alike the shares";
}

/// The names of equal scores on one label.
std::string joined(const std::vector<std::string>& names) {
    std::string text = names.front();
    for (std::size_t i = 1; i < names.size(); ++i) text += ", " + names[i];
    return display_width(text) <= 9 ? text : cut_to_width(names.front(), 6) + ", …";
}

void draw_heads(Canvas& canvas, const std::array<double, 3>& lefts, double y) {
    canvas.text({lefts[0], y}, "score", {.bold = true});
    canvas.text({lefts[1], y}, "e^score", {.bold = true});
    canvas.text({lefts[2], y}, "share", {.bold = true});
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

/// A dashed line across the chart at a temperature, up to its label.
void draw_temperature(Canvas& canvas, const Chart& chart, double temperature, double shift,
                      const std::string& label, const TextStyle& style) {
    const Point top = chart.at(temperature, 1);
    canvas.line(chart.at(temperature, 0), {top.x, top.y - 8},
                {.colour = axis, .width = 1.2, .dashed = true});
    canvas.text({top.x + shift, top.y - 22}, label, style);
}

/// Marks T = 1 and the reader's T, each label on its own side.
void draw_temperatures(Canvas& canvas, const Chart& chart, double temperature) {
    constexpr double label_width = 114;
    const double clear_of_the_axis_name = 100;
    const bool is_colder = temperature < 1;
    const double shift = is_colder ? 4 : temperature > 1 ? -4 : 0;
    const Align align = is_colder         ? Align::left
                        : temperature > 1 ? Align::right
                                          : Align::centre;
    draw_temperature(canvas, chart, 1, shift, "T = 1: plain softmax",
                     {.colour = muted, .align = align});
    if (temperature == 1) return;
    const double x = chart.at(temperature, 1).x;
    const double left =
        is_colder ? std::max(x - label_width, clear_of_the_axis_name) : x + 4;
    draw_temperature(canvas, chart, temperature, left - x,
                     "your T = " + score_label(temperature), {});
}

/// The sums of a table's rows at its right and of its columns below; bad ones in rust.
void draw_sums(Canvas& canvas, Point corner, double pitch, const Matrix& m,
               bool rows_are_bad) {
    const double end = pitch * static_cast<double>(m.cols());
    const auto middle = [&](std::size_t i) {
        return pitch * (static_cast<double>(i) + 0.5);
    };
    canvas.text({corner.x + end + 32, corner.y - 23}, "sum",
                {.colour = muted, .align = Align::centre});
    for (std::size_t i = 0; i < m.rows(); ++i) {
        double row = 0;
        double column = 0;  // the table is square
        for (std::size_t j = 0; j < m.cols(); ++j) {
            row += m(i, j);
            column += m(j, i);
        }
        canvas.text(
            {corner.x + end + 32, corner.y + middle(i)}, label_text(row, 2),
            {.colour = rows_are_bad ? rust : ink, .align = Align::centre, .bold = true});
        canvas.text({corner.x + middle(i), corner.y + end + 22}, label_text(column, 2),
                    {.colour = muted, .align = Align::centre});
    }
}

}  // namespace

bool has_shares(std::span<const double> scores) {
    double sum = 0;
    for (const double score : scores) sum += std::exp(score);
    return std::isfinite(sum) && sum >= std::numeric_limits<double>::min();
}

std::vector<double> divided(std::span<const double> scores, double temperature) {
    std::vector<double> quotients;
    for (const double score : scores) quotients.push_back(score / temperature);
    return quotients;
}

std::vector<std::string> numbered(const std::string& name, std::size_t count) {
    std::vector<std::string> names;
    for (std::size_t i = 0; i < count; ++i) names.push_back(name + "_" + std::to_string(i));
    return names;
}

Figure shares_figure(const std::vector<std::string>& names,
                     std::span<const double> scores) {
    if (!has_shares(scores)) throw std::domain_error("shares_figure: there are no shares");
    const Ranking ranking = ranking_of(names, scores);
    const std::vector<double> shares = softmax_naive(scores);
    double sum = 0;
    for (const double score : scores) sum += std::exp(score);

    Figure figure{.name = "02_shares",
                  .title = shares_title(ranking),
                  .subtitle =
                      "Left to right: a score; e to its power; that divided by the "
                      "sum of all.",
                  .table = {{"name", "score", "power", "share"}, {}}};
    std::vector<Bar> score_bars, power_bars, share_bars;
    for (std::size_t i = 0; i < scores.size(); ++i) {
        const Colour colour = colour_of(ranking, scores[i]);
        const double power = std::exp(scores[i]);
        score_bars.push_back({names[i], scores[i], colour, 2, score_label(scores[i])});
        power_bars.push_back({"", power, colour, 2, size_label(power)});
        share_bars.push_back({"", shares[i], colour, 2, size_label(shares[i])});
        figure.table.rows.push_back(
            {names[i], exact_text(scores[i]), exact_text(power), exact_text(shares[i])});
    }
    const auto count = static_cast<double>(scores.size());
    const double height = count * (count > 6 ? 36 : 56);
    const double least = std::min(0.0, ranking.rbegin()->first);
    const double most = std::max({0.0, ranking.begin()->first, least + 1e-9});
    const std::array<double, 3> lefts{112, 308, 540};
    const double width = 98;
    const double top = 146;
    Canvas& canvas = figure.canvas;
    draw_heads(canvas, lefts, top - 24);
    draw_bars(canvas, {lefts[0], top, width, height}, score_bars, least, most);
    draw_bars(canvas, {lefts[1], top, width, height}, power_bars, 0, sum);
    draw_bars(canvas, {lefts[2], top, width, height}, share_bars, 0, 1);
    const double below = top + height + 24;
    canvas.text({lefts[1], below}, "sum " + size_label(sum), {.colour = muted});
    canvas.text({lefts[2], below}, "sum 1", {.colour = muted});
    figure.height = below + 12 + margin;
    return figure;
}

Figure temperature_figure(const std::vector<std::string>& names,
                          std::span<const double> scores, double temperature) {
    const Ranking ranking = ranking_of(names, scores);
    Figure figure{.name = "02_temperature",
                  .title = {},
                  .subtitle = scores_label(scores) +
                              ", divided by a temperature T before the softmax.",
                  .table = {{"T"}, {}}};
    for (const std::string& name : names) figure.table.columns.push_back(name);

    std::vector<std::vector<Point>> curves(scores.size());
    std::vector<double> cold, hot;
    double first = hottest;
    for (const double t : temperatures()) {
        const std::vector<double> tempered = divided(scores, t);
        if (!has_shares(tempered)) continue;
        hot = softmax_naive(tempered);
        if (cold.empty()) {
            cold = hot;
            first = t;
        }
        figure.table.rows.push_back({exact_text(t)});
        for (std::size_t i = 0; i < scores.size(); ++i) {
            curves[i].push_back({t, hot[i]});
            figure.table.rows.back().push_back(exact_text(hot[i]));
        }
    }
    if (hot.empty()) throw std::domain_error("temperature_figure: there are no shares");
    figure.title = temperature_title(ranking, cold, hot);

    const Box box{64, 140, 524, 290};
    figure.height = box.bottom() + 74;
    if (first > coldest) {
        figure.subtitle = "Hatched: there e^(score / T) does not fit into a double.";
        const Axis scale{coldest, hottest, {}, "T", true};
        Canvas unused;
        const double end = Chart(unused, box, scale, {}).at(first, 0).x;
        figure.canvas.add(Hatch{{box.left, box.top, end - box.left, box.height}});
    }
    Chart chart(figure.canvas, box,
                {coldest, hottest, ticks_at({0.1, 0.2, 0.5, 1, 2, 5, 10, 20}),
                 "temperature T (log scale)", true},
                {0,
                 1,
                 {{0, "0"}, {0.25, "0.25"}, {0.5, "0.50"}, {0.75, "0.75"}, {1, "1"}},
                 "share"});
    draw_temperatures(figure.canvas, chart, temperature);
    std::vector<Ending> endings;
    for (auto rank = ranking.rbegin(); rank != ranking.rend(); ++rank) {
        const auto found = std::find(scores.begin(), scores.end(), rank->first);
        const auto i = static_cast<std::size_t>(std::distance(scores.begin(), found));
        const Colour colour = colour_of(ranking, rank->first);
        chart.curve(curves[i], {.colour = colour, .width = colour == muted ? 1.2 : 3});
        if (colour != muted) endings.push_back({hot[i], joined(rank->second), colour});
    }
    if (ranking.size() > series.size()) {  // one name for the grey curves, at their middle
        const auto grey = ranking.size() - series.size();
        const auto middle = std::next(
            ranking.begin(), static_cast<std::ptrdiff_t>(series.size() + grey / 2));
        const auto found = std::find(scores.begin(), scores.end(), middle->first);
        const auto i = static_cast<std::size_t>(std::distance(scores.begin(), found));
        endings.push_back(
            {hot[i], grey == 1 ? joined(middle->second) : "the others", muted});
    }
    chart.label_ends(endings);
    return figure;
}

Figure axis_figure(const std::vector<std::string>& words, const Matrix& correct,
                   const Matrix& wrong) {
    Figure figure{.name = "02_axis",
                  .title = "Down the wrong axis, no word’s shares sum to 1",
                  .subtitle = "Shares of the same scores. Beside and below: the sums.",
                  .height = 490,
                  .table = matrix_table("correct", words, words, correct)};
    const Table below = matrix_table("wrong", words, words, wrong);
    figure.table.rows.push_back(below.columns);
    figure.table.rows.insert(figure.table.rows.end(), below.rows.begin(), below.rows.end());

    Canvas& canvas = figure.canvas;
    constexpr double pitch = 56;
    const Point left_corner{104, 206};
    const Point right_corner{412, 206};
    HeatMap map{.values = correct,
                .row_labels = words,
                .column_labels = words,
                .row_axis = "word ↓",
                .column_axis = {}};
    canvas.text({left_corner.x, 110}, "correct: along each row →", {.bold = true});
    draw_heat_map(canvas, left_corner, pitch, map);
    draw_sums(canvas, left_corner, pitch, correct, false);
    map.values = wrong;
    map.row_labels.clear();
    map.row_axis = {};
    canvas.text({right_corner.x, 110}, "wrong: down each column ↓", {.bold = true});
    draw_heat_map(canvas, right_corner, pitch, map);
    draw_sums(canvas, right_corner, pitch, wrong, true);
    canvas.add(Outline{
        {right_corner.x + 4 * pitch + 6, right_corner.y + 4, 52, 4 * pitch - 8}, ink, 3});
    return figure;
}

Figure fraction_figure() {
    constexpr double other = 9;
    constexpr int least = -20;
    constexpr int most = 20;
    Figure figure{.name = "02_fraction",
                  .title = "The plain fraction leaves 0 to 1, softmax never",
                  .subtitle = "Two scores, x and 9: the share that x gets, while x grows.",
                  .height = 500,
                  .table = {{"x", "plain_fraction", "softmax"}, {}}};
    Chart chart(figure.canvas, {64, 140, 524, 290},
                {least, most, ticks_at({-20, -9, 0, 9, 20}), "score x"},
                {-2, 3, ticks_at({-2, -1, 0, 1, 2, 3}), "share of x"});
    std::vector<Point> fraction, softmax;
    constexpr int parts = 16;  // a power of two: x = -9 is met exactly
    for (int i = least * parts; i <= most * parts; ++i) {
        const double x = static_cast<double>(i) / parts;
        fraction.push_back({x, x / (x + other)});
        softmax.push_back({x, softmax_naive(std::array{x, other})[0]});
        if (i % 2 != 0) continue;
        figure.table.rows.push_back(
            {exact_text(x), exact_text(fraction.back().y), exact_text(softmax.back().y)});
    }
    chart.reference(-other, "−9 + 9 = 0: no fraction");
    chart.curve(fraction, {.colour = blue});
    chart.curve(softmax, {.colour = rust});
    chart.label({most, 1.5}, {0, 0}, "more than everything",
                {.colour = muted, .align = Align::right});
    chart.label({most, -0.5}, {0, 0}, "less than nothing",
                {.colour = muted, .align = Align::right});
    chart.label_ends(
        {{fraction.back().y, "fraction", blue}, {softmax.back().y, "softmax", rust}});
    return figure;
}

}  // namespace attn::chapters

#include "chapters/03_overflow/figures.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <numeric>
#include <string>

#include "attn/precision/exp_limits.hpp"
#include "attn/precision/number_formats.hpp"
#include "attn/precision/softmax_in_format.hpp"
#include "chapters/common/show.hpp"
#include "plots/labels.hpp"

namespace attn::chapters {
namespace {

using namespace fig;
using enum Paint;
using Vector = std::vector<double>;
using Softmax = Vector (*)(const NumberFormat&, std::span<const double>);

/// A score as a label: as few digits as name it, but no more than two decimals.
std::string score_label(double score) {
    if (std::abs(score) >= 1e6) return short_label(score);
    const auto has_at_most = [&](int decimals) {
        const double moved = score * std::pow(10, decimals);
        return std::abs(moved - std::round(moved)) < 1e-6;
    };
    return number_label(score, has_at_most(0) ? 0 : has_at_most(1) ? 1 : 2);
}

Vector less_the_largest(std::span<const double> scores) {
    const double largest = *std::max_element(scores.begin(), scores.end());
    Vector shifted;
    for (const double score : scores) shifted.push_back(score - largest);
    return shifted;
}

std::string window_title(const Vector& scores, const Vector& shifted) {
    const auto both = [](const Vector& pair) {
        return score_label(pair[0]) + " and " + score_label(pair[1]);
    };
    const std::string title = scores.size() == 2 ? "Minus the largest, " + both(scores) +
                                                       " become " + both(shifted)
                                                 : "";
    const bool is_short = !title.empty() && title.size() <= 54;  // a minus has three bytes
    return is_short ? title : "Minus the largest, no score is above 0";
}

/// The scores from the largest to the smallest, without those that would stand closer together
/// than apart; the smallest stays.
Vector parted_scores(Vector scores, double apart) {
    std::sort(scores.begin(), scores.end(), std::greater<>());
    Vector parted;
    for (const double score : scores) {
        if (parted.empty() || parted.back() - score >= apart) parted.push_back(score);
    }
    if (parted.size() > 1) parted.back() = scores.back();
    return parted;
}

/// Dots on a number line, the smallest and the largest with their numbers.
void add_scores(Plot& plot, const Vector& scores, double row, Paint paint, bool are_many) {
    const double least = *std::min_element(scores.begin(), scores.end());
    const double most = *std::max_element(scores.begin(), scores.end());
    const bool is_crowded = most - least < (*plot.x.last - *plot.x.first) / 6;
    const Side outside = row == 0 ? Side::above : Side::below;
    Dots dots{.points = {}, .paint = paint, .small = are_many};
    for (const double score : scores) dots.points.push_back({score, row});
    plot.marks.push_back(dots);
    const auto name = [&](double score, Side side) {
        plot.marks.push_back(Note{{score, row},
                                  score_label(score),
                                  is_crowded && least < most ? side : outside,
                                  paint,
                                  true});
    };
    name(most, Side::right);
    if (least < most) name(least, Side::left);
}

}  // namespace

Figure window_figure(std::span<const double> scores) {
    const ExpLimits limits = exp_limits(float32);
    const Vector given(scores.begin(), scores.end()), shifted = less_the_largest(scores);
    double reach = 93;
    for (const Vector& row : {given, shifted}) {
        for (const double score : row) reach = std::max(reach, std::abs(score));
    }
    const double end = 1.6 * reach, dot = end / 18;
    const Vector parted = parted_scores(given, dot);
    const bool are_many = parted.size() < given.size();
    Plot plot{.x = {.name = "score x", .first = -end, .last = end},
              .y = {.first = 1.7, .last = -0.7, .words = {"as given", "minus the largest"}},
              .height = 3.6};
    plot.marks = {Gap{-end, limits.rounds_to_zero}, Gap{limits.rounds_to_infinity, end},
                  Rule{limits.rounds_to_zero,
                       "e^x is 0 up to " + number_label(limits.rounds_to_zero, 2)},
                  Rule{limits.rounds_to_infinity,
                       "e^x is inf from " + number_label(limits.rounds_to_infinity, 2)}};
    for (const double score : parted) {
        constexpr double way = 0.93;  // an arrow ends before the dot
        plot.marks.push_back(Arrow{.from = {score, 0},
                                   .to = {score + way * (shifted[0] - given[0]), way},
                                   .paint = axis,
                                   .weight = Weight::hair});
    }
    add_scores(plot, given, 0, rust, are_many);
    add_scores(plot, shifted, 1, blue, are_many);
    return {"03_window",
            window_title(given, shifted),
            "float32: only between the shaded parts is e^x a number above 0.",
            {{plot}}};
}

namespace {

/// The shares of all scores in all formats, by one of the two forms: a row for each score.
Matrix shares_by(Softmax softmax, std::span<const double> scores) {
    Matrix shares(scores.size(), number_formats.size());
    for (std::size_t f = 0; f < number_formats.size(); ++f) {
        const Vector of_format = softmax(number_formats[f], scores);
        for (std::size_t i = 0; i < scores.size(); ++i) shares(i, f) = of_format[i];
    }
    return shares;
}

/// What the shares of each format sum to: NaN, or 0 where a sum overflowed and left only zeros.
Vector sums_of(const Matrix& shares) {
    Vector sums(shares.cols());
    for (std::size_t i = 0; i < shares.rows(); ++i) {
        for (std::size_t f = 0; f < shares.cols(); ++f) sums[f] += shares(i, f);
    }
    return sums;
}

std::string failures_text(const Matrix& shares) {
    constexpr std::array words{"none", "one of four formats", "two of four formats",
                               "three of four formats", "all four formats"};
    const auto failures =
        std::ranges::count_if(sums_of(shares), [](double sum) { return !(sum > 0.5); });
    return words.at(static_cast<std::size_t>(failures));
}

Plot shares_table(const std::string& name, const Matrix& shares,
                  std::span<const double> scores) {
    Texts rows, columns;
    Cells look{.texts = Texts{}, .aspect = 2.1};
    for (const NumberFormat& format : number_formats) columns.push_back(format.name);
    for (std::size_t i = 0; i < shares.rows(); ++i) {
        rows.push_back(score_label(scores[i]));
        for (const double share : shares.row(i)) {
            look.texts->push_back(std::isnan(share) ? "NaN" : share_text(share));
        }
    }
    return table(name, shares, rows, columns, look);
}

}  // namespace

Figure formats_figure(std::span<const double> scores) {
    const Matrix naive = shares_by(softmax_naive_in, scores),
                 stable = shares_by(softmax_in, scores);
    const bool has_zeros =
        std::ranges::any_of(sums_of(naive), [](double sum) { return sum == 0; });
    return {
        "03_formats",
        "Naive softmax fails in " + failures_text(naive) + ",\nstable softmax in " +
            failures_text(stable),
        has_zeros ? "A column of zeros has lost everything. NaN: not a number."
                  : "Each score’s share in each format. NaN: not a number.",
        {{shares_table("naive", naive, scores)}, {shares_table("stable", stable, scores)}}};
}

namespace {

/// The share of x beside x - 1 in float32. The scores are numbers of float32.
std::vector<Point> share_beside(Softmax softmax, double from, double to, double step) {
    std::vector<Point> points;
    for (double x = from; x <= to; x += step) {
        points.push_back({x, softmax(float32, Vector{x, x - 1})[0]});
    }
    return points;
}

/// Both shares, the stable one behind the naive one.
Plot both_shares(double from, double to, double step) {
    Plot plot{.x = {.name = "score x", .first = from, .last = to},
              .y = {.name = "share", .last = 1.05}};
    const ExpLimits limits = exp_limits(float32);
    plot.marks = {
        Gap{from, limits.rounds_to_zero, "0/0"},
        Line{.points = share_beside(softmax_in, from, to, step),
             .paint = blue,
             .weight = Weight::broad},
        Line{.points = share_beside(softmax_naive_in, from, to, step), .paint = rust}};
    if (to > limits.rounds_to_infinity) {
        plot.marks.push_back(Gap{limits.rounds_to_infinity, to, "inf/inf"});
    }
    return plot;
}

}  // namespace

Figure edges_figure() {
    const ExpLimits limits = exp_limits(float32);
    const double share = share_beside(softmax_in, 0, 0, 1)[0].y;
    Plot whole = both_shares(-125, 125, 0.25),
         edge = both_shares(-104.5, -99.75, 1.0 / 128);
    whole.x.ticks = ticks_at({-50, 0, 50});
    for (const double end : {limits.rounds_to_zero, limits.rounds_to_infinity}) {
        whole.x.ticks.push_back({end, number_label(end, 2)});
    }
    whole.y.ticks = {{0, "0"}, {share, "0.7311"}, {1, "1"}};
    whole.marks.push_back(
        Note{{0, share}, "naive, and behind it stable", Side::above, rust});
    whole.marks.push_back(Note{{106.5, share}, "stable", Side::below, blue});
    whole.marks.push_back(
        Note{{88.5, 0.08}, "a sum of inf: e^x / inf = 0", Side::left, rust});
    edge.name = "the left edge enlarged: e^x has only a few bits left";
    edge.y.first = 0.45;
    edge.x.ticks = ticks_at({-104, -103, -102, -101, -100});
    edge.y.ticks = {
        {0.5, "1/2"}, {2.0 / 3, "2/3"}, {share, "0.7311"}, {0.8, "4/5"}, {1, "1"}};
    return {"03_edges",
            "Naive softmax works in a window, stable everywhere",
            "float32: the share of x beside x − 1, which is 0.7311 for every x.",
            {{Stack{{whole, edge}}}}};
}

Figure errors_figure(const std::vector<RoundingErrors>& errors) {
    Line naive{.points = {},
               .paint = rust,
               .name = "naive",
               .named_at = Point{40, 1.05},
               .side = Side::below};
    Line stable{.points = {},
                .paint = blue,
                .name = "stable",
                .named_at = Point{40, 34},
                .side = Side::above};
    for (const RoundingErrors& error : errors) {
        for (const double x : {error.x, error.x + 1}) {
            naive.points.push_back({x, error.naive});
            stable.points.push_back({x, error.stable});
        }
    }
    Plot plot{.x = {.name = "larger score x", .first = 0, .last = 104},
              .y = {.name = "units in the last place, log scale",
                    .first = 0.25,
                    .last = 128,
                    .ticks = ticks_at({1, 4, 16, 64}),
                    .log = true},
              .height = 1.1};
    plot.marks = {Gap{exp_limits(float32).rounds_to_infinity, 104, "naive\nis NaN"}, naive,
                  stable};
    return {"03_errors",
            "Subtracting is safe, and costs small shares digits",
            "float32: error of the smaller share, in units of its last place.",
            {{plot}}};
}

}  // namespace attn::chapters

#include "chapters/05_overflow/05_overflow.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <string>

#include "chapters/printing/show.hpp"
#include "plots/labels.hpp"
#include "support/precision/number_formats.hpp"

namespace attn::chapters::ch05 {
namespace {

using namespace plots;
using enum Paint;
using Vector = std::vector<double>;

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

/// Dots on a number line, the smallest and the largest with their numbers, on one label where
/// they are close.
void add_scores(Plot& plot, const Vector& scores, double row, Paint paint) {
    const double least = *std::min_element(scores.begin(), scores.end());
    const double most = *std::max_element(scores.begin(), scores.end());
    const bool is_crowded = most - least < (*plot.x.last - *plot.x.first) / 6;
    const Side outside = row == 0 ? Side::above : Side::below;
    Dots dots{.points = {}, .paint = paint};
    for (const double score : scores) dots.points.push_back({score, row});
    plot.marks.push_back(dots);
    const auto name = [&](double place, const std::string& text) {
        plot.marks.push_back(Note{{place, row}, text, outside, paint, true});
    };
    if (least < most && is_crowded) {
        const char* between = scores.size() == 2 ? " and " : " to ";
        name((least + most) / 2, score_label(least) + between + score_label(most));
        return;
    }
    name(most, score_label(most));
    if (least < most) name(least, score_label(least));
}

}  // namespace

Figure window_figure(std::span<const double> scores) {
    const ExpLimits limits = exp_limits(float32);
    const Vector given(scores.begin(), scores.end()), shifted = less_the_largest(scores);
    double reach = 93;
    for (const Vector& row : {given, shifted}) {
        for (const double score : row) reach = std::max(reach, std::abs(score));
    }
    const double end = 1.6 * reach;
    Plot plot{.x = {.name = "score x", .first = -end, .last = end},
              .y = {.first = 1.7, .last = -0.7, .words = {"as given", "minus the largest"}},
              .height = 3.6};
    plot.marks = {Gap{-end, limits.rounds_to_zero, "", axis},
                  Gap{limits.rounds_to_zero, std::log(smallest_normal(float32))},
                  Gap{limits.rounds_to_infinity, end, "", axis},
                  Rule{limits.rounds_to_zero,
                       "e^x = 0 below " + number_label(limits.rounds_to_zero, 2)},
                  Rule{limits.rounds_to_infinity,
                       "e^x = inf above " + number_label(limits.rounds_to_infinity, 2)}};
    for (const double score : given) {
        constexpr double way = 0.93;  // an arrow ends before the dot
        plot.marks.push_back(Arrow{.from = {score, 0},
                                   .to = {score + way * (shifted[0] - given[0]), way},
                                   .paint = axis,
                                   .weight = Weight::hair});
    }
    add_scores(plot, given, 0, rust);
    add_scores(plot, shifted, 1, blue);
    return {"05_window",
            given == Vector{101, 103} ? "Minus the largest, 101 and 103 become −2 and 0"
                                      : "Minus the largest, no score is above 0",
            "float: where it is dark, e^x is 0 or inf. Where it is pale, it loses digits.",
            {{plot}}};
}

Figure stall_figure() {
    constexpr int most = 1024;
    const auto sums = [](const NumberFormat& format) {
        std::vector<Point> points{{0, 0}};
        for (int n = 1; n <= most; ++n) {
            points.push_back(
                {static_cast<double>(n), rounded(points.back().y + 1, format)});
        }
        return points;
    };
    Plot plot{.x = {.name = "how many equal scores",
                    .first = 0,
                    .last = most,
                    .ticks = ticks_at({0, 128, 256, 512, 1024})},
              .y = {.name = "sum of their e^0 = 1",
                    .first = 0,
                    .last = 1.05 * most,
                    .ticks = ticks_at({0, 256, 512, 1024})},
              .height = 1.1};
    plot.marks = {Line{.points = sums(float32), .paint = blue, .name = "float32"},
                  Line{.points = sums(bfloat16), .paint = rust, .name = "bfloat16"}};
    return {"05_stall",
            "In bfloat16 a sum of ones stops at 256",
            "One 1 is added after the other. bfloat16 has no 257.",
            {{plot}}};
}
}  // namespace attn::chapters::ch05

#include "chapters/04_scaling/04_scaling.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include "attn/softmax.hpp"
#include "chapters/examples/small_example.hpp"
#include "chapters/printing/rows.hpp"
#include "plots/labels.hpp"

namespace attn::chapters::ch04 {
namespace {

using namespace plots;
using enum Paint;

/// {4, 64, 512}, where the reader's width takes the place of the one that is nearest by ratio.
std::array<std::size_t, 3> three_widths(std::size_t d_k) {
    std::array<std::size_t, 3> widths{4, 64, 512};
    const auto ratio = [&](std::size_t width) {
        return std::abs(std::log(static_cast<double>(width) / static_cast<double>(d_k)));
    };
    *std::ranges::min_element(widths, {}, ratio) = d_k;
    return widths;
}

constexpr std::array paints{teal, blue, rust};  // of the three widths

/// How densely the scores, each divided by divisor, lie around each place: the part of them
/// in a bin, divided by the bin's width. Each bin is averaged with its neighbours, so that
/// fewer jags are mere chance.
std::vector<Point> density_of(const Measurement& m, double divisor) {
    constexpr int bins = 33;
    const double half = 3.6 * deviation_of(m) / divisor;
    const double width = 2 * half / bins;
    std::vector<double> parts(bins + 2, 0.0);  // an empty one at either end
    const double each = 1 / static_cast<double>(m.scores.rows() * m.scores.cols());
    for (std::size_t i = 0; i < m.scores.rows(); ++i) {
        for (const double score : m.scores.row(i)) {
            const double bin = std::floor((score / divisor + half) / width);
            if (bin >= 0 && bin < bins) parts[static_cast<std::size_t>(bin) + 1] += each;
        }
    }
    std::vector<Point> points;
    for (std::size_t i = 1; i <= bins; ++i) {
        const double smooth = (parts[i - 1] + 2 * parts[i] + parts[i + 1]) / 4;
        points.push_back({-half + width * (static_cast<double>(i) - 0.5), smooth / width});
    }
    return points;
}

/// Names the curves a little above their right flanks, the wider below the narrower.
void name_at_flanks(std::vector<Line>& curves) {
    const double highest = std::ranges::max(curves.front().points, {}, &Point::y).y;
    double lowest = 0;
    for (auto curve = curves.rbegin(); curve != curves.rend(); ++curve) {
        Point flank = curve->points[curve->points.size() * 5 / 8];
        flank.y = std::max(flank.y + 0.06 * highest, lowest);
        curve->named_at = flank;
        lowest = flank.y + 0.12 * highest;
    }
}

/// With few draws a measured spread is a guess.
bool all_near_1(const std::vector<Measurement>& all) {
    return std::ranges::all_of(all, [](const Measurement& m) {
        return std::abs(deviation_of(m) / root_of(m.d_k) - 1) < 0.1;
    });
}

/// The root of how many questions there were, above or below 0.
std::vector<Point> root_curve(double sign) {
    std::vector<Point> points;
    for (double n = 0; n <= n_coins; n += 0.5) points.push_back({n, sign * std::sqrt(n)});
    return points;
}

}  // namespace

Figure walk_figure(const Matrix& walks) {
    double reach = 20;
    std::size_t inside = 0;
    const double root = root_of(n_coins);
    for (std::size_t i = 0; i < walks.rows(); ++i) {
        for (const double score : walks.row(i)) reach = std::max(reach, std::abs(score));
        if (std::abs(walks(i, n_coins)) <= root) ++inside;
    }
    Plot plot{.x = {.name = "questions so far, n",
                    .first = 0,
                    .last = n_coins,
                    .ticks = ticks_at({0, 4, 16, 36, 64})},
              .y = {.name = "score",
                    .first = -reach - 1,
                    .last = reach + 1,
                    .ticks = ticks_at({-16, -8, 0, 8, 16})},
              .height = 1.2};
    for (std::size_t i = 0; i < walks.rows(); ++i) {
        const bool ends_inside = std::abs(walks(i, n_coins)) <= root;
        Line walk{.points = {}, .paint = ends_inside ? teal : plum, .weight = Weight::thin};
        for (std::size_t n = 0; n <= n_coins; ++n) {
            walk.points.push_back({static_cast<double>(n), walks(i, n)});
        }
        plot.marks.push_back(walk);
    }
    plot.marks.push_back(Line{.points = root_curve(1), .paint = rust, .name = "√n"});
    plot.marks.push_back(Line{.points = root_curve(-1), .paint = rust, .name = "−√n"});
    return {
        "04_walk",
        "After 64 questions " + std::to_string(inside) + " of 10 scores are within 8 of 0",
        "Each line is a stranger’s score: 1 up if two coins agree, else 1 down.",
        {{plot}}};
}

Figure double_figure(const Matrix& walks) {
    const Matrix strangers = select_rows(transpose(walks), {n_coins});  // [1 x n_keys]
    Matrix with_double = strangers;
    with_double(0, n_keys - 1) = n_coins;  // agrees in every question
    const auto weights_of = [](const Matrix& scores) {
        return below({softmax_rows(scores), softmax_rows(scores / root_of(n_coins)),
                      softmax_rows(scores / n_coins)});
    };
    const auto panel = [](const std::string& name, const Matrix& weights) {
        return table(name, weights, {"by nothing", "by √64", "by 64"}, Texts(n_keys));
    };
    const Matrix luck = weights_of(strangers);
    return {"04_double",
            std::ranges::max(luck.row(0)) > 0.95
                ? "Undivided, luck looks as sure as your double"
                : "Ten strangers, and your double in place of one",
            "Weights after 64 questions, the scores divided by nothing, by √64 and by 64.",
            {{panel("ten strangers", luck)},
             {panel("the last is your double", weights_of(with_double))}}};
}

Figure spread_figure(const std::vector<Measurement>& all, std::size_t d_k) {
    const std::array widths = three_widths(d_k);
    const double reach = 2.75 * root_of(widths.back());
    Plot plain{.name = "q · k, each with its spread",
               .x = {.first = -reach, .last = reach},
               .y = {.hidden = true}},
        scaled{.name = "q · k ÷ √d_k",
               .x = {.first = -4.2, .last = 4.2},
               .y = {.hidden = true}};
    std::vector<Line> curves;
    for (std::size_t i = 0; i < widths.size(); ++i) {
        const Measurement& m = at_width(all, widths[i]);
        curves.push_back(
            {density_of(m, 1), paints[i],
             "d_k = " + std::to_string(m.d_k) + ": " + number_label(deviation_of(m), 1)});
        scaled.marks.push_back(Line{density_of(m, root_of(m.d_k)), paints[i]});
    }
    name_at_flanks(curves);
    plain.marks.assign(curves.begin(), curves.end());
    if (all_near_1(all)) scaled.marks.push_back(Note{{1.2, 0.3}, "all three:\nabout 1"});
    return {"04_spread",
            all_near_1(all) ? "Dividing by √d_k gives every width the same spread"
                            : "The spread of q · k, and of q · k divided by √d_k",
            "How often each q · k comes up, for random entries.",
            {{plain, scaled}}};
}

Figure chains_figure(const AttentionTrace& plain, const AttentionTrace& scaled) {
    using namespace small_example;
    const auto chain = [](const Plot& scores, const AttentionTrace& trace,
                          const std::string& which) {
        return Row{
            scores, Step{"softmax"},
            table("weights" + which, trace.weights, tokens, tokens), Step{"× V"},
            table("output" + which, trace.output, tokens, word_columns, signed_to(3, 1))};
    };
    return {
        "04_chains",
        "Dividing by 2 softens every row of weights",
        "Above: scores as they are. Below: divided by √d_k = √4 = 2.",
        {chain(table("scores", plain.scores, tokens, tokens, signed_to(4, 0)), plain, ""),
         {Step{"÷ √d_k"}, Nothing{}, Nothing{}},
         chain(table("scaled", scaled.scaled, tokens, tokens, signed_to(4, 1)), scaled,
               ", scaled")}};
}

}  // namespace attn::chapters::ch04

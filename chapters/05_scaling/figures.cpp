#include "chapters/05_scaling/figures.hpp"
#include "attn/text/print.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <set>
#include <stdexcept>
#include <string>

#include "attn/random.hpp"
#include "attn/softmax.hpp"
#include "chapters/common/rows.hpp"
#include "chapters/common/small_example.hpp"
#include "plots/chart.hpp"
#include "plots/panels.hpp"

namespace attn::chapters {
namespace {

using namespace plots;

double root_of(std::size_t d_k) {
    return std::sqrt(static_cast<double>(d_k));
}

/// {4, 64, 512}, where the reader's width takes the place of the one that is nearest by
/// ratio.
std::vector<std::size_t> three_widths(std::size_t d_k) {
    std::vector<std::size_t> widths{4, 64, 512};
    const auto ratio = [&](std::size_t width) {
        return std::abs(std::log(static_cast<double>(width) / static_cast<double>(d_k)));
    };
    *std::min_element(widths.begin(), widths.end(), [&](std::size_t a, std::size_t b) {
        return ratio(a) < ratio(b);
    }) = d_k;
    return widths;
}

/// How densely the scores, each divided by divisor, lie around each place: the share of them
/// in a bin, divided by the bin's width. As -q is as likely as q, each counts with both
/// signs; and each bin is averaged with its neighbours, so that fewer jags are mere chance.
std::vector<Point> density_of(const Measurement& m, double divisor) {
    constexpr int bins = 33;
    const double half = 3.6 * m.score_spread / divisor;
    const double width = 2 * half / bins;
    std::vector<double> counts(bins, 0.0);
    for (std::size_t i = 0; i < m.scores.rows(); ++i) {
        for (const double score : m.scores.row(i)) {
            const double bin = std::floor((score / divisor + half) / width);
            if (bin >= 0 && bin < bins) ++counts[static_cast<std::size_t>(bin)];
        }
    }
    const auto total = static_cast<double>(m.scores.rows() * m.scores.cols());
    std::vector<Point> points;
    for (int i = 0; i < bins; ++i) {
        const auto both = [&](int bin) {
            if (bin < 0 || bin >= bins) return 0.0;
            return counts[static_cast<std::size_t>(bin)] +
                   counts[static_cast<std::size_t>(bins - 1 - bin)];
        };
        const double smooth = (both(i - 1) + 2 * both(i) + both(i + 1)) / 4;
        points.push_back({-half + width * (i + 0.5), smooth / 2 / total / width});
    }
    return points;
}

double peak_of(const std::vector<Point>& curve) {
    return std::max_element(curve.begin(), curve.end(),
                            [](const Point& a, const Point& b) { return a.y < b.y; })
        ->y;
}

/// One panel of the spread figure: three curves on one axis. Curves leave out what is beyond
/// the axis.
Chart draw_densities(Figure& figure, const Box& box, double reach, double step,
                     const std::vector<std::vector<Point>>& curves,
                     const std::vector<Colour>& colours) {
    std::vector<double> ticks{0};
    for (double at = step; at <= reach; at += step) {
        ticks.push_back(at);
        ticks.push_back(-at);
    }
    double most = 0;
    for (const auto& curve : curves) most = std::max(most, peak_of(curve));
    Chart chart(figure.canvas, box, {-reach, reach, ticks_at(ticks), ""},
                {0, 1.04 * most, {}, ""});
    for (std::size_t i = 0; i < curves.size(); ++i) {
        std::vector<Point> inside;
        for (const Point& p : curves[i]) {
            if (std::abs(p.x) <= reach) inside.push_back(p);
        }
        chart.curve(inside, {.colour = colours[i], .width = 2.6});
    }
    return chart;
}

/// Names the three curves right of their flanks, the narrowest on top, never closer than a
/// line.
void name_densities(Canvas& canvas, const Chart& chart,
                    const std::vector<const Measurement*>& widths,
                    const std::vector<Colour>& colours, const std::vector<double>& peaks) {
    const double flank[] = {0.9, 0.7, 0.8};  // in spreads, from the narrowest to the widest
    const double height[] = {0.6, 0.85, 0.75};
    double lowest = chart.at(0, 0).y - 16;
    for (std::size_t i = widths.size(); i-- > 0;) {
        const Point on_curve =
            chart.at(flank[i] * widths[i]->score_spread, peaks[i] * height[i]);
        const double y = std::min(on_curve.y - (i == 0 ? 0 : 14), lowest);
        canvas.text({on_curve.x + 14, y},
                    "d_k = " + std::to_string(widths[i]->d_k) + ": " +
                        label_text(widths[i]->score_spread, 1),
                    {.colour = colours[i]});
        lowest = y - 28;
    }
}

/// What a chart against d_k shows of a measurement, unscaled and scaled.
struct Quantity {
    std::string name;
    std::vector<Tick> ticks;
    double most;
    std::function<double(const Sharpness&)> of;
    std::size_t named_at;  // the width at which the unscaled curve is named,
    Point aside;           // how far from it,
    Align align;           // and on which side
    double scaled_name;    // how far below its end the scaled curve is named
};

Axis width_axis() {
    return {1, 1024, ticks_at({1, 4, 16, 64, 256, 1024}), "d_k (log scale)", true};
}

/// A quantity with and without scaling against d_k; dots mark the reader's width.
void draw_quantity(Canvas& canvas, const Box& box, const std::vector<Measurement>& all,
                   std::size_t d_k, const Quantity& quantity) {
    Chart chart(canvas, box, width_axis(),
                {0, quantity.most, quantity.ticks, quantity.name});
    std::vector<Point> plain, scaled;
    for (const Measurement& m : all) {
        const auto x = static_cast<double>(m.d_k);
        plain.push_back({x, quantity.of(m.plain)});
        scaled.push_back({x, quantity.of(m.scaled)});
    }
    chart.curve(plain, {.colour = rust});
    chart.curve(scaled, {.colour = teal});
    const Measurement& own = at_width(all, d_k);
    chart.dot({static_cast<double>(d_k), quantity.of(own.plain)}, rust);
    chart.dot({static_cast<double>(d_k), quantity.of(own.scaled)}, teal);
    const Measurement& named = at_width(all, quantity.named_at);
    chart.label({static_cast<double>(named.d_k), quantity.of(named.plain)}, quantity.aside,
                "not scaled", {.colour = rust, .align = quantity.align});
    chart.label(scaled.back(), {0, quantity.scaled_name}, "÷ √d_k",
                {.colour = teal, .align = Align::right});
}

Table sharpness_table(const std::vector<Measurement>& all) {
    Table table{{"d_k", "top_weight", "top_weight_scaled", "entropy", "entropy_scaled",
                 "jacobian_norm", "jacobian_norm_scaled", "stuck", "stuck_scaled"},
                {}};
    for (const Measurement& m : all) {
        table.rows.push_back({std::to_string(m.d_k)});
        for (const double value : {m.plain.top_weight, m.scaled.top_weight, m.plain.entropy,
                                   m.scaled.entropy, m.plain.jacobian_norm,
                                   m.scaled.jacobian_norm, m.plain.stuck, m.scaled.stuck}) {
            table.rows.back().push_back(exact_text(value));
        }
    }
    return table;
}

/// One attention of the small sentence as a row of three panels.
void draw_chain(Canvas& canvas, double top, const std::string& name, const Matrix& scores,
                int decimals, const AttentionTrace& trace, bool with_columns) {
    using namespace small_example;
    constexpr double pitch = 40;
    constexpr double width = 4 * pitch;
    constexpr double gap = 68;
    const double x[] = {80, 80 + width + gap, 80 + 2 * (width + gap)};
    const double above = with_columns ? 82 : 20;
    HeatMap map{.values = scores,
                .row_labels = tokens,
                .row_axis = "",
                .column_axis = "",
                .palette = Palette::diverging,
                .limit = 4,
                .decimals = decimals};
    if (with_columns) map.column_labels = tokens;
    draw_panel(canvas, {x[0], top}, pitch, name, above, map);
    map.row_labels = {};
    map.values = trace.weights;
    map.palette = Palette::shares;
    map.decimals = 2;
    draw_panel(canvas, {x[1], top}, pitch, "weights", above, map);
    map.values = trace.output;
    map.palette = Palette::diverging;
    map.limit = 3;
    map.decimals = 1;
    if (with_columns) map.column_labels = hand_over_columns;
    draw_panel(canvas, {x[2], top}, pitch, "output", above, map);
    draw_step(canvas, x[0] + width + 4, x[1] - 4, top + width / 2, "softmax");
    draw_step(canvas, x[1] + width + 4, x[2] - 4, top + width / 2, "× V");
}

}  // namespace

Matrix softmax_jacobian(std::span<const double> shares) {
    const std::size_t n = shares.size();
    Matrix slopes(n, n);
    for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t j = 0; j < n; ++j) {
            slopes(i, j) = shares[i] * ((i == j ? 1.0 : 0.0) - shares[j]);
        }
    }
    return slopes;
}

double matrix_norm(const Matrix& m) {
    double sum = 0.0;
    for (std::size_t i = 0; i < m.rows(); ++i) {
        for (const double entry : m.row(i)) sum += entry * entry;
    }
    return std::sqrt(sum);
}

double spread(std::span<const double> numbers) {
    double sum = 0.0;
    for (const double number : numbers) sum += number * number;
    return std::sqrt(sum / static_cast<double>(numbers.size()));
}

Sharpness sharpness(const Matrix& scores, double divisor) {
    Sharpness mean;
    const auto rows = static_cast<double>(scores.rows());
    for (std::size_t i = 0; i < scores.rows(); ++i) {
        std::vector<double> divided;
        for (const double score : scores.row(i)) divided.push_back(score / divisor);
        const std::vector<double> weights = softmax(divided);
        const double slope = matrix_norm(softmax_jacobian(weights));
        mean.top_weight += *std::max_element(weights.begin(), weights.end()) / rows;
        mean.entropy += entropy(weights) / rows;
        mean.jacobian_norm += slope / rows;
        mean.stuck += (slope < stuck_below ? 1.0 : 0.0) / rows;
    }
    return mean;
}

std::vector<Measurement> measure(const std::vector<std::size_t>& widths, std::size_t draws,
                                 std::uint64_t seed) {
    std::vector<Measurement> all;
    for (const std::size_t d_k : widths) {
        all.push_back({.d_k = d_k, .scores = Matrix(draws, n_random_keys)});
    }
    Random generator(seed);
    for (std::size_t draw = 0; draw < draws; ++draw) {
        std::vector<double> scores(n_random_keys, 0.0);
        std::size_t width = 0;
        for (Measurement& m : all) {
            for (; width < m.d_k; ++width) {  // each entry adds its product to q . k
                const double q = generator.normal();
                for (double& score : scores) score += q * generator.normal();
            }
            std::copy(scores.begin(), scores.end(), m.scores.row(draw).begin());
        }
    }
    for (Measurement& m : all) {
        std::vector<double> every;
        for (std::size_t i = 0; i < draws; ++i) {
            every.insert(every.end(), m.scores.row(i).begin(), m.scores.row(i).end());
        }
        m.score_spread = spread(every);
        m.plain = sharpness(m.scores, 1);
        m.scaled = sharpness(m.scores, root_of(m.d_k));
    }
    return all;
}

Cost dot_cost(std::size_t n_query, std::size_t n_key, std::size_t d_k) {
    return {n_query * n_key * d_k, 0, 0};
}

Cost additive_cost(std::size_t n_query, std::size_t n_key, std::size_t d_k,
                   std::size_t hidden) {
    const std::size_t sums = n_query * n_key * hidden;
    const std::size_t rows = n_query + n_key;
    return {rows * d_k * hidden + sums, sums, rows * hidden + sums};
}

std::vector<std::size_t> widths_with(std::size_t d_k) {
    std::set<std::size_t> widths{d_k};
    for (std::size_t width = 1; width <= 1024; width *= 2) widths.insert(width);
    return {widths.begin(), widths.end()};
}

const Measurement& at_width(const std::vector<Measurement>& all, std::size_t d_k) {
    for (const Measurement& m : all) {
        if (m.d_k == d_k) return m;
    }
    throw std::out_of_range("at_width: there is no measurement of d_k = " +
                            std::to_string(d_k));
}

Figure spread_figure(const std::vector<Measurement>& all, std::size_t d_k) {
    const std::vector<Colour> colours{teal, blue, rust};
    std::vector<const Measurement*> widths;
    std::vector<std::vector<Point>> plain, scaled;
    std::vector<double> peaks;
    Figure figure{
        .name = "05_spread",
        .title = "Dividing by √d_k gives every width the same spread",
        .subtitle = "How often each q · k comes up. Random entries of mean 0, variance 1.",
        .height = 450,
        .table = {{"d_k", "score", "density", "scaled", "density_scaled"}, {}}};
    for (const std::size_t width : three_widths(d_k)) {
        widths.push_back(&at_width(all, width));
        plain.push_back(density_of(*widths.back(), 1));
        scaled.push_back(density_of(*widths.back(), root_of(width)));
        peaks.push_back(peak_of(plain.back()));
        for (std::size_t i = 0; i < plain.back().size(); ++i) {
            const Point p = plain.back()[i];
            const Point s = scaled.back()[i];
            figure.table.rows.push_back({std::to_string(width), exact_text(p.x),
                                         exact_text(p.y), exact_text(s.x),
                                         exact_text(s.y)});
        }
    }
    figure.canvas.text({margin, 110}, "q · k, each with its spread", {.bold = true});
    figure.canvas.text({404, 110}, "q · k ÷ √d_k", {.bold = true});
    const double reach = 2.75 * root_of(widths.back()->d_k);
    const Chart left = draw_densities(figure, {44, 136, 310, 256}, reach,
                                      reach > 64 ? 40 : 20, plain, colours);
    const Chart right =
        draw_densities(figure, {404, 136, 292, 256}, 4.2, 2, scaled, colours);
    name_densities(figure.canvas, left, widths, colours, peaks);

    figure.canvas.text({right.at(1.5, 0).x, 240}, "all three:");
    figure.canvas.text({right.at(1.5, 0).x, 264}, "about 1");
    return figure;
}

Figure chains_figure(const AttentionTrace& plain, const AttentionTrace& scaled) {
    Figure figure{.name = "05_chains",
                  .title = "Dividing by 2 softens every row of weights",
                  .subtitle = "Above: scores as they are. Below: divided by √d_k = √4 = 2.",
                  .height = 642};
    constexpr double first = 200;
    constexpr double second = 450;
    draw_chain(figure.canvas, first, "scores", plain.scores, 0, plain, true);
    draw_chain(figure.canvas, second, "scaled", scaled.scaled, 1, scaled, false);
    figure.canvas.add(Arrow{{160, first + 168}, {160, second - 8}, muted, 1.6});
    figure.canvas.text({172, first + 196}, "÷ √d_k", {.size = 14});
    Table& table = figure.table;
    table.columns = {"query", "key", "score", "weight", "scaled", "scaled_weight"};
    for (std::size_t i = 0; i < 4; ++i) {
        for (std::size_t j = 0; j < 4; ++j) {
            table.rows.push_back(
                {small_example::tokens[i], small_example::tokens[j],
                 exact_text(plain.scores(i, j)), exact_text(plain.weights(i, j)),
                 exact_text(scaled.scaled(i, j)), exact_text(scaled.weights(i, j))});
        }
    }
    return figure;
}

Figure sharpness_figure(const std::vector<Measurement>& all, std::size_t d_k) {
    const Measurement& own = at_width(all, d_k);
    Figure figure{
        .name = "05_sharpness",
        .title = (d_k == 1 ? std::string("d_k = 1: dividing by √1 changes nothing")
                           : "d_k = " + std::to_string(d_k) + ": the top key takes " +
                                 label_text(own.plain.top_weight, 2) + ", scaled " +
                                 label_text(own.scaled.top_weight, 2)),
        .subtitle = "Means over " + std::to_string(own.scores.rows()) +
                    " random queries, each with ten random keys.",
        .height = 450,
        .table = sharpness_table(all)};
    draw_quantity(figure.canvas, {72, 144, 256, 230}, all, d_k,
                  {"largest weight",
                   {{0, "0"}, {0.25, "0.25"}, {0.5, "0.50"}, {0.75, "0.75"}, {1, "1"}},
                   1.08,
                   [](const Sharpness& s) { return s.top_weight; },
                   16,
                   {16, 14},
                   Align::left,
                   -20});
    draw_quantity(figure.canvas, {420, 144, 256, 230}, all, d_k,
                  {"entropy (even shares: ln 10 = 2.3)",
                   {{0, "0"}, {0.5, "0.5"}, {1, "1.0"}, {1.5, "1.5"}, {2, "2.0"}},
                   2.3,
                   [](const Sharpness& s) { return s.entropy; },
                   16,
                   {12, -16},
                   Align::left,
                   20});

    return figure;
}

Figure gradient_figure(const std::vector<Measurement>& all, std::size_t d_k) {
    Figure figure{
        .name = "05_gradient",
        .title = "Unscaled, softmax’s slope fades as d_k grows",
        .subtitle = "Left: the mean. Right: queries for which the norm is below 0.01.",
        .height = 450,
        .table = sharpness_table(all)};
    draw_quantity(figure.canvas, {72, 144, 256, 230}, all, d_k,
                  {"norm of softmax’s Jacobian",
                   {{0, "0"}, {0.1, "0.1"}, {0.2, "0.2"}, {0.3, "0.3"}, {0.4, "0.4"}},
                   0.43,
                   [](const Sharpness& s) { return s.jacobian_norm; },
                   32,
                   {14, -22},
                   Align::left,
                   -17});
    draw_quantity(figure.canvas, {420, 144, 256, 230}, all, d_k,
                  {"part of the queries that are stuck",
                   {{0, "0"}, {0.25, "0.25"}, {0.5, "0.50"}, {0.75, "0.75"}, {1, "1"}},
                   1.08,
                   [](const Sharpness& s) { return s.stuck; },
                   256,
                   {-14, -10},
                   Align::right,
                   -20});
    return figure;
}

Figure divisor_figure(const std::vector<Measurement>& all) {
    Figure figure{.name = "05_divisor",
                  .title = "Only √d_k gives a spread of 1 at every width",
                  .subtitle = "The spread of q · k after each of four divisors.",
                  .height = 486,
                  .table = {{"d_k", "spread", "by_root_d_k", "by_root_768", "by_d_k"}, {}}};
    Chart chart(figure.canvas, {84, 140, 470, 270}, width_axis(),
                {0.02, 50, ticks_at({0.1, 1, 10}), "spread (log scale)", true});
    std::vector<Point> none, root, model, width;
    for (const Measurement& m : all) {
        const auto d = static_cast<double>(m.d_k);
        none.push_back({d, m.score_spread});
        root.push_back({d, m.score_spread / std::sqrt(d)});
        model.push_back({d, m.score_spread / std::sqrt(768.0)});
        width.push_back({d, m.score_spread / d});
        figure.table.rows.push_back({std::to_string(m.d_k), exact_text(none.back().y),
                                     exact_text(root.back().y), exact_text(model.back().y),
                                     exact_text(width.back().y)});
    }
    chart.curve(none, {.colour = rust});
    chart.curve(root, {.colour = teal});
    chart.curve(model, {.colour = plum});
    chart.curve(width, {.colour = blue});
    chart.label_ends({{none.back().y, "not divided", rust},
                      {root.back().y, "÷ √d_k", teal},
                      {model.back().y, "÷ √768", plum},
                      {width.back().y, "÷ d_k", blue}});
    return figure;
}

}  // namespace attn::chapters

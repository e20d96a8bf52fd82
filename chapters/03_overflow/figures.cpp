#include "chapters/03_overflow/figures.hpp"
#include "attn/text/print.hpp"

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
#include "plots/chart.hpp"

namespace attn::chapters {
namespace {

using namespace plots;
using Vector = std::vector<double>;

constexpr std::array<Colour, 4> format_colours{teal, rust, blue, plum};

/// A score as a label: as few digits as name it, but no more than two decimals.
std::string score_text(double score) {
    int decimals = 0;
    while (decimals < 2) {
        const double power = decimals == 0 ? 1 : 10;
        if (std::abs(score * power - std::round(score * power)) < 1e-6) break;
        ++decimals;
    }
    return label_text(score, decimals);
}

void draw_nothing_there(Canvas& canvas, const Box& box) {
    canvas.add(Hatch{box});
    canvas.add(Outline{box, hatch_border, 1});
}

/// A text on a hatched ground, which a piece of card parts from the lines.
void text_on_hatch(Canvas& canvas, Point middle, const std::string& text, double width) {
    canvas.add(Rectangle{{middle.x - width / 2, middle.y - 12, width, 24}, card});
    canvas.text(middle, text, {.align = Align::centre});
}

Vector less_the_largest(std::span<const double> scores) {
    const double largest = *std::max_element(scores.begin(), scores.end());
    Vector shifted;
    for (const double score : scores) shifted.push_back(score - largest);
    return shifted;
}

std::string window_title(std::span<const double> scores) {
    const Vector shifted = less_the_largest(scores);
    const auto both = [](double a, double b) {
        return score_text(a) + " and " + score_text(b);
    };
    const std::string title = scores.size() == 2
                                  ? "Minus the largest, " + both(scores[0], scores[1]) +
                                        " become " + both(shifted[0], shifted[1])
                                  : "";
    const bool is_short = !title.empty() && title.size() <= 54;  // a minus has three bytes
    return is_short ? title : "Minus the largest, no score is above 0";
}

/// The places of the scores from the right to the left, without those that would stand closer
/// than a dot to the one before; the smallest stays.
Vector parted_places(const Chart& line, Vector scores) {
    constexpr double dot_width = 14;
    std::sort(scores.begin(), scores.end(), std::greater<>());
    Vector places;
    for (const double score : scores) {
        const double x = line.at(score, 0).x;
        if (places.empty() || places.back() - x >= dot_width) places.push_back(x);
    }
    const double last = line.at(scores.back(), 0).x;
    if (places.size() > 1) places.back() = last;
    return places;
}

/// A row of dots on a number line, the smallest and the largest with their numbers, which
/// stand above the dots or, with a negative distance, below them.
void draw_scores(Canvas& canvas, const Chart& line, double y, double distance,
                 const Vector& scores, Colour colour) {
    const auto [least, most] = std::minmax_element(scores.begin(), scores.end());
    const bool is_crowded = line.at(*most, 0).x - line.at(*least, 0).x < 90;
    const bool are_many = parted_places(line, scores).size() < scores.size();
    for (const double score : scores) {
        canvas.add(Dot{{line.at(score, 0).x, y}, colour, are_many ? 0.6 : 1.1});
    }
    const auto name = [&](double score, double aside, Align align) {
        canvas.text({line.at(score, 0).x + aside, y - distance}, score_text(score),
                    {.colour = colour, .align = align, .bold = true});
    };
    if (*least < *most && is_crowded) {
        name(*most, 6, Align::left);
        name(*least, -6, Align::right);
    } else {
        name(*most, 0, Align::centre);
        if (*least < *most) name(*least, 0, Align::centre);
    }
}

}  // namespace

Figure window_figure(std::span<const double> scores) {
    const ExpLimits limits = exp_limits(float32);
    const Vector given(scores.begin(), scores.end());
    const Vector shifted = less_the_largest(scores);
    double reach = 93;
    for (const Vector& row : {given, shifted}) {
        for (const double score : row) reach = std::max(reach, std::abs(score));
    }
    Figure figure{
        .name = "03_window",
        .title = window_title(scores),
        .subtitle = "float32: only between the hatched parts is e^x a number above 0.",
        .height = 446,
        .table = {{"score", "less_the_largest"}, {}}};
    Canvas& canvas = figure.canvas;
    const Box box{184, 150, figure_width - margin - 184, 216};
    const Chart line(canvas, box, {-1.6 * reach, 1.6 * reach}, {0, 1});
    const double low = line.at(limits.rounds_to_zero, 0).x;
    const double high = line.at(limits.rounds_to_infinity, 0).x;
    draw_nothing_there(canvas, {box.left, box.top, low - box.left, box.height});
    draw_nothing_there(canvas, {high, box.top, box.right() - high, box.height});
    canvas.text({(box.left + low) / 2, box.top - 18}, "e^x is 0",
                {.colour = muted, .align = Align::centre});
    canvas.text({(high + box.right()) / 2, box.top - 18}, "e^x is inf",
                {.colour = muted, .align = Align::centre});
    canvas.text({low - 4, box.bottom() + 22}, label_text(limits.rounds_to_zero, 2),
                {.colour = muted, .align = Align::right});
    canvas.text({high + 4, box.bottom() + 22}, label_text(limits.rounds_to_infinity, 2),
                {.colour = muted, .align = Align::left});
    canvas.text({box.right(), box.bottom() + 54}, "score x",
                {.colour = muted, .align = Align::right});
    const double upper = box.top + 66;
    const double lower = box.top + 156;
    const Point way{line.at(shifted[0], 0).x - line.at(given[0], 0).x, lower - upper};
    for (const double x : parted_places(line, given)) {
        canvas.add(Arrow{{x, upper}, {x + 0.93 * way.x, upper + 0.93 * way.y}, axis, 1.6});
    }
    for (std::size_t i = 0; i < given.size(); ++i) {
        figure.table.rows.push_back({exact_text(given[i]), exact_text(shifted[i])});
    }
    canvas.text({box.left - 16, upper}, "as given",
                {.colour = rust, .align = Align::right});
    canvas.text({box.left - 16, lower}, "minus the largest",
                {.colour = blue, .align = Align::right});
    draw_scores(canvas, line, upper, 24, given, rust);
    draw_scores(canvas, line, lower, -24, shifted, blue);
    return figure;
}

namespace {

/// A block of cells: a row for each score, a column for each format.
struct Block {
    const char* name;
    std::vector<Vector> shares;  // of each format

    std::size_t failures() const {
        return static_cast<std::size_t>(
            std::count_if(shares.begin(), shares.end(), [](const Vector& of_format) {
                const double sum = std::accumulate(of_format.begin(), of_format.end(), 0.0);
                return !(sum > 0.5);  // NaN, or a sum that overflowed and left only zeros
            }));
    }
};

std::string how_many(std::size_t formats) {
    constexpr std::array<const char*, 5> words{"none", "one of four formats",
                                               "two of four formats",
                                               "three of four formats", "all four formats"};
    return words.at(formats);
}

void draw_block(Canvas& canvas, Point corner, double row_height,
                std::span<const double> scores, const Block& block) {
    constexpr double pitch = 140;
    const double text = row_height >= 40 ? 18 : 15;
    canvas.text({margin, corner.y - 24}, block.name, {.bold = true});
    for (std::size_t f = 0; f < number_formats.size(); ++f) {
        const double left = corner.x + pitch * static_cast<double>(f);
        canvas.text({left + pitch / 2, corner.y - 24}, number_formats[f].name,
                    {.colour = format_colours[f], .align = Align::centre});
        for (std::size_t i = 0; i < scores.size(); ++i) {
            const double top = corner.y + row_height * static_cast<double>(i);
            const Box cell{left + 2, top + 2, pitch - 4, row_height - 4};
            const double share = block.shares[f][i];
            if (std::isnan(share)) {
                draw_nothing_there(canvas, cell);
                text_on_hatch(canvas, cell.centre(), "NaN", 48);
                continue;
            }
            canvas.add(Rectangle{cell, viridis(share)});
            canvas.text(cell.centre(), share_text(share),
                        {.colour = readable_on(viridis(share)),
                         .size = text,
                         .align = Align::centre});
        }
    }
    for (std::size_t i = 0; i < scores.size(); ++i) {
        canvas.text({corner.x - 12, corner.y + row_height * (static_cast<double>(i) + 0.5)},
                    score_text(scores[i]), {.size = text, .align = Align::right});
    }
}

}  // namespace

Figure formats_figure(std::span<const double> scores) {
    Block naive{"naive", {}};
    Block stable{"stable", {}};
    Figure figure{.name = "03_formats",
                  .title = {},
                  .subtitle = "Each score’s share in each format. Hatched: not a number.",
                  .height = 0,
                  .table = {{"format", "score", "naive", "stable"}, {}}};
    for (const NumberFormat& format : number_formats) {
        naive.shares.push_back(softmax_naive_in(format, scores));
        stable.shares.push_back(softmax_in(format, scores));
        for (std::size_t i = 0; i < scores.size(); ++i) {
            figure.table.rows.push_back({format.name, exact_text(scores[i]),
                                         exact_text(naive.shares.back()[i]),
                                         exact_text(stable.shares.back()[i])});
        }
    }
    const auto all_are_zero = [](const Vector& shares) {
        return std::all_of(shares.begin(), shares.end(), [](double s) { return s == 0; });
    };
    if (std::any_of(naive.shares.begin(), naive.shares.end(), all_are_zero)) {
        figure.subtitle = "A column of zeros has lost everything. Hatched: not a number.";
    }
    figure.title = "Naive softmax fails in " + how_many(naive.failures()) +
                   ",\nstable softmax in " + how_many(stable.failures());
    const double row_height = scores.size() <= 4 ? 58 : 30;
    const double height = row_height * static_cast<double>(scores.size());
    const Point corner{132, content_top(figure) + 48};
    draw_block(figure.canvas, corner, row_height, scores, naive);
    const Point second{corner.x, corner.y + height + 72};
    draw_block(figure.canvas, second, row_height, scores, stable);
    figure.height = second.y + height + margin;
    return figure;
}

namespace {

/// The left edge of the naive share in float32, enlarged. The scores are numbers of float32.
void draw_left_edge(Figure& figure, const Box& box) {
    const double from = -104.5, to = -99.75;
    const double first = exp_limits(float32).rounds_to_zero;
    Chart chart(
        figure.canvas, box, {from, to, ticks_at({-104, -103, -102, -101, -100}), "score x"},
        {0.45,
         1.05,
         {{0.5, "1/2"}, {2.0 / 3, "2/3"}, {0.7311, "0.7311"}, {0.8, "4/5"}, {1, "1"}},
         "naive share, the left edge enlarged: e^x has only a few bits left"});
    const Box nothing{box.left, box.top, chart.at(first, 1).x - box.left, box.height};
    draw_nothing_there(figure.canvas, nothing);
    text_on_hatch(figure.canvas, nothing.centre(), "0/0", 36);
    std::vector<Point> stairs;
    for (double score = from; score <= to; score += 1.0 / 128) {
        stairs.push_back({score, softmax_naive_in(float32, Vector{score, score - 1})[0]});
        figure.table.rows.push_back(
            {exact_text(score), exact_text(stairs.back().y),
             exact_text(softmax_in(float32, Vector{score, score - 1})[0])});
    }
    chart.curve(stairs, {.colour = rust, .width = 2.6});
}

}  // namespace

Figure edges_figure() {
    Figure figure{
        .name = "03_edges",
        .title = "Naive softmax works in a window, stable everywhere",
        .subtitle = "float32: the share of x beside x − 1, which is 0.7311 for every x.",
        .height = 906,
        .table = {{"x", "naive", "stable"}, {}}};
    const Axis x{-125, 125, {}, ""};
    Axis x_named = x;
    x_named.ticks = ticks_at({-100, -50, 0, 50, 100});
    x_named.name = "score x";
    const std::vector<Tick> levels{{0.5, "0.5"}, {0.7311, "0.7311"}, {1, "1"}};
    Chart upper(figure.canvas, {94, 158, 602, 158}, x, {0.45, 1.05, levels, "naive share"});
    Chart lower(figure.canvas, {94, 376, 602, 158}, x_named,
                {0.45, 1.05, levels, "stable share"});
    std::vector<Point> naive, stable;
    for (int i = -500; i <= 500; ++i) {
        const double score = i / 4.0;
        const Vector pair{score, score - 1};
        naive.push_back({score, softmax_naive_in(float32, pair)[0]});
        stable.push_back({score, softmax_in(float32, pair)[0]});
        figure.table.rows.push_back(
            {exact_text(score), exact_text(naive.back().y), exact_text(stable.back().y)});
    }
    const ExpLimits limits = exp_limits(float32);
    const Box box{94, 158, 602, 158};
    const double low = upper.at(limits.rounds_to_zero, 0.5).x;
    const double high = upper.at(limits.rounds_to_infinity, 0.5).x;
    draw_nothing_there(figure.canvas, {box.left, box.top, low - box.left, box.height});
    draw_nothing_there(figure.canvas, {high, box.top, box.right() - high, box.height});
    text_on_hatch(figure.canvas, {(box.left + low) / 2, box.top + 36}, "0/0", 36);
    text_on_hatch(figure.canvas, {(high + box.right()) / 2, box.top + 36}, "inf/inf", 64);
    upper.curve(naive, {.colour = rust});
    lower.curve(stable, {.colour = blue});
    upper.label({limits.rounds_to_infinity, 0.55}, {-10, 0}, "88.72",
                {.colour = rust, .align = Align::right});
    upper.label({limits.rounds_to_zero, 0.55}, {10, 0}, "−103.97", {.colour = rust});
    draw_left_edge(figure, {94, 642, 602, 190});
    return figure;
}

Figure errors_figure(const std::vector<RoundingErrors>& errors) {
    Figure figure{
        .name = "03_errors",
        .title = "Subtracting is safe, and costs small shares digits",
        .subtitle = "float32: error of the smaller share, in units of its last place.",
        .height = 510,
        .table = {{"x", "naive", "stable"}, {}}};
    const Box box{76, 150, 620, 284};
    Chart chart(figure.canvas, box,
                {0, 104, ticks_at({0, 20, 40, 60, 80, 100}), "larger score x"},
                {.first = 0.25,
                 .last = 128,
                 .ticks = ticks_at({1, 4, 16, 64}),
                 .name = "units in the last place, log scale",
                 .log = true});
    std::vector<Point> naive, stable;
    for (const RoundingErrors& error : errors) {
        const double end = error.x + 1;
        for (const double x : {error.x, end}) {
            naive.push_back({x, error.naive});
            stable.push_back({x, error.stable});
        }
        figure.table.rows.push_back(
            {exact_text(error.x), exact_text(error.naive), exact_text(error.stable)});
    }
    const double lost = chart.at(exp_limits(float32).rounds_to_infinity, 1).x;
    draw_nothing_there(figure.canvas, {lost, box.top, box.right() - lost, box.height});
    text_on_hatch(figure.canvas, {(lost + box.right()) / 2, box.top + 24}, "naive", 56);
    text_on_hatch(figure.canvas, {(lost + box.right()) / 2, box.top + 46}, "is NaN", 56);
    chart.curve(naive, {.colour = rust, .width = 2.6});
    chart.curve(stable, {.colour = blue, .width = 2.6});
    chart.label({40, 45}, {0, 0}, "stable",
                {.colour = blue, .align = Align::centre, .bold = true});
    chart.label({40, 0.8}, {0, 8}, "naive",
                {.colour = rust, .align = Align::centre, .bold = true});
    return figure;
}

}  // namespace attn::chapters

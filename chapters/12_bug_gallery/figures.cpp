#include "chapters/12_bug_gallery/figures.hpp"
#include "attn/text/print.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>

#include "plots/chart.hpp"
#include "plots/heat_map.hpp"
#include "plots/panels.hpp"

namespace attn::chapters {
namespace {

using namespace plots;
using bugs::Curves;
using bugs::Exhibit;
using bugs::Labels;
using bugs::Panels;

/// The cell in which wrong is farthest from right; a number that is there on one side only
/// is farther than any.
Cell farthest(const Panels& panels) {
    if (panels.proof) return {panels.proof->first, panels.proof->second};
    Cell cell{0, 0};
    double most = -1;
    for (std::size_t i = 0; i < panels.right.rows(); ++i) {
        for (std::size_t j = 0; j < panels.right.cols(); ++j) {
            const double r = panels.right(i, j), w = panels.wrong(i, j);
            if (std::isnan(r) && std::isnan(w)) continue;
            const bool one_side = std::isnan(r) || std::isnan(w);
            const double gap =
                one_side ? 1e9 + (std::isnan(w) ? 0 : std::abs(w)) : std::abs(r - w);
            if (gap <= most) continue;
            most = gap;
            cell = {i, j};
        }
    }
    return cell;
}

HeatMap map_of(const Panels& panels, const Matrix& values) {
    return {.values = values,
            .column_labels = panels.columns,
            .row_axis = "",
            .column_axis = "",
            .palette = panels.are_shares ? Palette::shares : Palette::diverging,
            .limit = panels.limit,
            .decimals = panels.decimals};
}

void draw_panels(Figure& figure, const Panels& panels) {
    const double pitch =
        std::min(66.0, std::floor(290 / static_cast<double>(panels.right.cols())));
    HeatMap right = map_of(panels, panels.right), wrong = map_of(panels, panels.wrong);
    const bool upright = column_labels_stand_upright(right, pitch);
    const double name_height = upright ? 96 : 50, left = 78;
    const double step = pitch * static_cast<double>(panels.right.cols()) + 40;
    const double top = content_top(figure) + 24 + name_height;
    right.row_labels = panels.rows;
    wrong.evidence = farthest(panels);
    draw_panel(figure.canvas, {left, top}, pitch, "right", name_height, right);
    draw_panel(figure.canvas, {left + step, top}, pitch, "wrong", name_height, wrong);
    figure.height = top + pitch * static_cast<double>(panels.right.rows()) + margin;
    figure.table = {{"side", "row"}, {}};
    figure.table.columns.insert(figure.table.columns.end(), panels.columns.begin(),
                                panels.columns.end());
    add_rows(figure.table, "right", panels.rows, panels.right);
    add_rows(figure.table, "wrong", panels.rows, panels.wrong);
}

std::vector<Point> points_of(const std::vector<double>& x, const std::vector<double>& y) {
    std::vector<Point> points;
    for (std::size_t i = 0; i < x.size(); ++i) points.push_back({x[i], y[i]});
    return points;
}

void draw_curves(Figure& figure, const Curves& curves) {
    figure.height = 480;
    Chart chart(figure.canvas, {84, 146, 540, 258},
                {curves.x.front(), curves.x.back(), ticks_at(curves.x_ticks), curves.x_name,
                 curves.log_x},
                {curves.least, curves.most, ticks_at(curves.y_ticks), curves.y_name});
    chart.curve(points_of(curves.x, curves.right), {.colour = blue, .width = 6});
    chart.curve(points_of(curves.x, curves.wrong), {.colour = rust, .width = 2.6});
    const auto there =
        std::ranges::find_if(curves.wrong, [](double y) { return std::isfinite(y); });
    if (there != curves.wrong.begin()) {
        const Point start{curves.x[static_cast<std::size_t>(there - curves.wrong.begin())],
                          *there};
        chart.dot(start, rust);
        chart.label(start, {-10, -24}, "to the left: NaN",
                    {.colour = rust, .align = Align::right});
    }
    chart.label_ends(
        {{curves.right.back(), "right", blue}, {curves.wrong.back(), "wrong", rust}});
    figure.table = {{curves.x_name, "right", "wrong"}, {}};
    for (std::size_t i = 0; i < curves.x.size(); ++i) {
        figure.table.rows.push_back({exact_text(curves.x[i]), exact_text(curves.right[i]),
                                     exact_text(curves.wrong[i])});
    }
}

/// Passed: a small teal dot. Not passed: a rust cross, large enough to be found.
void draw_check(Canvas& canvas, Point at, const std::optional<bool>& passed) {
    if (!passed) {
        canvas.text(at, "–", {.colour = muted, .align = Align::centre});
    } else if (*passed) {
        canvas.add(Dot{at, teal, 1.1});
    } else {
        canvas.line({at.x - 7, at.y - 7}, {at.x + 7, at.y + 7}, {.colour = rust});
        canvas.line({at.x - 7, at.y + 7}, {at.x + 7, at.y - 7}, {.colour = rust});
    }
}

std::string word_of(const std::optional<bool>& passed) {
    return !passed ? "none" : *passed ? "passed" : "failed";
}

}  // namespace

std::size_t count_of_unseen(const std::vector<Exhibit>& exhibits) {
    return static_cast<std::size_t>(
        std::ranges::count_if(exhibits, [](const Exhibit& e) { return e.checks.all(); }));
}

Figure lineup_figure(const std::vector<Exhibit>& exhibits) {
    Figure figure{
        .name = "12_lineup",
        .title = std::to_string(count_of_unseen(exhibits)) + " of " +
                 std::to_string(exhibits.size()) + " mistakes pass every naive check",
        .subtitle =
            "Dot: passed. Cross: failed. At the right, the property that catches it.",
        .table = {{"bug", "runs", "shape", "finite", "sums", "caught by"}, {}}};
    const std::vector<std::string> heads{"runs", "shape", "finite", "sum 1"};
    const double first = 218, step = 53;
    for (std::size_t c = 0; c < heads.size(); ++c) {
        figure.canvas.text({first + step * static_cast<double>(c), 118}, heads[c],
                           {.colour = muted, .align = Align::centre});
    }
    double y = 148;
    for (const Exhibit& exhibit : exhibits) {
        const bugs::NaiveChecks& c = exhibit.checks;
        figure.canvas.text({margin, y}, exhibit.words.name);
        const std::vector<std::optional<bool>> checks{c.runs, c.shape, c.finite, c.sums};
        std::vector<std::string> cells{exhibit.words.name};
        for (std::size_t i = 0; i < checks.size(); ++i) {
            draw_check(figure.canvas, {first + step * static_cast<double>(i), y},
                       checks[i]);
            cells.push_back(word_of(checks[i]));
        }
        figure.canvas.text({first + 4 * step - 18, y}, exhibit.words.caught_by);
        cells.push_back(exhibit.words.caught_by);
        figure.table.rows.push_back(cells);
        y += 27;
    }
    figure.height = y + 10;
    return figure;
}

Figure exhibit_figure(const Exhibit& exhibit) {
    Figure figure{.name = "12_" + exhibit.words.name,
                  .title = exhibit.words.title,
                  .subtitle = exhibit.words.subtitle};
    if (const auto* panels = std::get_if<Panels>(&exhibit.view)) {
        draw_panels(figure, *panels);
    } else {
        draw_curves(figure, std::get<Curves>(exhibit.view));
    }
    return figure;
}

Figure losses_figure(const std::vector<Lesson>& lessons) {
    Figure figure{
        .name = "12_losses",
        .title = "The loss falls, be attention right or wrong",
        .subtitle = "A linear map learns on top of each attention, which stays fixed.",
        .height = 486,
        .table = {{"step"}, {}}};
    const double most = std::ceil(lessons.front().losses.front());
    const double last = static_cast<double>(lessons.front().losses.size() - 1);
    Chart chart(figure.canvas, {76, 140, 500, 270},
                {0, last, ticks_at({0, std::floor(last / 2), last}), "step"},
                {0, most, ticks_at({0, most / 2, most}), "mean squared error"});
    const Colour colours[] = {ink, rust, blue, teal, plum};
    std::vector<Ending> endings;
    for (const Lesson& lesson : lessons) {
        if (!std::isfinite(lesson.losses.back())) continue;
        std::vector<Point> curve;
        for (std::size_t step = 0; step < lesson.losses.size(); ++step) {
            curve.push_back({static_cast<double>(step), lesson.losses[step]});
        }
        const Colour colour = colours[endings.size() % std::size(colours)];
        chart.curve(curve, {.colour = colour});
        endings.push_back({curve.back().y, lesson.name, colour});
        figure.table.columns.push_back(lesson.name);
        for (std::size_t step = 0; step < curve.size(); ++step) {
            if (endings.size() == 1) figure.table.rows.push_back({std::to_string(step)});
            figure.table.rows[step].push_back(exact_text(curve[step].y));
        }
    }
    chart.label_ends(endings);
    return figure;
}

}  // namespace attn::chapters

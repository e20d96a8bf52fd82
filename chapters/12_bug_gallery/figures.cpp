#include "chapters/12_bug_gallery/figures.hpp"
#include "attn/text/print.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>

#include "plots/labels.hpp"

namespace attn::chapters {
namespace {

using namespace fig;
using enum Paint;
using bugs::Curves;
using bugs::Exhibit;
using bugs::Panels;

/// The cell in which wrong is farthest from right; a number that is there on one side only
/// is farther than any, and of a row of NaN all cells.
Frame farthest(const Panels& panels) {
    if (panels.proof) return {panels.proof->first, panels.proof->second};
    Frame cell;
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
    const auto wrong_row = panels.wrong.row(cell.row);
    if (std::ranges::all_of(wrong_row, [](double w) { return std::isnan(w); })) {
        return {cell.row, 0, 1, wrong_row.size()};
    }
    return cell;
}

/// In a table of weights, what is not a number is closed.
Matrix open_cells(const Matrix& weights) {
    Matrix open(weights.rows(), weights.cols(), 1);
    for (std::size_t i = 0; i < weights.rows(); ++i) {
        for (std::size_t j = 0; j < weights.cols(); ++j) {
            if (std::isnan(weights(i, j))) open(i, j) = 0;
        }
    }
    return open;
}

Plot panel(const Panels& panels, const std::string& name, const Matrix& values) {
    Cells look = signed_to(panels.limit, panels.decimals);
    if (panels.are_shares) look = {.decimals = panels.decimals, .open = open_cells(values)};
    return table(name, values, panels.rows, panels.columns, look);
}

bool has_sums(const Panels& panels) {
    return panels.columns.back() == "sum" || panels.columns.back() == "variance";
}

/// The matrix without its last column.
Matrix shortened(const Matrix& m) {
    Matrix shorter(m.rows(), m.cols() - 1);
    for (std::size_t i = 0; i < m.rows(); ++i) {
        for (std::size_t j = 0; j + 1 < m.cols(); ++j) shorter(i, j) = m(i, j);
    }
    return shorter;
}

/// A column of sums, or of variances, is words beside the table; what is not 1 is rust.
Plot with_sums_beside(const Panels& panels, const std::string& name, const Matrix& values) {
    Panels inner = panels;
    inner.columns.pop_back();
    Plot plot = panel(inner, name, shortened(values));
    plot.y.opposite_name = panels.columns.back();
    for (std::size_t i = 0; i < values.rows(); ++i) {
        const double sum = values(i, values.cols() - 1);
        const bool is_one = std::abs(sum - 1) < 0.005;
        plot.y.opposite.push_back({number_label(sum, 2), is_one ? ink : rust});
    }
    return plot;
}

/// The proof is a cell, or the sums beside the cells.
std::vector<Row> rows_with_sums(const Panels& panels) {
    Plot right = with_sums_beside(panels, "right", panels.right),
         wrong = with_sums_beside(panels, "wrong", panels.wrong);
    const Frame cell = farthest(panels);
    if (cell.column + 1 == panels.columns.size()) {
        wrong.y.opposite_framed = true;
    } else {
        wrong = wrong.framed(cell);
    }
    return {{right, wrong}};
}

std::vector<Row> rows_for(const Panels& panels) {
    if (has_sums(panels)) return rows_with_sums(panels);
    Row row{panel(panels, "right", panels.right),
            panel(panels, "wrong", panels.wrong).framed(farthest(panels))};
    if (!panels.third_name.empty())
        row.push_back(panel(panels, panels.third_name, panels.third));
    return {row};
}

std::vector<Point> points_of(const std::vector<double>& x, const std::vector<double>& y) {
    std::vector<Point> points;
    for (std::size_t i = 0; i < x.size(); ++i) points.push_back({x[i], y[i]});
    return points;
}

std::vector<Row> rows_for(const Curves& curves) {
    Plot plot;
    plot.x = {
        .name = curves.x_name, .ticks = ticks_at(curves.x_ticks), .log = curves.log_x};
    plot.y = {.name = curves.y_name,
              .first = curves.least,
              .last = curves.most,
              .ticks = ticks_at(curves.y_ticks)};
    plot.marks = {Line{.points = points_of(curves.x, curves.right),
                       .paint = blue,
                       .name = "right",
                       .weight = Weight::broad},
                  Line{points_of(curves.x, curves.wrong), rust, "wrong"}};
    const auto there =
        std::ranges::find_if(curves.wrong, [](double y) { return std::isfinite(y); });
    if (there != curves.wrong.begin()) {
        const Point start{curves.x[static_cast<std::size_t>(there - curves.wrong.begin())],
                          *there};
        plot.marks.push_back(Dots{{start}, rust});
        plot.marks.push_back(Gap{curves.x.front(), start.x, "wrong: NaN"});
    }
    return {{plot}};
}

/// The exhibits follow one another by what they are mistakes in.
std::string family_begun_by(const std::string& exhibit) {
    const std::map<std::string, std::string> families{{"softmax_axis", "softmax and scale"},
                                                      {"mask_inverted", "masks"},
                                                      {"split_reshape", "heads"},
                                                      {"exponent_doubled", "positions"},
                                                      {"unbiased_variance", "sublayers"},
                                                      {"dropout_on", "training and speed"}};
    const auto found = families.find(exhibit);
    return found == families.end() ? "" : found->second;
}

/// A family: what each passes, and what catches it.
Plot lineup(const std::string& family, const std::vector<Exhibit>& exhibits) {
    constexpr double none = std::numeric_limits<double>::quiet_NaN();
    const Texts heads{"runs", "shape", "finite", "sum 1"};
    Matrix marks(exhibits.size(), heads.size());
    Texts names, texts, caught;
    for (std::size_t i = 0; i < exhibits.size(); ++i) {
        const bugs::NaiveChecks& c = exhibits[i].checks;
        std::size_t j = 0;
        for (const std::optional<bool> passed :
             {std::optional(c.runs), std::optional(c.shape), std::optional(c.finite),
              c.sums}) {
            marks(i, j++) = !passed ? none : *passed ? 0 : 0.75;
            texts.push_back(!passed ? "" : *passed ? "•" : "×");
        }
        names.push_back(exhibits[i].words.name);
        caught.push_back(exhibits[i].words.caught_by);
    }
    Cells look = signed_to(1);
    look.texts = texts;
    look.aspect = 2.6;
    Plot plot = table(family, marks, names, heads, look);
    plot.y.opposite = labels(caught, ink, false);
    return plot;
}

}  // namespace

std::size_t count_of_unseen(const std::vector<Exhibit>& exhibits) {
    return static_cast<std::size_t>(
        std::ranges::count_if(exhibits, [](const Exhibit& e) { return e.checks.all(); }));
}

Figure lineup_figure(const std::vector<Exhibit>& exhibits) {
    Figure figure{
        "12_lineup",
        std::to_string(count_of_unseen(exhibits)) + " of " +
            std::to_string(exhibits.size()) + " mistakes pass every naive check",
        "A dot: passed. A cross: failed. At the right, the property that catches it.",
        {}};
    std::vector<Exhibit> family;
    std::string name;
    for (const Exhibit& exhibit : exhibits) {
        const std::string next = family_begun_by(exhibit.words.name);
        if (!next.empty() && !family.empty()) {
            figure.rows.push_back({lineup(name, family)});
            family.clear();
        }
        if (!next.empty()) name = next;
        family.push_back(exhibit);
    }
    figure.rows.push_back({lineup(name, family)});
    return figure;
}

Figure exhibit_figure(const Exhibit& exhibit) {
    return {"12_" + exhibit.words.name, exhibit.words.title, exhibit.words.subtitle,
            std::visit([](const auto& view) { return rows_for(view); }, exhibit.view)};
}

Figure losses_figure(const std::vector<Lesson>& lessons) {
    constexpr std::array paints{ink, rust, blue, teal, plum};
    Plot plot{.x = {.name = "step"},
              .y = {.name = "mean squared error",
                    .last = std::ceil(lessons.front().losses.front())}};
    for (const Lesson& lesson : lessons) {
        if (!std::isfinite(lesson.losses.back())) continue;
        Line curve{{}, paints[plot.marks.size() % paints.size()], lesson.name};
        for (const double loss : lesson.losses) {
            curve.points.push_back({static_cast<double>(curve.points.size()), loss});
        }
        plot.marks.push_back(curve);
    }
    return {"12_losses",
            "The loss falls, be attention right or wrong",
            "A linear map learns on top of each attention, which stays fixed.",
            {{plot}}};
}

}  // namespace attn::chapters

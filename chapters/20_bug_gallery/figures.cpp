#include "chapters/20_bug_gallery/20_bug_gallery.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "attn/multi_head_attention.hpp"
#include "chapters/examples/small_example.hpp"
#include "chapters/mistakes/heads.hpp"
#include "plots/labels.hpp"

namespace attn::chapters::ch20 {
namespace {

using namespace plots;
using enum Paint;
using small_example::tokens;
using small_example::word_columns;

bool is_one(double sum) {
    return std::abs(sum - 1) < 0.005;
}

/// The number in a cell, or NaN where the cell is masked.
double seen(const Matrix& values, const Matrix& open, std::size_t i, std::size_t j) {
    const bool is_open = open.rows() == 0 || open(i, j) != 0;
    return is_open ? values(i, j) : std::numeric_limits<double>::quiet_NaN();
}

/// The cell in which wrong is farthest from right; a number that is there on one side only
/// is farther than any, and of a row of NaN all cells.
Frame farthest(const Panels& panels) {
    Frame cell;
    double most = -1;
    for (std::size_t i = 0; i < panels.right.rows(); ++i) {
        for (std::size_t j = 0; j < panels.right.cols(); ++j) {
            const double r = seen(panels.right, panels.right_open, i, j);
            const double w = seen(panels.wrong, panels.wrong_open, i, j);
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

Plot panel(const Panels& panels, const std::string& name, const Matrix& values,
           const Matrix& open, const std::vector<double>& beside = {}) {
    Cells look = signed_to(panels.limit, panels.decimals);
    if (panels.are_weights) look = {.decimals = panels.decimals, .open = open};
    Plot plot = table(name, values, panels.rows, panels.columns, look);
    plot.y.opposite_name = panels.beside;
    for (const double sum : beside)
        plot.y.opposite.push_back({number_label(sum, 2), is_one(sum) ? ink : rust});
    return plot;
}

/// The proof is a cell, or what stands beside the cells and is not 1.
std::vector<Row> rows_for(const Panels& panels) {
    const std::vector<double>& beside = panels.wrong_beside;
    Plot wrong = panel(panels, "wrong", panels.wrong, panels.wrong_open, beside);
    if (std::ranges::all_of(beside, is_one))
        wrong = wrong.framed(farthest(panels));
    else
        wrong.y.opposite_framed = true;
    Row row{panel(panels, "right", panels.right, panels.right_open, panels.right_beside),
            wrong};
    if (!panels.third_name.empty())
        row.push_back(panel(panels, panels.third_name, panels.third, {}));
    return {row};
}

std::vector<Point> points_of(const std::vector<double>& x, const std::vector<double>& y) {
    std::vector<Point> points;
    for (std::size_t i = 0; i < x.size(); ++i) points.push_back({x[i], y[i]});
    return points;
}

std::vector<Row> rows_for(const Curves& curves) {
    Plot plot;
    plot.x = {.name = curves.x_name, .ticks = ticks_at(curves.x_ticks)};
    plot.y = {.name = curves.y_name,
              .first = curves.least,
              .last = curves.most,
              .ticks = ticks_at(curves.y_ticks)};
    plot.marks = {Line{.points = points_of(curves.x, curves.right),
                       .paint = blue,
                       .name = "right",
                       .weight = Weight::broad},
                  Line{points_of(curves.x, curves.wrong), rust, "wrong"}};
    return {{plot}};
}

/// Each cell's place in memory, of a row for each word.
Matrix places() {
    Matrix m(tokens.size(), word_columns.size());
    for (std::size_t i = 0; i < m.rows(); ++i) {
        for (std::size_t j = 0; j < m.cols(); ++j)
            m(i, j) = static_cast<double>(i * m.cols() + j);
    }
    return m;
}

/// Whose numbers stand in head 1 of two, by word and column.
Plot origins(const std::string& name, const Matrix& head) {
    const std::size_t n = word_columns.size();
    Matrix colours(head.rows(), head.cols());
    Texts texts;
    for (std::size_t i = 0; i < head.rows(); ++i) {
        for (std::size_t j = 0; j < head.cols(); ++j) {
            const auto place = static_cast<std::size_t>(head(i, j));
            const std::size_t word = place / n;
            colours(i, j) = word == i ? -0.4 : 0.7;
            texts.push_back(tokens[word] + ": " + word_columns[place % n]);
        }
    }
    Cells look = signed_to(1);
    look.texts = texts;
    look.aspect = 3;
    return table(name, colours, tokens, {"", ""}, look);
}

/// A layer's wiring from left to right. The second sum gets what was normalized, or the
/// layer's input.
Plot wiring(const std::string& name, bool is_wrong) {
    const Texts parts{"h", "attention", "+", "norm", "feed-forward", "+", "norm"};
    Plot plot{.name = name, .plane = true};
    const auto at = [&](std::size_t i) {
        const std::vector<double> places{0, 1.5, 2.8, 3.7, 5.3, 6.9, 7.8};
        return Point{places[i], 0};
    };
    const std::vector<double> half{0.25, 0.62, 0.25, 0.42, 0.82, 0.25, 0.42};
    const auto around = [&](std::size_t from, std::size_t to, double height, Paint paint) {
        const Point a{at(from).x, height > 0 ? 0.3 : -0.3}, b{at(to).x, a.y};
        plot.marks.push_back(
            Line{.points = {a, {a.x, height}, {b.x, height}}, .paint = paint});
        plot.marks.push_back(Arrow{{b.x, height}, b, paint});
    };
    for (std::size_t i = 0; i + 1 < parts.size(); ++i) {
        plot.marks.push_back(Arrow{{at(i).x + half[i], 0}, {at(i + 1).x - half[i + 1], 0}});
    }
    around(0, 2, 0.9, ink);
    if (is_wrong) {
        around(0, 5, -0.9, rust);
    } else {
        around(3, 5, 0.9, blue);
    }
    for (std::size_t i = 0; i < parts.size(); ++i) {
        plot.marks.push_back(Part{at(i), parts[i], ink});
    }
    plot.narrow = {upright(plot, 2)};
    plot.narrow[0].height = 1.5;  // there are seven boxes
    return plot;
}

/// Exhibits that have weights, each with its number.
using Asked = std::vector<std::pair<std::size_t, Exhibit>>;

std::string name_of(const Asked::value_type& asked) {
    return std::to_string(asked.first) + " " + asked.second.words.mistake;
}

/// A family on a narrow page, in its pixels: what catches a mistake stands below its name.
Plot narrow_lineup(const std::string& family, const Asked& exhibits) {
    constexpr double column = 330, arm = 5, step = 58, below = 23;
    const double top = step * static_cast<double>(exhibits.size() - 1);
    Plot plot{.name = family,
              .x = {.first = 0, .last = 352},
              .y = {.first = -below, .last = top + 14},
              .height = 5,
              .plane = true,
              .aside = 0};
    const auto words = [&](double y, const std::string& text, Paint paint) {
        plot.marks.push_back(Note{{-12, y}, text, Side::right, paint});
    };
    Dots dots;
    double y = top;
    for (const Asked::value_type& asked : exhibits) {
        words(y, name_of(asked), ink);
        words(y - below, asked.second.words.caught_by, muted);
        if (*asked.second.checks.sums) {
            dots.points.push_back({column, y});
        } else {
            for (const double up : {-arm, arm})
                plot.marks.push_back(
                    Line{.points = {{column - arm, y - up}, {column + arm, y + up}},
                         .paint = rust});
        }
        y -= step;
    }
    plot.marks.push_back(dots);
    plot.marks.push_back(Note{{column, top + 8}, "sum 1", Side::above, muted});
    return plot;
}

/// A family: whose rows sum to 1, and what catches each.
Plot lineup(const std::string& family, const Asked& exhibits) {
    Matrix marks(exhibits.size(), 1);
    Texts names, texts, caught;
    for (const Asked::value_type& asked : exhibits) {
        const bool passed = *asked.second.checks.sums;
        marks(names.size(), 0) = passed ? 0 : 0.75;
        texts.push_back(passed ? "•" : "×");
        names.push_back(name_of(asked));
        caught.push_back(asked.second.words.caught_by);
    }
    Cells look = signed_to(1);
    look.texts = texts;
    look.aspect = 2.6;
    Plot plot = table(family, marks, names, {"sum 1"}, look);
    plot.y.opposite = labels(caught, ink, false);
    plot.narrow = {narrow_lineup(family, exhibits)};
    return plot;
}

}  // namespace

Figure lineup_figure() {
    const std::vector<Exhibit> all = all_exhibits();
    Figure figure{"20_lineup",
                  std::to_string(count_of_unseen(all)) + " of " +
                      std::to_string(count_with_weights(all)) +
                      " mistakes leave every row’s sum at 1",
                  "A dot: rows sum to 1. A cross: they don’t. In words: what catches it.",
                  {}};
    std::size_t number = 1;
    for (const Family& family : families()) {
        Asked asked;
        for (std::size_t i = 0; i < family.exhibits.size(); ++i, ++number) {
            if (all[number - 1].checks.sums) asked.emplace_back(number, all[number - 1]);
        }
        if (!asked.empty()) figure.rows.push_back({lineup(family.name, asked)});
    }
    return figure;
}

Figure exhibit_figure(const Exhibit& exhibit) {
    const Words& words = exhibit.words;
    std::vector<Row> rows;
    if (words.name == "split_reshape") {
        rows = {{origins("right: the word’s own columns", split_heads(places(), 2)[0])},
                {origins("wrong: as they lie in memory",
                         mistakes::split_by_reshaping(places(), 2)[0])}};
    } else if (words.name == "residual") {
        rows = {{wiring("right", false)}, {wiring("wrong", true)}};
    } else {
        rows = std::visit([](const auto& view) { return rows_for(view); }, exhibit.view);
    }
    return {"20_" + words.name, words.title, words.subtitle, rows};
}

}  // namespace attn::chapters::ch20

#include "plots/svg_text.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

#include "plots/clearance.hpp"
#include "plots/labels.hpp"
#include "plots/layout.hpp"
#include "plots/svg_pen.hpp"

namespace attn::plots {
namespace {

// ---- cells

/// Where a part of a map begins: on a whole pixel, so that no renderer blurs an edge.
double edge(double start, double extent, std::size_t i, std::size_t count) {
    return std::round(start + extent * static_cast<double>(i) / static_cast<double>(count));
}

/// The cells of a map by their colours: neighbours of one colour below one another are one piece.
std::map<double, std::string> pieces_of(const Placed& in, const Cells& cells) {
    const Matrix& m = cells.values;
    const auto step = [&](std::size_t i, std::size_t j) {
        return std::isnan(m(i, j)) ? -1 : step_of(m(i, j), cells.palette, cells.limit);
    };
    std::map<double, std::string> pieces;
    for (std::size_t j = 0; j < m.cols(); ++j) {
        const double x = edge(in.box.left, in.box.width, j, m.cols());
        const double width = edge(in.box.left, in.box.width, j + 1, m.cols()) - x;
        std::size_t first = 0;
        for (std::size_t i = 1; i <= m.rows() && width > 0; ++i) {
            if (i < m.rows() && step(i, j) == step(first, j)) continue;
            const double top = edge(in.box.top, in.box.height, first, m.rows());
            const double height = edge(in.box.top, in.box.height, i, m.rows()) - top;
            if (height > 0) {
                pieces[step(first, j)] += "M" + pixels(x) + "," + pixels(top) + "h" +
                                          pixels(width) + "v" + pixels(height) + "h" +
                                          pixels(-width) + "z";
            }
            first = i;
        }
    }
    return pieces;
}

void draw_map(SvgPen& pen, const Placed& in, const Cells& cells) {
    std::map<double, std::string> pieces = pieces_of(in, cells);
    // What is most of it lies below all others, so that no seam shows between them.
    const auto largest = std::max_element(
        pieces.begin(), pieces.end(),
        [](const auto& a, const auto& b) { return a.second.size() < b.second.size(); });
    if (largest->first >= 0) {
        pen.cell({edge(in.box.left, 0, 0, 1), edge(in.box.top, 0, 0, 1), in.box.width,
                  in.box.height},
                 cells.palette, largest->first);
        pieces.erase(largest);
    }
    for (const auto& [step, outline] : pieces) {
        if (step >= 0) pen.patch(outline, cells.palette, step);
    }
}

bool has_no_colour(const Cells& cells, std::size_t i, std::size_t j) {
    return std::isnan(cells.values(i, j)) && !is_closed(cells, i, j);
}

void draw_cell(SvgPen& pen, const Placed& in, const Cells& cells, std::size_t i,
               std::size_t j) {
    const Box box = in.cells({i, j});
    if (is_closed(cells, i, j)) {
        pen.hatch(box);
    } else if (!has_no_colour(cells, i, j)) {
        pen.cell(box, cells.palette,
                 place_of(cells.values(i, j), cells.palette, cells.limit));
    } else if (cell_text(cells, i, j, false) == "NaN") {
        pen.outline({box.left + 0.5, box.top + 0.5, box.width - 1, box.height - 1},
                    Paint::axis, 1, "3 3");
    }
}

void draw_cell_text(SvgPen& pen, const Placed& in, const Cells& cells, std::size_t i,
                    std::size_t j) {
    const std::string text = cell_text(cells, i, j, in.cell_width < 50);
    const Point middle = in.cells({i, j}).centre();
    const double size = cell_font(in.cell_height);
    if (is_closed(cells, i, j) || has_no_colour(cells, i, j)) {
        pen.text({.at = middle,
                  .text = text,
                  .paint = cells.texts ? Paint::muted : Paint::ink,
                  .size = size,
                  .align = Align::centre});
        return;
    }
    pen.cell_text(middle, text, cells.palette,
                  place_of(cells.values(i, j), cells.palette, cells.limit), size);
}

void draw(SvgPen& pen, const Placed& in, const Cells& cells) {
    if (!cells.numbers) {
        draw_map(pen, in, cells);
        return;
    }
    const Matrix& m = cells.values;
    for (std::size_t i = 0; i < m.rows(); ++i) {
        for (std::size_t j = 0; j < m.cols(); ++j) draw_cell(pen, in, cells, i, j);
    }
    if (cells.frame) {
        const Box box = in.cells(*cells.frame);
        pen.outline(box, Paint::card, 8);  // so that it shows on dark and on light cells
        pen.outline(box, Paint::ink, 3);
    }
    pen.begin_cell_texts(cell_font(in.cell_height), in.opens ? &in : nullptr);
    for (std::size_t i = 0; i < m.rows(); ++i) {
        for (std::size_t j = 0; j < m.cols(); ++j) draw_cell_text(pen, in, cells, i, j);
    }
    pen.end_cell_texts();
}

// ---- other marks

void draw(SvgPen& pen, const Placed& in, const Bars& bars) {
    const double thick = bar_width(in), zero = in.at({0, 0}).x;
    for (std::size_t i = 0; i < bars.values.size(); ++i) {
        const Point end = in.at({bars.values[i], static_cast<double>(i)});
        pen.rectangle(
            {std::min(zero, end.x), end.y - thick / 2, std::abs(end.x - zero), thick},
            bars.paints[i]);
    }
    pen.stroke({{{zero, in.box.top}, {zero, in.box.bottom()}}});
}

/// The part of a line from a to b that is inside the box; false where there is none.
bool clip(const Box& box, Point& a, Point& b) {
    double first = 0, last = 1;
    const double dx = b.x - a.x, dy = b.y - a.y;
    const auto cut = [&](double step, double room) {  // where first + share * step <= room
        if (step == 0) return room >= 0;
        if (step > 0) last = std::min(last, room / step);
        if (step < 0) first = std::max(first, room / step);
        return first <= last;
    };
    if (!cut(-dx, a.x - box.left) || !cut(dx, box.right() - a.x) ||
        !cut(-dy, a.y - box.top) || !cut(dy, box.bottom() - a.y)) {
        return false;
    }
    b = {a.x + last * dx, a.y + last * dy};
    a = {a.x + first * dx, a.y + first * dy};
    return true;
}

void draw(SvgPen& pen, const Placed& in, const Line& line) {
    const Box box{in.box.left - 0.01, in.box.top - 0.01, in.box.width + 0.02,
                  in.box.height + 0.02};
    Stroke run{{}, line.paint, width_of(line)};
    pen.begin_moment(line.after, true);
    const auto finish = [&] {
        if (run.points.size() > 1) pen.stroke(run, line.dashed);
        run.points.clear();
    };
    for (std::size_t i = 1; i < line.points.size(); ++i) {
        Point a = in.at(line.points[i - 1]), b = in.at(line.points[i]);
        const bool are_finite = std::isfinite(a.x + a.y + b.x + b.y);
        const Point whole_a = a, whole_b = b;
        if (!are_finite || !clip(box, a, b)) {
            finish();
            continue;
        }
        if (run.points.empty() || a.x != whole_a.x || a.y != whole_a.y) {
            finish();
            run.points.push_back(a);
        }
        run.points.push_back(b);
        if (b.x != whole_b.x || b.y != whole_b.y) finish();
    }
    finish();
    pen.end_moment(line.after);
}

void draw(SvgPen& pen, const Placed& in, const Dots& dots) {
    for (const Point& p : dots.points) pen.dot(in.at(p), dots.paint, dots.small ? 3 : 5.5);
}

void draw(SvgPen& pen, const Placed& in, const Arrow& arrow) {
    pen.stroke({{in.at(arrow.from), in.at(arrow.to)},
                arrow.paint,
                arrow.weight == Weight::hair ? 1.6 : width_of(arrow.weight),
                true});
}

void draw(SvgPen& pen, const Placed& in, const Part& part) {
    const Box text = part_box(in.at(part.at), part);
    pen.begin_moment(part.after);
    if (has_tint(part.paint)) {
        pen.cell(text, Palette::diverging, tint_of(part.paint), 6);
        pen.outline(text, Paint::axis, 1.2, "", 6);
    } else {
        pen.rectangle(text, Paint::card, 6);
        pen.outline(text, part.paint, 1.6, "", 6);
    }
    pen.end_moment(part.after);
}

void draw(SvgPen& pen, const Placed& in, const Rule& rule) {
    const double x = in.at({rule.x, 0}).x;
    const double top = in.box.top - (rule.text.empty() ? 0 : 16);
    pen.stroke({{{x, in.box.bottom()}, {x, top}}, rule.paint}, true);
}

void draw(SvgPen& pen, const Placed& in, const Gap& gap) {
    const double from = in.at({gap.from, 0}).x, to = in.at({gap.to, 0}).x;
    pen.shade({std::min(from, to), in.box.top, std::abs(to - from), in.box.height},
              gap.paint);
}

void draw(SvgPen&, const Placed&, const Note&) {}

// ---- plots

void draw_axes(SvgPen& pen, const Placed& in) {
    const Plot& plot = in.plot;
    if (cells_of(plot) != nullptr || bars_of(plot) != nullptr || plot.plane) return;
    const Box& box = in.box;
    const bool has_words = !plot.y.words.empty();
    for (const Tick& tick : has_words ? plot.x.ticks : plot.y.ticks) {
        const double x = in.at({tick.at, 0}).x, y = in.at({0, tick.at}).y;
        if (has_words) {
            pen.stroke({{{x, box.top}, {x, box.bottom()}}, Paint::grid, 1});
        } else {
            pen.stroke({{{box.left, y}, {box.right(), y}}, Paint::grid, 1});
        }
    }
    pen.stroke({{{box.left, box.bottom()}, {box.right(), box.bottom()}}});
    for (const Tick& tick : plot.x.ticks) {
        if (plot.x.hidden) break;
        const double x = in.at({tick.at, 0}).x;
        pen.stroke({{{x, box.bottom()}, {x, box.bottom() + 8}}});
    }
}

/// Words beside a value interrupt the grid and the rules, so that no line runs through them.
void clear_words(SvgPen& pen, const Placed& in) {
    if (cells_of(in.plot) != nullptr || in.plot.plane) return;
    const auto is_inside = [](double place, double from, double to) {
        return place > from - 2 && place < to + 2;
    };
    const bool has_grid = bars_of(in.plot) == nullptr;
    for (const Text& text : in.texts) {
        if (!text.value) continue;
        const Box box = box_of(text);
        bool is_crossed = false;
        for (const Tick& tick : in.plot.y.ticks) {
            const double y = in.at({0, tick.at}).y;
            is_crossed = is_crossed || (has_grid && is_inside(y, box.top, box.bottom()));
        }
        for (const Mark& mark : in.plot.marks) {
            const Rule* rule = std::get_if<Rule>(&mark);
            if (rule == nullptr) continue;
            const double x = in.at({rule->x, 0}).x;
            is_crossed = is_crossed || is_inside(x, box.left, box.right());
        }
        if (!is_crossed) continue;
        pen.rectangle({box.left - 3, box.top - 1, box.width + 6, box.height + 2},
                      Paint::card);
    }
}

/// Gaps and rules, which are the ground of a plot, or all other marks.
void draw_marks(SvgPen& pen, const Placed& in, bool are_ground) {
    for (const Mark& mark : in.plot.marks) {
        const bool is_ground =
            std::holds_alternative<Gap>(mark) || std::holds_alternative<Rule>(mark);
        if (is_ground != are_ground) continue;
        std::visit([&](const auto& m) { draw(pen, in, m); }, mark);
    }
}

void draw_plot(SvgPen& pen, const Placed& in) {
    draw_marks(pen, in, true);
    draw_axes(pen, in);
    clear_words(pen, in);
    draw_marks(pen, in, false);
    for (const Stroke& leader : in.leaders) pen.stroke(leader);
    for (const Text& text : in.ticks) pen.text(text);
    for (const Text& text : in.texts) {
        pen.begin_moment(text.after);
        pen.text(text);
        pen.end_moment(text.after);
    }
}

void draw_bar(SvgPen& pen, const PlacedBar& bar) {
    constexpr std::size_t steps = 13;
    if (!bar.has_steps) pen.colour_bar(bar.box, bar.bar.palette, bar.is_upright);
    for (std::size_t i = 0; bar.has_steps && i < steps; ++i) {
        const double left = edge(bar.box.left, bar.box.width, i, steps);
        const double right = edge(bar.box.left, bar.box.width, i + 1, steps);
        pen.cell({left, bar.box.top, right - left, bar.box.height}, bar.bar.palette,
                 static_cast<double>(i) / (steps - 1));
    }
    for (const Text& text : bar.texts) pen.text(text);
}

std::string one_line(std::string text) {
    std::replace(text.begin(), text.end(), '\n', ' ');
    return text;
}

}  // namespace

std::string svg_text(const Figure& figure, double width) {
    Page page = laid_out(figure, width);
    const bool opens = std::ranges::any_of(
        page.plots, [](const Placed& placed) { return placed.plot.made.has_value(); });
    for (Placed& placed : page.plots) placed.opens = opens;
    SvgPen pen(figure.name);
    pen.begin_part("fig-head");
    pen.rectangle({0, 0, page.width, page.height}, Paint::card);
    for (const Text& text : page.headings) pen.text(text);
    pen.end_part();
    for (const Placed& placed : page.plots) draw_plot(pen, placed);
    for (const PlacedBar& bar : page.bars) draw_bar(pen, bar);
    for (const Stroke& route : page.routes) pen.stroke(route);
    for (const Text& text : page.texts) pen.text(text);
    const std::string wide = pixels(page.width), high = pixels(page.height);
    return "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"fig\" role=\"img\" aria-labelledby=\"" +
           figure.name + "-title " + figure.name + "-desc\" width=\"" + wide +
           "\" height=\"" + high + "\" viewBox=\"0 0 " + wide + " " + high +
           "\" font-family=\"Helvetica,Arial,sans-serif\" font-size=\"16\" "
           "stroke-linejoin=\"round\" stroke-linecap=\"round\" data-top=\"" +
           pixels(page.top) + "\">\n<title id=\"" + figure.name + "-title\">" +
           xml_text(one_line(figure.title)) + "</title>\n<desc id=\"" + figure.name +
           "-desc\">" + xml_text(one_line(figure.subtitle)) + "</desc>\n" +
           pen.definitions() + pen.elements() + "</svg>\n";
}

}  // namespace attn::plots

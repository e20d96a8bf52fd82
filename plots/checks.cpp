#include "plots/checks.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "attn/shape_error.hpp"
#include "support/text/utf8.hpp"

namespace attn::plots {
namespace {

const Plot none;  // where an error is in no plot

/// Where an error is: the figure, and the plot if it has a name.
struct Place {
    const Figure& figure;
    const Plot& plot;

    std::string text() const {
        const std::string name =
            plot.name.empty() ? "" : ", plot '" + clean_utf8(plot.name) + "'";
        return "figure " + clean_utf8(figure.name) + name + ": ";
    }
};

void require(bool holds, const Place& place, const std::string& otherwise) {
    if (!holds) throw std::invalid_argument(place.text() + otherwise);
}

void require_fit(bool fits, const Place& place, const std::string& otherwise) {
    if (!fits) throw ShapeError(place.text() + otherwise);
}

std::string count_text(std::size_t n, const char* what) {
    return std::to_string(n) + " " + what;
}

bool is_finite(const Point& p) {
    return std::isfinite(p.x) && std::isfinite(p.y);
}

/// Values that are not numbers interrupt a curve; but on a log axis none is 0 or below.
void require_above_zero(const Place& place, const std::vector<Point>& points) {
    for (const Point& p : points) {
        require(!place.plot.x.log || !(p.x <= 0), place,
                "a value on the log axis x is not above 0");
        require(!place.plot.y.log || !(p.y <= 0), place,
                "a value on the log axis y is not above 0");
    }
}

void check(const Place& place, const Line& line) {
    require(std::any_of(line.points.begin(), line.points.end(), is_finite), place,
            "the line '" + clean_utf8(line.name) + "' has no point");
    require(!line.share || (*line.share > 0 && *line.share <= 1), place,
            "a ribbon's share is not above 0 and at most 1");
    require_above_zero(place, line.points);
}

void check(const Place& place, const Dots& dots) {
    require(!dots.points.empty(), place, "there are no dots");
    require(std::all_of(dots.points.begin(), dots.points.end(), is_finite), place,
            "a dot is not finite");
    require_above_zero(place, dots.points);
}

void check(const Place& place, const Bars& bars) {
    const std::size_t n = bars.values.size();
    require(n > 0, place, "there are no bars");
    require(std::all_of(bars.values.begin(), bars.values.end(),
                        [](double v) { return std::isfinite(v); }),
            place, "a bar is not finite");
    require(!place.plot.x.log, place,
            "a bar begins at 0, which no log axis has; draw dots");
    require_fit(
        place.plot.y.words.empty() || place.plot.y.words.size() == n, place,
        count_text(n, "bars have ") + count_text(place.plot.y.words.size(), "words"));
    require_fit(bars.paints.size() == 1 || bars.paints.size() == n, place,
                count_text(n, "bars have ") + count_text(bars.paints.size(), "colours"));
    require_fit(bars.numbers.empty() || bars.numbers.size() == n, place,
                count_text(n, "bars have ") + count_text(bars.numbers.size(), "numbers"));
}

void check_frame(const Place& place, const Cells& cells) {
    if (!cells.frame) return;
    const Frame& f = *cells.frame;
    require(f.rows > 0 && f.columns > 0 && f.row + f.rows <= cells.values.rows() &&
                f.column + f.columns <= cells.values.cols(),
            place, "the framed cells are not in the matrix of " + shape_text(cells.values));
}

void check(const Place& place, const Cells& cells) {
    const Matrix& m = cells.values;
    const std::string shape = "the matrix is " + shape_text(m);
    const auto fits = [](std::size_t words, std::size_t places) {
        return words == 0 || words == places;
    };
    const std::size_t rows = place.plot.y.words.size(), columns = place.plot.x.words.size();
    require(m.rows() > 0 && m.cols() > 0, place, shape + "; there is nothing to draw");
    require_fit(fits(rows, m.rows()) && fits(columns, m.cols()), place,
                shape + ", with words for " + count_text(rows, "rows and ") +
                    count_text(columns, "columns"));
    require_fit(fits(place.plot.y.opposite.size(), m.rows()) &&
                    fits(place.plot.x.opposite.size(), m.cols()),
                place, shape + "; the words opposite are as many as its rows, or columns");
    require_fit(cells.open.rows() == 0 ||
                    (cells.open.rows() == m.rows() && cells.open.cols() == m.cols()),
                place, shape + ", the table of open cells " + shape_text(cells.open));
    require_fit(!cells.texts || cells.texts->size() == m.rows() * m.cols(), place,
                shape + ", with texts for " +
                    count_text(cells.texts ? cells.texts->size() : 0, "cells"));
    require(cells.limit > 0 && std::isfinite(cells.limit), place,
            "the limit of the colours must be finite and above 0");
    require(cells.aspect > 0 && std::isfinite(cells.aspect), place,
            "a cell's aspect must be finite and above 0");
    require(cells.decimals >= 0 && cells.decimals <= 15, place,
            "a cell has 0 to 15 decimals");
    check_frame(place, cells);
}

void check(const Place& place, const Arrow& arrow) {
    require(is_finite(arrow.from) && is_finite(arrow.to), place,
            "the arrow '" + clean_utf8(arrow.name) + "' is not finite");
}

void check(const Place& place, const Part& part) {
    require(is_finite(part.at), place,
            "the part '" + clean_utf8(part.text) + "' has no place");
}

void check(const Place& place, const Rule& rule) {
    require(std::isfinite(rule.x), place, "a rule is not finite");
    require(!place.plot.x.log || rule.x > 0, place, "a rule on a log axis is not above 0");
}

void check(const Place& place, const Gap& gap) {
    require(std::isfinite(gap.from) && std::isfinite(gap.to), place, "a gap is not finite");
    require(!place.plot.x.log || (gap.from > 0 && gap.to > 0), place,
            "a gap on a log axis is not above 0");
}

void check(const Place& place, const Note& note) {
    require(is_finite(note.at), place,
            "the note '" + clean_utf8(note.text) + "' has no place");
    require_above_zero(place, {note.at});
}

void check_axis(const Place& place, const Axis& axis) {
    for (const std::optional<double>& end : {axis.first, axis.last}) {
        require(!end || std::isfinite(*end), place, "an axis' end is not finite");
        require(!end || !axis.log || *end > 0, place, "a log axis' end is not above 0");
    }
    require(!axis.first || !axis.last || *axis.first != *axis.last, place,
            "an axis leads from a value to the same value");
    for (const Tick& tick : axis.ticks) {
        require(std::isfinite(tick.at) && (!axis.log || tick.at > 0), place,
                "a tick is not on its axis");
    }
}

void check_plot(const Place& place) {
    require(!place.plot.marks.empty(), place, "there is nothing to draw");
    require(place.plot.height > 0 && std::isfinite(place.plot.height), place,
            "the height must be finite and above 0");
    check_axis(place, place.plot.x);
    check_axis(place, place.plot.y);
    for (const Mark& mark : place.plot.marks) {
        std::visit([&](const auto& m) { check(place, m); }, mark);
    }
}

/// An arrow needs something at both of its ends.
void check_steps(const Figure& figure, std::size_t r) {
    const Row& row = figure.rows[r];
    const auto is_step = [](const Block& b) { return std::holds_alternative<Step>(b); };
    const Place place{figure, none};
    if (is_row_of_steps(row)) {
        require(r > 0 && r + 1 < figure.rows.size(), place,
                "a row of steps stands between two rows");
        return;
    }
    require(!is_step(row.front()) && !is_step(row.back()), place,
            "a step stands between two blocks");
}

void check_row(const Figure& figure, const Row& row) {
    const Place place{figure, none};
    for (const Block& block : row) {
        if (const Plot* plot = std::get_if<Plot>(&block)) {
            check_plot({figure, *plot});
        } else if (const Stack* stack = std::get_if<Stack>(&block)) {
            require(!stack->plots.empty(), place, "a stack is empty");
            for (const Plot& one : stack->plots) check_plot({figure, one});
        } else if (const ColourBars* bars = std::get_if<ColourBars>(&block)) {
            for (const ColourBar& bar : bars->bars) {
                require(bar.limit > 0 && std::isfinite(bar.limit), place,
                        "the limit of a colour bar must be finite and above 0");
            }
        }
    }
}

}  // namespace

void require_drawable(const Figure& figure) {
    const Place place{figure, none};
    const auto is_plain = [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_';
    };
    if (figure.name.empty() ||
        !std::all_of(figure.name.begin(), figure.name.end(), is_plain)) {
        throw std::invalid_argument("a figure's name is '" + clean_utf8(figure.name) +
                                    "'; use small letters, digits and _");
    }
    require(!figure.rows.empty(), place, "there is no row");
    for (std::size_t r = 0; r < figure.rows.size(); ++r) {
        require(!figure.rows[r].empty(), place, "a row is empty");
        check_steps(figure, r);
        check_row(figure, figure.rows[r]);
    }
}

}  // namespace attn::plots

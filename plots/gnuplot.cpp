#include "plots/gnuplot.hpp"

#include <gnuplot-iostream.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <limits>
#include <stdexcept>
#include <tuple>
#include <utility>

#include "plots/labels.hpp"
#include "plots/shell.hpp"
#include "support/text/print.hpp"
#include "support/text/utf8.hpp"

namespace attn::plots {
namespace {

using Pairs = std::vector<std::pair<double, double>>;
using Surface = std::vector<std::vector<std::tuple<double, double, double>>>;

bool has_desktop() {
#ifdef __APPLE__
    return true;
#else
    const auto is_set = [](const char* variable) {
        const char* value = std::getenv(variable);
        return value != nullptr && *value != '\0';
    };
    return is_set("DISPLAY") || is_set("WAYLAND_DISPLAY");
#endif
}

/// A text as gnuplot's: in double quotes, where nothing of it is a command.
std::string in_quotes(const std::string& text) {
    std::string line = text, safe = "\"";
    std::replace_if(
        line.begin(), line.end(),
        [](char c) { return static_cast<unsigned char>(c) < 0x20; }, ' ');
    for (const char c : clean_utf8(line)) {
        if (c == '"' || c == '\\' || c == '`') {
            safe += c == '"' ? "\\042" : c == '`' ? "\\140" : "\\134";
        } else {
            safe += c;
        }
    }
    return safe + '"';
}

/// The same for a tick, where a % begins a number's format.
std::string tick(const std::string& text) {
    std::string doubled;
    for (const char c : text) doubled += c == '%' ? "%%" : std::string(1, c);
    return in_quotes(doubled);
}

std::string range_of(const Axis& axis) {
    const auto end = [](const std::optional<double>& at) {
        return at ? exact_text(*at) : std::string("*");
    };
    return "[" + end(axis.first) + ":" + end(axis.last) + "]";
}

void set_axis(Gnuplot& gp, char which, const Axis& axis) {
    gp << "set " << which << "label " << in_quotes(axis.name) << "\n";
    gp << "set " << which << "range " << range_of(axis) << "\n";
    if (axis.log) gp << "set logscale " << which << "\n";
    std::string tics;
    for (std::size_t i = 0; i < axis.words.size(); ++i) {
        tics += (i == 0 ? "" : ", ") + tick(axis.words[i]) + " " + std::to_string(i);
    }
    if (!tics.empty()) gp << "set " << which << "tics (" << tics << ")\n";
}

/// Columns to the right, rows downwards, as on the page. A row alone, or equal numbers, make no map.
void plot_cells(Gnuplot& gp, const Cells& cells) {
    const std::size_t n_rows = cells.values.rows(), n_columns = cells.values.cols();
    Surface surface(n_rows);
    double least = std::numeric_limits<double>::infinity(), most = -least;
    for (std::size_t i = 0; i < n_rows; ++i) {
        for (std::size_t j = 0; j < n_columns; ++j) {
            const bool closed = is_closed(cells, i, j);
            const double value = closed ? std::nan("") : cells.values(i, j);
            surface[i].emplace_back(static_cast<double>(j), static_cast<double>(i), value);
            if (!std::isfinite(value)) continue;
            least = std::min(least, value);
            most = std::max(most, value);
        }
    }
    const double limit = std::max(-least, most);
    if (limit > 0) {
        gp << "set cbrange [" << exact_text(-limit) << ":" << exact_text(limit) << "]\n";
    }
    gp << "set xrange [-0.5:" << n_columns << " - 0.5]\nset yrange [" << n_rows
       << " - 0.5:-0.5]\n";
    if (!cells.numbers) {
        gp << "surface = GPVAL_TERM eq 'dumb' ? 'lines' : 'pm3d'\n";
        gp << "splot '-' with @surface notitle\n";
        gp.send2d(surface);
        return;
    }
    const bool is_map = n_rows > 1 && n_columns > 1 && least < most;
    gp << "plot " << (is_map ? "'-' with image notitle, " : "")
       << "'-' using 1:2:(sprintf('%.2f', $3)) with labels notitle\n";
    if (is_map) gp.send2d(surface);
    gp.send2d(surface);  // the numbers, which a terminal without colours shows as well
}

/// What one curve is: how it is drawn, what it is called, and its points.
struct Series {
    std::string style, name;
    Pairs points;
};

Pairs pairs_of(const std::vector<Point>& points) {
    Pairs pairs;
    for (const Point& p : points) pairs.emplace_back(p.x, p.y);
    return pairs;
}

std::vector<Series> series_of(const Plot& plot) {
    std::vector<Series> all;
    for (const Mark& mark : plot.marks) {
        if (const Line* line = std::get_if<Line>(&mark)) {
            all.push_back({"lines", line->name, pairs_of(line->points)});
        } else if (const Dots* dots = std::get_if<Dots>(&mark)) {
            all.push_back({"points", dots->name, pairs_of(dots->points)});
        } else if (const Arrow* arrow = std::get_if<Arrow>(&mark)) {
            all.push_back({"linespoints", arrow->name, pairs_of({arrow->from, arrow->to})});
        } else if (const Bars* bars = std::get_if<Bars>(&mark)) {
            Pairs pairs;
            for (const double value : bars->values)
                pairs.emplace_back(static_cast<double>(pairs.size()), value);
            all.push_back({"boxes", "", pairs});
        }
    }
    return all;
}

void plot_series(Gnuplot& gp, const std::vector<Series>& all) {
    for (std::size_t i = 0; i < all.size(); ++i) {
        gp << (i == 0 ? "plot " : ", ") << "'-' with " << all[i].style
           << (all[i].name.empty() ? " notitle" : " title " + in_quotes(all[i].name));
    }
    gp << "\n";
    for (const Series& one : all) gp.send1d(one.points);
}

/// A window of its own, where gnuplot has windows.
void begin_plot(Gnuplot& gp, const std::string& title, int window) {
    gp << "reset\nset encoding utf8\n";
    gp << "if (strstrt('qt wxt x11', GPVAL_TERM)) eval sprintf('set terminal %s %d', GPVAL_TERM, "
       << window << ")\n";
    gp << "if (GPVAL_TERM eq 'dumb') unset colorbox\n";
    gp << "set palette defined (-1 '#476dac', 0 '#eeebe4', 1 '#c7754e')\n";
    gp << "set title " << in_quotes(title) << " noenhanced\n";
    gp << "set key noenhanced\nset tics noenhanced\nset style fill solid\nset boxwidth 0.8\n";
}

void show(Gnuplot& gp, const Figure& figure, const Plot& plot, int& window) {
    const Cells* cells = cells_of(plot);
    const std::vector<Series> series = series_of(plot);
    if (cells == nullptr && series.empty()) return;
    begin_plot(gp, figure.title + (plot.name.empty() ? "" : ": " + plot.name), window++);
    Axis x = plot.x, y = plot.y;
    if (bars_of(plot) != nullptr) std::swap(x, y);  // upright here
    set_axis(gp, 'x', x);
    set_axis(gp, 'y', y);
    if (bars_of(plot) != nullptr) gp << "set yrange [*<0:*]\n";
    if (cells != nullptr) {
        plot_cells(gp, *cells);
    } else {
        plot_series(gp, series);
    }
}

void send(Gnuplot& gp, const std::vector<Figure>& figures) {
    int window = 0;
    for (const Figure& figure : figures) {
        for (const Row& row : figure.rows) {
            for (const Block& block : row) {
                if (const Plot* plot = std::get_if<Plot>(&block))
                    show(gp, figure, *plot, window);
                const Stack* stack = std::get_if<Stack>(&block);
                if (stack == nullptr) continue;
                for (const Plot& plot : stack->plots) show(gp, figure, plot, window);
            }
        }
    }
}

}  // namespace

std::string why_no_gnuplot() {
    if (succeeds("command -v gnuplot")) return "";
    return "gnuplot is not installed (Debian and Ubuntu: apt-get install gnuplot-qt, or "
           "gnuplot-nox for plots as text)";
}

std::string gnuplot_script(const std::vector<Figure>& figures) {
    std::FILE* file = std::tmpfile();
    if (file == nullptr)
        throw std::runtime_error("no temporary file can be made for gnuplot");
    const int copy = dup(fileno(file));
    {
        Gnuplot gp(file);  // which closes it
        send(gp, figures);
    }
    std::string script;
    lseek(copy, 0, SEEK_SET);
    char part[4096];
    for (ssize_t n = 0; (n = read(copy, part, sizeof part)) > 0;)
        script.append(part, static_cast<std::size_t>(n));
    close(copy);
    return script;
}

void show_in_gnuplot(const std::vector<Figure>& figures) {
    std::cout << std::flush;  // plots as text come behind what was printed
    const std::string terminal = has_desktop() ? "" : "set terminal dumb 79 24\n";
    Gnuplot gp(
        "LC_ALL=C.UTF-8 gnuplot -d -p || { echo gnuplot failed >&2; cat >/dev/null; }");
    gp << terminal << gnuplot_script(figures) << std::flush;
}  // its destructor waits for gnuplot's end

}  // namespace attn::plots

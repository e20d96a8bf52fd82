#include "plots/gnuplot_text.hpp"

#include <algorithm>

#include "plots/colour_bars.hpp"
#include "plots/gnuplot_cells.hpp"
#include "plots/gnuplot_pen.hpp"
#include "plots/paint.hpp"

namespace attn::plots {
namespace {

std::string palette_text(Palette palette) {
    std::string text;
    int place = 0;
    for (const Colour colour : stops_of(palette)) {
        text += (text.empty() ? "defined (" : ", ") + std::to_string(place++) + " '" +
                hex(colour) + "'";
    }
    return text + ")";
}

// ---- marks

void draw(GnuplotPen& pen, const Placed& in, const Cells& cells) {
    plot_cells(pen, in, cells);
}

DataRows rows_of(const std::vector<Point>& points) {
    DataRows rows;
    for (const Point& p : points)
        rows.push_back({gnuplot_number(p.x), gnuplot_number(p.y)});
    return rows;
}

void draw(GnuplotPen& pen, const Placed& in, const Bars& bars) {
    DataRows rows;
    for (std::size_t i = 0; i < bars.values.size(); ++i) {
        rows.push_back(
            {gnuplot_number(bars.values[i]), colour_number(value_of(bars.paints[i]))});
    }
    const double half =
        bar_width(in) / in.box.height * static_cast<double>(rows.size()) / 2;
    pen.element(pen.block(in.plot.name, rows) + " using ($1 / 2):0:(abs($1) / 2):(" +
                look_number(half) +
                "):2 with boxxyerror fs solid 1 noborder lc rgb variable");
    pen.say("set arrow from 0, graph 0 to 0, graph 1 nohead front lw 1.2 ",
            line_colour(Paint::axis));
}

void draw(GnuplotPen& pen, const Placed&, const Line& line) {
    pen.element(pen.block(line.name.empty() ? "curve" : line.name, rows_of(line.points)) +
                " with lines lw " + look_number(width_of(line)) + " " +
                line_colour(line.paint) + (line.dashed ? " dt (6,5)" : ""));
}

void draw(GnuplotPen& pen, const Placed&, const Dots& dots) {
    pen.element(pen.block(dots.name.empty() ? "dots" : dots.name, rows_of(dots.points)) +
                " with points pt 7 ps " + (dots.small ? "0.8 " : "1.4 ") +
                line_colour(dots.paint));
}

void draw(GnuplotPen& pen, const Placed&, const Arrow& arrow) {
    pen.say("set arrow from ", place_number(arrow.from.x), ",", place_number(arrow.from.y),
            " to ", place_number(arrow.to.x), ",", place_number(arrow.to.y),
            " filled size screen 0.0125,22 lw ", look_number(width_of(arrow.weight)), " ",
            line_colour(arrow.paint));
}

void draw(GnuplotPen& pen, const Placed& in, const Part& part) {
    const Box box = part_box(in.at(part.at), part.text);
    const bool is_tinted = has_tint(part.paint);
    const Colour fill = is_tinted ? colour_at(tint_of(part.paint), Palette::diverging)
                                  : value_of(Paint::card);
    pen.say("set object rectangle center ", place_number(part.at.x), ",",
            place_number(part.at.y), " size screen ", pen.width(box.width), ", screen ",
            pen.height(box.height), " front fs solid border ",
            line_colour(is_tinted ? Paint::axis : part.paint), " fc rgb '", hex(fill), "'");
}

void draw(GnuplotPen& pen, const Placed&, const Rule& rule) {
    const std::string x = place_number(rule.x);
    pen.say("set arrow from ", x, ", graph 0 to ", x,
            ", graph 1.03 nohead dt (6,5) lw 1.2 ", line_colour(rule.paint));
}

void draw(GnuplotPen& pen, const Placed&, const Gap& gap) {
    pen.say("set object rectangle from ", place_number(gap.from), ", graph 0 to ",
            place_number(gap.to),
            ", graph 1 behind fs transparent solid 0.6 noborder fc rgb '",
            hex(value_of(Paint::grid)), "'");
}

void draw(GnuplotPen&, const Placed&, const Note&) {}  // its words are labels

// ---- plots

/// The words of a table, or the numbers of a map: rows at the left, columns above.
void say_cell_words(GnuplotPen& pen, const Placed& in) {
    const Axis& x = in.plot.x;
    const double size = in.ticks.empty() ? text_size : in.ticks[0].size;
    const std::string look = "scale 0 " +
                             text_colour(in.is_table() ? Paint::ink : Paint::muted) + " " +
                             pen.font(size);
    pen.say("set border 0 lc rgb '", hex(value_of(Paint::card)), "'");
    pen.say("set x2range [", place_number(*x.first), ":", place_number(*x.last), "]");
    pen.tics("ytics", in.plot.y.ticks, look + (in.is_table() ? " offset -0.4,0" : ""));
    const auto columns =
        in.ticks.begin() + static_cast<std::ptrdiff_t>(in.plot.y.ticks.size());
    const bool is_upright =
        std::any_of(columns, in.ticks.end(), [](const Text& text) { return text.upright; });
    std::vector<Tick> above = x.ticks;
    for (std::size_t j = 0; is_upright && j < above.size(); ++j) {
        const Text& text = columns[static_cast<std::ptrdiff_t>(j)];
        if (text.upright) continue;
        above[j].label.clear();  // one letter, lying among upright words
        pen.label(text);
    }
    pen.tics("x2tics", above,
             look + (is_upright ? " rotate by 90 left" : " offset 0,-0.2"));
}

void say_axes(GnuplotPen& pen, const Placed& in) {
    const Plot& plot = in.plot;
    const bool has_words = !plot.y.words.empty();
    std::vector<Tick> below = plot.x.ticks;
    for (Tick& tick : below) tick.label = plot.x.hidden ? "" : tick.label;
    pen.tics("xtics", below,
             (plot.x.hidden ? "nomirror scale 0 " : "nomirror out scale 0.6 ") +
                 text_colour(Paint::muted));
    pen.tics("ytics", plot.y.ticks,
             "nomirror scale 0 " + text_colour(has_words ? Paint::ink : Paint::muted));
    if (!plot.y.ticks.empty()) {
        pen.say("set grid ", has_words ? "x" : "y", " back lt 1 ", line_colour(Paint::grid),
                " lw 1");
    }
}

void say_plot(GnuplotPen& pen, const Placed& in) {
    const Plot& plot = in.plot;
    const bool has_cells = cells_of(plot) != nullptr, has_bars = bars_of(plot) != nullptr;
    const bool has_axes = !has_cells && !has_bars && !plot.plane;
    pen.say("\n# -- ", gnuplot_comment(plot.name.empty() ? plot.y.name : plot.name));
    pen.say("eval ", has_axes ? "axes" : "plain");
    pen.place(in.box);
    pen.say("set xrange [", place_number(*plot.x.first), ":", place_number(*plot.x.last),
            "]; set yrange [", place_number(*plot.y.first), ":", place_number(*plot.y.last),
            "]", plot.x.log ? "; set logscale x" : "",
            plot.y.log ? "; set logscale y" : "");
    if (has_axes) say_axes(pen, in);
    if (has_cells) say_cell_words(pen, in);
    if (has_bars) pen.labels(in.ticks);  // a bar's name has its colour
    pen.labels(in.texts, &in);
    for (const Stroke& leader : in.leaders) pen.stroke(leader);
    for (const Mark& mark : plot.marks) {
        std::visit([&](const auto& m) { draw(pen, in, m); }, mark);
    }
    pen.plot();
}

/// A palette as a plot of its own, of levels.
void say_bar(GnuplotPen& pen, const PlacedBar& bar) {
    constexpr int slices = 64;
    const auto [low, high] = ends_of(bar.bar);
    DataRows levels;
    for (int i = 0; i < slices; ++i) {
        levels.push_back({gnuplot_number(low + (high - low) * (i + 0.5) / slices, 6)});
    }
    const std::string half = "(" + look_number((high - low) / slices) + ")";
    pen.say("\n# -- What the colours mean\neval plain");
    pen.place(bar.box);
    pen.say(bar.is_upright ? "set xrange [0:1]; set yrange ["
                           : "set yrange [0:1]; set xrange [",
            place_number(low), ":", place_number(high), "]");
    use_palette(pen, bar.bar.palette, bar.bar.limit, bar.has_steps);
    pen.labels(bar.texts);
    pen.element(pen.block("levels", levels) +
                (bar.is_upright ? " using (0.5):1:(0.5):" + half
                                : " using 1:(0.5):" + half + ":(0.5)") +
                ":1 with boxxyerror fc palette fs solid 1 noborder");
    pen.plot();
}

// ---- the whole

std::string terminal(const Page& page, Canvas canvas) {
    const auto size = [&](double unit) {
        return " size " + gnuplot_number(page_width * unit, 6) + "," +
               gnuplot_number(page.height * unit, 6);
    };
    if (canvas == Canvas::window) return "@GPVAL_TERM" + size(1);  // gnuplot's own choice
    if (canvas == Canvas::pdf) {
        return "pdfcairo" + size(1.0 / 72) + " rounded fontscale 0.75 linewidth 2";
    }
    return "pngcairo" + size(2) +
           " rounded fontscale 1.5 linewidth 2 pointscale 2 dashlength 2";
}

/// What stands at the head of every script.
void say_head(GnuplotPen& pen) {
    pen.say(
        "\n# How every figure looks. A cell's number is white where its colour is dark.");
    pen.say("minus(text) = text[1:1] eq '-' ? '−'.text[2:*] : text");
    pen.say("number(x, d) = minus(sprintf('%.'.d.'f', abs(x) < 0.5 * 10**-d ? 0 : x))");
    pen.say("short(x, d) = x > 1 - 0.5 * 10**-d ? '1' : number(x, d)[2:*]");
    pen.say("on_share(x) = x < 0.434 ? 0xffffff : 0x000000");
    pen.say("on_signed(x) = x < -0.6994 || x > 0.9199 ? 0xffffff : 0x000000");
    pen.say("viridis = \"", palette_text(Palette::shares), "\"");
    pen.say("diverging = \"", palette_text(Palette::diverging), "\"");
    pen.say("plain = \"reset; unset key; unset colorbox; unset border; unset tics\"");
    pen.say("axes = plain.\"; set border 1 lc rgb '", hex(value_of(Paint::axis)),
            "' lw 1.2\"\n\nset multiplot");
}

}  // namespace

std::string gnuplot_text(const Figure& figure, const std::string& output, Canvas canvas) {
    const bool is_window = canvas == Canvas::window;
    const Page page = laid_out(figure);
    GnuplotPen pen(page, is_window ? 0.75 : 1);
    const std::string card = hex(value_of(Paint::card));
    pen.say("# ", figure.name, ": ", gnuplot_comment(figure.title));
    pen.say("# Change what you like, then run: gnuplot ", figure.name, ".gp\n");
    pen.say("set encoding utf8\nset terminal ", terminal(page, canvas), " noenhanced ",
            pen.font(text_size, false, "Helvetica"),
            is_window ? "" : " background '" + card + "'");
    if (!is_window) pen.say("set output ", gnuplot_path(output));
    say_head(pen);
    pen.say("\n# -- The words of the page\neval plain");
    pen.place({0, 0, page_width, page.height});
    if (is_window) {  // not every window knows a background
        pen.say(
            "set object rectangle from screen 0,0 to screen 1,1 behind fs solid noborder ",
            "fc rgb '", card, "'");
    }
    pen.labels(page.headings);
    pen.labels(page.texts);
    for (const Stroke& route : page.routes) pen.stroke(route);
    pen.say("plot [0:1] [0:1] NaN notitle");
    for (const Placed& placed : page.plots) say_plot(pen, placed);
    for (const PlacedBar& bar : page.bars) say_bar(pen, bar);
    pen.say("\nunset multiplot");
    return pen.text();
}

}  // namespace attn::plots

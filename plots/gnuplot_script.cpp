#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <stdexcept>
#include <string_view>

#include "attn/text/print.hpp"
#include "attn/text/utf8.hpp"
#include "plots/figure.hpp"

namespace attn::plots {
namespace {

constexpr std::size_t longest_label = 120;  // columns; the CSV has it whole

/// A place in pixels: at most two decimals, no trailing zeros.
std::string pixels(double value) {
    if (!std::isfinite(value)) {
        throw std::domain_error("gnuplot_script: a position, size or width is not finite");
    }
    std::array<char, 400> buffer;
    const double rounded = std::round(value * 100.0) / 100.0 + 0.0;
    const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), rounded,
                                   std::chars_format::fixed, 2);
    std::string text(buffer.data(), end.ptr);
    text.erase(text.find_last_not_of('0') + 1);
    if (text.back() == '.') text.pop_back();
    return text == "-0" ? "0" : text;
}

/// How a format's terminal is called, and how it names fonts.
struct Terminal {
    std::string command;
    std::string regular, bold;
};

/// A terminal ends all lines alike.
bool has_flat_ends(const Canvas& canvas) {
    return std::any_of(canvas.shapes.begin(), canvas.shapes.end(), [](const Shape& shape) {
        const Path* path = std::get_if<Path>(&shape);
        return path != nullptr && path->style.flat_ends;
    });
}

/// An SVG names several fonts, whose commas survive a label's own size only as XML
/// entities. PNG is twice as large, for sharp screens; PDF counts in inches of 72.
Terminal terminal_for(const Figure& figure, Format format) {
    const auto size = [&](double unit) {
        return pixels(figure_width * unit) + "," + pixels(figure.height * unit);
    };
    const auto inches = [](double points) { return exact_text(points / 72.0); };
    const std::string ends = has_flat_ends(figure.canvas) ? "butt" : "rounded";
    const std::string list = "Helvetica&#44;Arial&#44;sans-serif";
    switch (format) {
        case Format::png:
            return {"pngcairo size " + size(2) + " noenhanced " + ends +
                        " fontscale 1.5 linewidth 2 pointscale 2",
                    "sans-serif", "sans-serif:Bold"};
        case Format::pdf:
            return {"pdfcairo size " + inches(figure_width) + "," + inches(figure.height) +
                        " noenhanced " + ends + " fontscale 0.75 linewidth 2",
                    "sans-serif", "sans-serif:Bold"};
        case Format::svg:
            break;
    }
    return {
        "svg size " + size(1) + " fixed noenhanced " + ends + " name '" + figure.name + "'",
        list, list + " Bold"};
}

/// Joined by single blanks, the way a line of a data block is.
template <class... Numbers>
std::string data_line(Numbers... numbers) {
    std::string line;
    ((line += (line.empty() ? "" : " ") + pixels(static_cast<double>(numbers))), ...);
    return line + "\n";
}

/// text as a quoted string of a data block, in which gnuplot obeys nothing. A backslash and
/// a quote go as octal codes; "&#x" would pass into the SVG unescaped, so U+2060 parts it.
std::string quoted_label(const std::string& text) {
    std::string label = "\"";
    const std::string clean = cut_to_width(text, longest_label);
    for (std::size_t i = 0; i < clean.size(); ++i) {
        if (clean[i] == '\\') {
            label += "\\134";
        } else if (clean[i] == '"') {
            label += "\\042";
        } else if (clean.compare(i, 3, "&#x") == 0) {
            label += "&\u2060";
        } else {
            label += clean[i];
        }
    }
    return label + '"';
}

/// One element of gnuplot's plot command: shapes of one style and the data they share.
struct Element {
    std::string style;
    std::string data;
};

Element element_of(const Rectangle& r, const Terminal&) {
    const Point c = r.box.centre();
    return {"using 1:2:3:4:5 with boxxyerror fs solid 1 noborder lc rgb variable",
            data_line(c.x, c.y, r.box.width / 2, r.box.height / 2, r.fill)};
}

Element element_of(const Outline& o, const Terminal&) {
    const Point c = o.box.centre();
    return {"using 1:2:3:4 with boxxyerror lc rgb '" + colour_text(o.colour) + "' lw " +
                pixels(o.width) + " fs empty",
            data_line(c.x, c.y, o.box.width / 2, o.box.height / 2)};
}

Element element_of(const Hatch& h, const Terminal&) {
    const Point c = h.box.centre();
    // The order of these words matters: after "fs" gnuplot takes a colour for the border's.
    return {"using 1:2:3:4 with boxxyerror lc rgb '" + colour_text(hatch_line) +
                "' fs transparent pattern 4 noborder",
            data_line(c.x, c.y, h.box.width / 2, h.box.height / 2)};
}

Element element_of(const Path& path, const Terminal&) {
    std::string data;
    for (const Point& p : path.points) data += data_line(p.x, p.y, path.style.colour);
    if (path.style.flat_ends) {  // so many that gnuplot should write one path a colour
        return {"using 1:2 with lines lc rgb '" + colour_text(path.style.colour) + "' lw " +
                    pixels(path.style.width),
                data + "\n"};
    }
    return {"using 1:2:3 with lines lc rgb variable lw " + pixels(path.style.width) +
                (path.style.dashed ? " dt (6,5)" : ""),
            data + "\n"};
}

Element element_of(const Arrow& a, const Terminal&) {
    return {
        "using 1:2:3:4:5 with vectors filled head size screen 0.0125,22 lc rgb variable "
        "lw " +
            pixels(a.width),
        data_line(a.from.x, a.from.y, a.to.x - a.from.x, a.to.y - a.from.y, a.colour)};
}

Element element_of(const Dot& d, const Terminal&) {
    return {"using 1:2:3 with points pt 7 ps " + pixels(d.size) + " lc rgb variable",
            data_line(d.at.x, d.at.y, d.colour)};
}

Element element_of(const Text& t, const Terminal& terminal) {
    const char* align = t.style.align == Align::left     ? "left"
                        : t.style.align == Align::centre ? "center"
                                                         : "right";
    const std::string font = t.style.bold ? terminal.bold : "";
    std::string line = data_line(t.at.x, t.at.y, t.style.colour);
    line.back() = ' ';
    return {std::string("using 1:2:4:3 with labels ") + align +
                (t.style.upright ? " rotate by 90" : "") + " tc rgb variable font '" +
                font + "," + pixels(t.style.size) + "'",
            line + quoted_label(t.text) + "\n"};
}

/// Shapes that follow one another in the same style share an element; so do all texts of
/// one style, wherever they were added, since texts stand above everything.
std::vector<Element> gather(const Canvas& canvas, const Terminal& terminal) {
    std::vector<Element> shapes;
    std::vector<Element> texts;
    for (const Shape& shape : canvas.shapes) {
        Element next =
            std::visit([&](const auto& s) { return element_of(s, terminal); }, shape);
        const bool is_text = std::holds_alternative<Text>(shape);
        std::vector<Element>& group = is_text ? texts : shapes;
        const auto same = [&](const Element& e) { return e.style == next.style; };
        auto home = is_text ? std::find_if(group.begin(), group.end(), same)
                            : group.end() - (!group.empty() && same(group.back()) ? 1 : 0);
        if (home == group.end()) {
            group.push_back(std::move(next));
        } else {
            home->data += next.data;
        }
    }
    shapes.insert(shapes.end(), texts.begin(), texts.end());
    return shapes;
}

std::vector<std::string> lines_of(const std::string& text) {
    std::vector<std::string> lines(1);
    for (const char c : text) {
        if (c == '\n') {
            lines.emplace_back();
        } else {
            lines.back() += c;
        }
    }
    return lines;
}

constexpr double first_line = 36;   // the middle of the title's first line
constexpr double line_height = 28;  // from one line of the title to the next

double last_title_line(const Figure& figure) {
    return first_line +
           line_height * static_cast<double>(lines_of(figure.title).size() - 1);
}

Canvas with_headings(const Figure& figure) {
    Canvas canvas = figure.canvas;
    double y = first_line;
    for (const std::string& line : lines_of(figure.title)) {
        canvas.text({margin, y}, line, {.size = title_size, .bold = true});
        y += line_height;
    }
    canvas.text({margin, last_title_line(figure) + 30}, figure.subtitle, {.colour = muted});
    return canvas;
}

std::string quoted_path(const std::string& path) {
    if (path.find_first_of("\n\r") != std::string::npos || path.find('\0') != path.npos) {
        throw std::invalid_argument("gnuplot_script: the path '" + clean_utf8(path) +
                                    "' holds a line break; draw into a folder without one");
    }
    std::string quoted = "'";
    for (const char c : path) {
        if (c == '\'') quoted += '\'';
        quoted += c;
    }
    return quoted + "'";
}

void require_plain_name(const std::string& name) {
    const auto is_plain = [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_';
    };
    if (!name.empty() && std::all_of(name.begin(), name.end(), is_plain)) return;
    throw std::invalid_argument("gnuplot_script: the figure's name is '" +
                                clean_utf8(name) + "'; use small letters, digits and _");
}

}  // namespace

double content_top(const Figure& figure) {
    return last_title_line(figure) + 30 + 31;
}

std::string extension(Format format) {
    return format == Format::svg ? "svg" : format == Format::png ? "png" : "pdf";
}

std::string gnuplot_script(const Figure& figure, const std::string& output, Format format) {
    require_plain_name(figure.name);
    const Terminal terminal = terminal_for(figure, format);
    std::string script = "set encoding utf8\nset terminal " + terminal.command + " font '" +
                         terminal.regular + ",16' background '" + colour_text(card) +
                         "'\nset output " + quoted_path(output) +
                         "\n# The canvas: one unit is one pixel, y grows downwards.\n"
                         "set lmargin at screen 0\nset rmargin at screen 1\n"
                         "set tmargin at screen 1\nset bmargin at screen 0\n"
                         "unset border\nunset tics\nunset key\nunset colorbox\n"
                         "set xrange [0:" +
                         pixels(figure_width) + "]\nset yrange [" + pixels(figure.height) +
                         ":0]\n";
    std::string plot;
    int count = 0;
    for (const Element& element : gather(with_headings(figure), terminal)) {
        const std::string block = "$d" + std::to_string(++count);
        script += block + " << EOD\n" + element.data + "EOD\n";
        plot += (plot.empty() ? "plot " : ", \\\n  ") + block + " " + element.style +
                " notitle";
    }
    return script + plot + "\n";
}

}  // namespace attn::plots

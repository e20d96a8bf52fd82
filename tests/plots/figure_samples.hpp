/// Figures for tests: one of each kind of mark, and labels that would be commands or markup.
#pragma once

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "plots/plot.hpp"

namespace samples {

using namespace attn;

/// A figure of one row.
inline plots::Figure figure_of(plots::Row row, const std::string& name = "00_sample") {
    return {name, "A title", "How to read it", {std::move(row)}};
}

/// Cells with numbers, one of them closed, one not a number; and one with texts.
inline plots::Figure tables() {
    plots::Cells look;
    look.open = {{1, 1}, {1, 0}};
    look.frame = plots::Frame{0, 1};
    plots::Plot plot =
        plots::table("weights", {{0.25, 0.75}, {1, 0}}, {"I", "love"}, {"I", "love"}, look);
    plot.y.opposite = {{"1.00"}, {"0.44", plots::Paint::rust}};
    plot.y.opposite_name = "sum";
    plots::Cells letters = plots::signed_to(1);
    letters.texts = {"a", "b", "c", "d"};
    const double nan = std::numeric_limits<double>::quiet_NaN();
    return figure_of(
        {plot, plots::Step{"softmax"},
         plots::table("letters", {{0.5, -0.5}, {0, 1}}, {}, {}, letters),
         plots::table("scores", {{-1.5, nan}, {2, 0.25}}, {}, {}, plots::signed_to(2))});
}

/// A chart with all that a chart may hold.
inline plots::Figure chart() {
    plots::Plot plot;
    plot.x = {.name = "x (log scale)", .first = 1, .last = 100, .log = true};
    plot.y = {.name = "share", .first = 0, .last = 1};
    const double nan = std::numeric_limits<double>::quiet_NaN();
    plot.marks = {
        plots::Gap{1, 2, "no number"},
        plots::Line{
            {{1, 0}, {10, 0.5}, {20, nan}, {50, 1}, {100, 1}}, plots::Paint::blue, "curve"},
        plots::Dots{{{10, 0.5}}, plots::Paint::rust}, plots::Rule{10, "ten"},
        plots::Note{{50, 0.3}, "a note"}};
    return figure_of({plot});
}

/// Bars, arrows, parts, a large map.
inline plots::Figure others() {
    plots::Plot plane{.name = "plane", .plane = true};
    plane.marks = {plots::Arrow{{0, 0}, {2, 1}, plots::Paint::blue, "q"},
                   plots::Arrow{{0, 0}, {1, 2}, plots::Paint::rust, "k"},
                   plots::Part{{1, -0.5}, "norm"}};
    Matrix waves(20, 16);
    for (std::size_t i = 0; i < 20; ++i) {
        for (std::size_t j = 0; j < 16; ++j) {
            waves(i, j) = std::sin(0.3 * static_cast<double>(i * (j + 1)));
        }
    }
    return {"00_others",
            "A title",
            "How to read it",
            {{plane, plots::Stack{{plots::bars("bars", {"one", "two"}, {{1, -2}}),
                                   plots::bars("more", {"one", "two"}, {{3, 4}})}}},
             {plots::large_map("map", waves),
              plots::ColourBars{{{"values", plots::Palette::diverging, 2}, {"weights"}}}}}};
}

/// Labels that would be commands, markup, or nothing at all. touch is a command that leaves a
/// trace.
inline std::vector<std::string> hostile_labels(const std::string& touch) {
    return {"\"",
            "'",
            "it's",
            "''",
            "'''' ",
            "\\",
            "ends\\",
            "\\\"",
            "\\042",
            "@x {y}",
            "100% %d %s",
            "e",
            "EOD",
            "nan",
            "# c",
            "&lt;&#60;&#x0;&",
            "a ]]> b",
            "]]></text><script/>",
            "--> <!-- <![CDATA[",
            "나는 😀",
            "\xE2\x80\xAE right to left",
            "\xD7\xA9\xD7\x9C\xD7\x95\xD7\x9D",
            "`" + touch + "`",
            "$(" + touch + ")",
            "\n!" + touch,
            "\nsystem(\"" + touch + "\")\n",
            "\"\nEOD\n!" + touch + "\n",
            "e\n!" + touch + "\n$data << e",
            "'; system('" + touch + "') #",
            "\x01\x7f\xff",
            std::string("a\0b", 3),
            std::string(5000, 'x')};
}

/// A figure that says the label wherever a figure says anything.
inline plots::Figure saying(const std::string& label) {
    plots::Cells look;
    look.texts = {label};
    plots::Plot cell = plots::table(label + " cell", {{0.5}}, {label}, {label}, look);
    cell.x.name = cell.y.name = cell.below = label;
    cell.y.opposite = {{label}};
    cell.y.opposite_name = label;
    plots::Plot chart{.name = label};
    chart.x = {.name = label, .ticks = {{0, label}, {1, label}}};
    chart.y = {.name = label, .ticks = {{0, label}}};
    chart.marks = {
        plots::Line{{{0, 0}, {1, 1}}, plots::Paint::ink, label},
        plots::Dots{{{0.5, 0.5}}, plots::Paint::rust, label, plots::Point{0.5, 0.5}},
        plots::Rule{0.3, label}, plots::Gap{0.7, 1, label}, plots::Note{{0.2, 0.8}, label}};
    plots::Plot plane{.name = label, .plane = true};
    plane.marks = {plots::Arrow{{0, 0}, {1, 1}, plots::Paint::blue, label},
                   plots::Part{{0, 1}, label}};
    return {"00_hostile",
            label,
            label,
            {{cell},
             {plots::Words{label}, plots::Nothing{}, plots::Nothing{}},
             {plots::bars(label + " bars", {label}, {{1}, {plots::Paint::teal}, {label}})},
             {plots::table("", {{1}}, {}, {}), plots::Step{label},
              plots::table("", {{1}}, {}, {})},
             {plane},
             {chart}},
            {{label + " cell", label + " bars", label}}};
}

}  // namespace samples

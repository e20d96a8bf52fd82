#include "chapters/03_query_key_value/03_query_key_value.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <span>
#include <utility>

#include "chapters/examples/sentences.hpp"
#include "chapters/examples/small_example.hpp"
#include "chapters/printing/rows.hpp"
#include "chapters/printing/words.hpp"
#include "chapters/program/attention_path.hpp"
#include "plots/labels.hpp"

namespace attn::chapters::ch03 {
namespace {

using namespace plots;
using enum Paint;

/// "2, −1"
std::string numbers_label(std::span<const double> v, const std::string& between) {
    Labels numbers;
    for (const double entry : v) numbers.push_back(short_label(entry));
    return joined(numbers, between);
}

/// "(2, −1)"
std::string vector_label(std::span<const double> v) {
    return "(" + numbers_label(v, ", ") + ")";
}

/// A lookup in which every entry answers, from left to right.
struct Lookup {
    std::string query;
    Labels names, keys, values;  // an entry each
    std::string output;
};

std::string share_of_value(const Lookup& lookup, const AttentionTrace& trace,
                           std::size_t i) {
    return number_label(trace.weights(0, i), 2) + " × " + lookup.values[i];
}

constexpr double least_ribbon = 0.005;

/// The bar that all scores enter and all weights leave.
Line softmax_bar(double x, double bottom, double top) {
    return {.points = {{x, bottom}, {x, top}}, .paint = muted, .weight = Weight::broad};
}

/// The same for a narrow page, in its pixels: the query above the entries, the output below.
Plot narrow_lookup(const Lookup& lookup, const AttentionTrace& trace) {
    constexpr double way = 12, key = 80, score = 149, bar = 168, value = 244, bend = 318,
                     radius = 22, step = 78, half = 19;
    const std::size_t n = lookup.keys.size();
    const double top = step * static_cast<double>(n - 1);
    const Point query{42, top + 108}, output{250, -88};
    Plot plot{.x = {.first = 0, .last = 352, .hidden = true},
              .y = {.first = output.y - half, .last = query.y + half, .hidden = true},
              .height = 3,
              .plane = true,
              .aside = 0};
    for (std::size_t i = 0; i < n; ++i) {
        const double y = top - step * static_cast<double>(i);
        plot.marks.push_back(Line{.points = {{way, query.y}, {way, y}, {key, y}, {bar, y}},
                                  .paint = blue,
                                  .weight = Weight::thin});
        plot.marks.push_back(
            Line{.points = {{bar, y}, {value, y}}, .paint = teal, .weight = Weight::thin});
        if (trace.weights(0, i) >=
            least_ribbon) {  // to the right, round a corner, and down
            Line ribbon =
                ribbon_upwards({bend + radius, -radius}, output, trace.weights(0, i), teal);
            std::vector<Point> corner{{value, y}};
            for (int part = 0; part <= 8; ++part) {
                const double angle = part * std::numbers::pi / 16;
                corner.push_back(
                    {bend + radius * std::sin(angle), y - radius * (1 - std::cos(angle))});
            }
            ribbon.points.insert(ribbon.points.begin(), corner.begin(), corner.end());
            plot.marks.push_back(ribbon);
        }
        plot.marks.push_back(
            Note{{score, y}, short_label(trace.scores(0, i)), Side::above, blue, true});
        plot.marks.push_back(Note{{key, y + half}, lookup.names[i], Side::above});
        plot.marks.push_back(Part{{key, y}, lookup.keys[i], rust});
        plot.marks.push_back(Part{{value, y}, share_of_value(lookup, trace, i), teal});
    }
    plot.marks.push_back(softmax_bar(bar, -half, top + half));
    plot.marks.push_back(Part{query, lookup.query, blue});
    plot.marks.push_back(Part{output, lookup.output, teal});
    const auto head = [&](const Point& at, const std::string& text, Side side) {
        plot.marks.push_back(Note{at, text, side, muted, true});
    };
    head({query.x, query.y + half}, "query", Side::above);
    head({key, top + 52}, "key", Side::above);
    head({score, top + 52}, "score", Side::above);
    head({bar, -half}, "softmax", Side::below);
    head({value, top + 52}, "weight × value", Side::above);
    head({output.x, output.y - half}, "output", Side::below);
    return plot;
}

Plot lookup_plot(const Lookup& lookup, const AttentionTrace& trace) {
    constexpr double key = 3.1, left = key - 1.3, score = 5.2, bar = 6.2, value = 8.6,
                     output = 13.3, step = 1.9, half = 0.45;
    const std::size_t n = lookup.keys.size();
    const double top = step * static_cast<double>(n - 1), middle = top / 2;
    Plot plot{.x = {.first = -0.9, .last = output + 1, .hidden = true},
              .y = {.first = -1.2, .last = top + 1.6, .hidden = true},
              .height = 1.3,
              .plane = true};
    for (std::size_t i = 0; i < n; ++i) {
        const double y = top - step * static_cast<double>(i);
        const double weight = trace.weights(0, i);
        plot.marks.push_back(Line{.points = {{0, middle}, {left, y}, {bar, y}},
                                  .paint = blue,
                                  .weight = Weight::thin});
        plot.marks.push_back(
            Line{.points = {{bar, y}, {value, y}}, .paint = teal, .weight = Weight::thin});
        if (weight >= least_ribbon) {
            Line ribbon =
                ribbon_sideways({value + 1.1, y}, {output - 0.9, middle}, weight, teal);
            ribbon.points.insert(ribbon.points.begin(), {value + 0.1, y});  // from within
            plot.marks.push_back(ribbon);
        }
        plot.marks.push_back(
            Note{{score, y}, short_label(trace.scores(0, i)), Side::above, blue, true});
        plot.marks.push_back(Note{{key, y + half}, lookup.names[i], Side::above});
        plot.marks.push_back(Part{{key, y}, lookup.keys[i], rust});
        plot.marks.push_back(Part{{value, y}, share_of_value(lookup, trace, i), teal});
    }
    plot.marks.push_back(softmax_bar(bar, -half, top + half));
    plot.marks.push_back(Part{{0, middle}, lookup.query, blue});
    plot.marks.push_back(Part{{output, middle}, lookup.output, teal});
    plot.marks.push_back(Note{{bar, -half}, "softmax", Side::below, muted, true});
    const std::vector<std::pair<double, std::string>> headings{{0, "query"},
                                                               {key, "key"},
                                                               {score, "score"},
                                                               {value, "weight × value"},
                                                               {output, "output"}};
    for (const auto& [x, heading] : headings) {
        plot.marks.push_back(Note{{x, top + 1.1}, heading, Side::above, muted, true});
    }
    plot.narrow = {narrow_lookup(lookup, trace)};
    return plot;
}

}  // namespace

Figure menu_figure(const std::vector<double>& query, const std::string& found,
                   const Labels& dishes, const Matrix& keys, const Matrix& prices,
                   const AttentionTrace& trace) {
    const std::string answer = number_label(trace.output(0, 0), 0) + " won";
    const std::string wish = vector_label(query);
    Lookup lookup{wish, dishes, {}, {}, answer};
    for (std::size_t i = 0; i < dishes.size(); ++i) {
        lookup.keys.push_back(vector_label(keys.row(i)));
        lookup.values.push_back(number_label(prices(i, 0), 0));
    }
    return {"03_menu",
            found == "nothing" ? "No dish is " + wish + ", yet " + answer + " comes back"
                               : found + " is " + wish + ", yet " + answer + " comes back",
            "Ribbons are as wide as their weights; below 0.005 none is drawn.",
            {{lookup_plot(lookup, trace)}}};
}

Figure cards_figure() {
    using namespace small_example;
    constexpr std::size_t you = 2;
    const auto card = [](const std::string& name, const Matrix& rows,
                         const Texts& columns) {
        return table(name, row_of(rows, you), {"you"}, columns, signed_to(3, 0));
    };
    return {"03_cards",
            "“you” has three rows",
            "One to ask with, one to be found by, one to pass on.",
            {{card("query", q, match_columns), card("key", k, match_columns),
              card("value", v, word_columns)}}};
}

Figure you_figure() {
    using namespace small_example;
    constexpr std::size_t you = 2, many = 3;
    const AttentionTrace trace = dot_product_attention(row_of(q, you), k, v);
    Lookup lookup{numbers_label(q.row(you), " "),
                  tokens,
                  {},
                  {},
                  "many " + number_label(trace.output(0, many), 2)};
    for (std::size_t i = 0; i < tokens.size(); ++i) {
        lookup.keys.push_back(numbers_label(k.row(i), " "));
        lookup.values.push_back(short_label(v(i, many)));
    }
    return {"03_you",
            "“you” asks, and mostly hears “all”",
            "Of each value, the column many.",
            {{lookup_plot(lookup, trace)}}};
}

Figure path_figure(const AttentionTrace& trace) {
    using namespace small_example;
    return attention_path(
        "03_path", "“you” mostly receives what “all” passes on",
        "Framed: all that “you” needs, from its row of Q to its row of the output.",
        {.q = q,
         .k = k,
         .v = v,
         .trace = trace,
         .queries = tokens,
         .keys = tokens,
         .match_columns = match_columns,
         .value_columns = word_columns,
         .row = 2,
         .left = "its row of Q\nmeets every\nkey",
         .right = "softmax says\nhow much of\neach row of V"});
}

namespace {

/// A plane of what lives, to the right, and what does something, up.
Plot plane_of(const std::string& title, const Point& low, const Point& high,
              const std::vector<Arrow>& arrows) {
    Plot plane{.name = title, .height = 1.1, .plane = true};
    for (const auto& points : {std::array{Point{low.x, 0}, Point{high.x, 0}},
                               std::array{Point{0, low.y}, Point{0, high.y}}})
        plane.marks.push_back(
            Line{.points = {points[0], points[1]}, .paint = grid, .weight = Weight::thin});
    plane.marks.push_back(Note{{high.x, 0}, "lives", Side::below, muted});
    plane.marks.push_back(Note{{0, high.y}, "does", Side::above, muted});
    plane.marks.insert(plane.marks.end(), arrows.begin(), arrows.end());
    return plane;
}

}  // namespace

Figure moved_figure(const AttentionTrace& heard) {
    using namespace animal_sentence;
    constexpr std::size_t lives = 0, does = 2, its_row = 3;
    constexpr std::array paints{rust, plum, ink, blue, teal};
    std::vector<Arrow> arrows;
    for (const std::size_t i : all_but_the_street)
        arrows.push_back({{},
                          {five_words(i, lives), five_words(i, does)},
                          paints[i],
                          names_of_five[i] + " " + number_label(heard.weights(0, i), 2)});
    const Point before{five_words(its_row, lives), five_words(its_row, does)},
        after{heard.output(0, lives), heard.output(0, does)};
    arrows.push_back({before, after, ink});
    Plot plane = plane_of("", {-0.4, -1.4}, {3.8, 2.6}, arrows);
    plane.marks.push_back(
        Note{{(before.x + after.x) / 2, 1.05}, "moves here", Side::above, ink});
    return {"03_moved",
            "“it” moves onto “animal”",
            "Two of three columns. Numbers: how much of each row it takes.",
            {{plane}}};
}

Figure cat_figure(const Matrix& question, const Matrix& nouns, const AttentionTrace& asked,
                  const Matrix& verbs, const AttentionTrace& written) {
    const auto arrow = [](const Matrix& rows, std::size_t i, Paint paint,
                          const std::string& name) {
        return Arrow{{}, {rows(i, 0), rows(i, 1)}, paint, name};
    };
    const auto with_share = [&](const Matrix& rows, std::size_t i, Paint paint,
                                const std::string& name, const AttentionTrace& trace) {
        return arrow(rows, i, paint, name + " " + number_label(trace.weights(0, i), 2));
    };
    return {"03_cat",
            "It finds the cat, and so it writes “purred”",
            "To the right: lives. Up: does something. Numbers: weights, then chances.",
            {{plane_of("it asks", {-2.6, -0.4}, {3, 3.2},
                       {with_share(nouns, 0, rust, "cat", asked),
                        with_share(nouns, 1, ink, "milk", asked),
                        arrow(question, 0, blue, "question"),
                        arrow(asked.output, 0, teal, "the mix")}),
              plane_of("it writes", {-2.6, -0.4}, {3, 3.2},
                       {arrow(asked.output, 0, teal, "the mix"),
                        with_share(verbs, 0, plum, "purred", written),
                        with_share(verbs, 1, ink, "boiled", written)})}}};
}

Figure lean_figure(const Matrix& keys, const Matrix& prices) {
    Line soft{{}, teal, "attention"};
    for (int step = -80; step <= 80; ++step) {
        const double lean = step / 40.0;
        const AttentionTrace trace = dot_product_attention({{10, lean}}, keys, prices);
        soft.points.push_back({lean, trace.output(0, 0)});
    }
    Plot plot{.x = {.name = "cold, in the query (10, cold)",
                    .ticks = ticks_at({-2, -1, 0, 1, 2})},
              .y = {.name = "won",
                    .first = 1300,
                    .last = 2700,
                    .ticks = ticks_at({1500, 2000, 2500})},
              .height = 1.1};
    plot.marks = {Line{{{-2, prices(1, 0)}, {0, prices(1, 0)}}, rust},
                  Line{{{0, prices(0, 0)}, {2, prices(0, 0)}}, rust, "best key only"},
                  soft};
    return {"03_lean",
            "The best key alone gives no slope to follow",
            "The price for a guest who leans towards coffee (left) or Pepsi (right).",
            {{plot}}};
}

}  // namespace attn::chapters::ch03

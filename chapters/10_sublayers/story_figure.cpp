// Four words on their way through a layer: the first figure of chapter 10.
#include "chapters/10_sublayers/10_sublayers.hpp"
#include "chapters/examples/small_layer.hpp"
#include "chapters/printing/rows.hpp"

namespace attn::chapters::ch10 {

using namespace plots;
using enum Paint;
using small_example::tokens, small_example::word_columns;

namespace {

constexpr Paint paints[] = {blue, rust, teal, plum};

/// Which colour is which of a word's numbers.
Plot key_of_columns() {
    Plot key{.x = {.last = 4}, .y = {.first = 0, .last = 0.2}, .plane = true};
    for (std::size_t j = 0; j < word_columns.size(); ++j) {
        const Point at{0.1 + static_cast<double>(j), 0.1};
        key.marks.push_back(Dots{{at}, paints[j], word_columns[j], at});
    }
    return key;
}

/// Each word's four numbers on a line, with a stroke at their mean.
Plot stage(const std::string& name, const Matrix& m) {
    Plot plot{.name = name, .y = {.words = tokens}, .marks = {Rule{0}}, .height = 0.66};
    plot.x = {.first = -4,
              .last = 6,
              .ticks = ticks_at({-4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6}),
              .hidden = true};
    std::vector<Dots> columns(m.cols());
    for (std::size_t i = 0; i < m.rows(); ++i) {
        const auto y = static_cast<double>(i);
        Line row{.points = {}, .paint = axis, .weight = Weight::hair};
        for (std::size_t j = 0; j < m.cols(); ++j) {
            row.points.push_back({m(i, j), y});
            columns[j].points.push_back({m(i, j), y});
            columns[j].paint = paints[j];
        }
        const double mean = sum_of(m.row(i)) / static_cast<double>(m.cols());
        plot.marks.push_back(row);
        plot.marks.push_back(Line{{{mean, y - 0.45}, {mean, y + 0.45}}});
    }
    plot.marks.insert(plot.marks.end(), columns.begin(), columns.end());
    return plot;
}

}  // namespace

Figure story_figure(const EncoderLayerTrace& trace) {
    Plot last = stage("output: normalized", trace.output);
    last.x.hidden = false;
    return {"10_story",
            "Numbers drift, and layer norm brings them back",
            "Dots: a word’s four numbers. Bar: their mean.",
            {{key_of_columns()},
             {Stack{{stage("h, what goes in", trace.input),
                     stage("attention alone", trace.attention.output),
                     stage("h + attention", trace.attention_sum),
                     stage("n1: normalized", trace.norm1.output),
                     stage("n1 + feed-forward", trace.feed_forward_sum), last}}}}};
}

}  // namespace attn::chapters::ch10

#include "chapters/11_feed_forward/one_word.hpp"

#include "chapters/examples/small_layer.hpp"
#include "chapters/printing/rows.hpp"

namespace attn::chapters::ch11 {

using namespace plots;
using enum Paint;
using small_example::word_columns;

namespace {

constexpr Paint paints[] = {blue, rust, teal, plum};

/// Which colour is which of a word's numbers, in so many lines.
Plot key_of_columns(std::size_t n_lines) {
    const std::size_t in_line = word_columns.size() / n_lines;
    Plot key{.x = {.last = static_cast<double>(in_line)},
             .y = {.first = 0, .last = 0.2},
             .plane = true};
    for (std::size_t j = 0; j < word_columns.size(); ++j) {
        const Point at{0.1 + static_cast<double>(j % in_line),
                       0.1 - 0.25 * static_cast<double>(j / in_line)};
        key.marks.push_back(Dots{{at}, paints[j], word_columns[j], at});
    }
    key.y.first = 0.25 - 0.25 * static_cast<double>(n_lines);
    return key;
}

}  // namespace

EncoderLayer layer_with(const std::string& activation) {
    EncoderLayer layer = small_example::encoder_layer();
    for (const Activation one :
         {Activation::relu, Activation::gelu_exact, Activation::gelu_tanh}) {
        if (activation == name_of(one)) layer.feed_forward.activation = one;
    }
    return layer;
}

const std::vector<std::string> step_names{
    "h, what goes in", "attention",         "r1 = h + attention", "n1 = norm(r1)",
    "network",         "r2 = n1 + network", "output = norm(r2)"};

Matrix steps_of(const EncoderLayerTrace& trace, std::size_t word) {
    std::vector<Matrix> steps;
    for (const Matrix* rows :
         {&trace.input, &trace.attention.output, &trace.attention_sum, &trace.norm1.output,
          &trace.feed_forward.output, &trace.feed_forward_sum, &trace.output})
        steps.push_back(row_of(*rows, word));
    return below(steps);
}

Figure story_figure(const std::string& word, const Matrix& steps) {
    Plot plot{
        .x = {.first = -4, .last = 4, .ticks = ticks_at({-4, -3, -2, -1, 0, 1, 2, 3, 4})},
        .y = {.words = step_names},
        .marks = {Rule{0}},
        .height = 1};
    std::vector<Dots> columns(steps.cols());
    for (std::size_t i = 0; i < steps.rows(); ++i) {
        const auto y = static_cast<double>(i);
        Line row{.points = {}, .paint = axis, .weight = Weight::hair};
        for (std::size_t j = 0; j < steps.cols(); ++j) {
            row.points.push_back({steps(i, j), y});
            columns[j].points.push_back({steps(i, j), y});
            columns[j].paint = paints[j];
        }
        const double mean = sum_of(steps.row(i)) / static_cast<double>(steps.cols());
        plot.marks.push_back(row);
        plot.marks.push_back(Line{{{mean, y - 0.3}, {mean, y + 0.3}}});
    }
    plot.marks.insert(plot.marks.end(), columns.begin(), columns.end());
    plot.narrow = {plot};
    plot.narrow[0].y.words = {"h", "attention", "r1", "n1", "network", "r2", "output"};
    Plot key = key_of_columns(1);
    key.narrow = {key_of_columns(2)};
    return {
        "11_story",
        "Attention and network add, and norms bring it back",
        "“" + word + "” on its way through the layer. Bar: the mean of its four numbers.",
        {{key}, {plot}}};
}

}  // namespace attn::chapters::ch11

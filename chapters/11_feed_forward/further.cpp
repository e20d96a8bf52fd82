#include "chapters/11_feed_forward/11_feed_forward.hpp"

// Chapter 11, Further: what the road can do without. It runs with --more.

#include <cmath>
#include <utility>

#include "attn/dropout.hpp"
#include "chapters/11_feed_forward/dropped.hpp"
#include "chapters/11_feed_forward/one_word.hpp"
#include "chapters/examples/small_layer.hpp"
#include "chapters/printing/rows.hpp"
#include "chapters/printing/show.hpp"
#include "chapters/printing/words.hpp"
#include "support/text/print.hpp"

namespace attn::chapters::ch11 {
namespace {

using small_example::h, small_example::tokens, small_example::word_columns;

/// Attention's part of the small layer. No knob changes it.
MultiHeadTrace attention_part() {
    return small_example::encoder_layer().trace(h()).attention;
}

void leave_some_out(Page& page, double p, std::size_t draws, std::size_t seed) {
    const Matrix love = row_of(attention_part().output, 1);
    Random generator(seed);
    std::vector<Matrix> rows{love};
    for (int draw = 0; draw < 3; ++draw)
        rows.push_back(dropout(love, p, Mode::training, generator));
    Random again(seed);
    Matrix sum(1, love.cols());
    for (std::size_t draw = 0; draw < draws; ++draw)
        sum += dropout(love, p, Mode::training, again);
    rows.push_back(sum / static_cast<double>(draws));
    rows.push_back(dropout(love, p, Mode::evaluation, generator));
    const bool is_short = std::stod(number_text(p, 2)) == p;
    page.say("p is ", is_short ? number_text(p, 2) : exact_text(p),
             ": what stays is divided by ",
             is_short ? number_text(1 - p, 2) : exact_text(1 - p));
    page.show("love, as attention left it", below(rows),
              {"as it is", "draw 1", "draw 2", "draw 3", "mean of " + std::to_string(draws),
               "in use"},
              word_columns, 4);
}

void while_it_learns(Page& page, const EncoderLayer& layer, double p, std::size_t seed) {
    Random generator(seed);
    const Sublayer attention = [&](const Matrix& x) {
        return layer.attention.forward(x, x, x);
    };
    const auto output_in = [&](Mode mode) {
        const DropoutOptions dropping{p, mode, generator};
        const Sublayer inside = [&](const Matrix& x) {
            return feed_forward_dropped_inside(layer.feed_forward, x, dropping);
        };
        const DropoutOptions none{p, Mode::evaluation, generator};
        return post_norm(post_norm(h(), attention, layer.norm1, dropping), inside,
                         layer.norm2, none);
    };
    page.show("output while it learns", output_in(Mode::training), tokens, word_columns);
    page.show("output while it learns", output_in(Mode::training), tokens, word_columns);
    page.say("Output in use: ",
             output_in(Mode::evaluation) == layer.forward(h())
                 ? "the layer's own, to the bit"
                 : "ANOTHER",
             ".");
    Random fresh(seed);
    const Matrix weights =
        dropout(attention_part().heads[0].weights, p, Mode::training, fresh);
    Labels sums;
    for (std::size_t i = 0; i < 4; ++i) {
        sums.push_back(number_text(sum_of(weights.row(i)), 4));
    }
    page.say("Dropout on head 1's weights instead: rows sum to ", joined(sums, " "), ".");
}

/// "(-0.7368, 1.0906)"
std::string numbers_text(std::span<const double> row) {
    Labels numbers;
    for (const double number : row) numbers.push_back(number_text(number, 4));
    return "(" + joined(numbers, ", ") + ")";
}

/// What a row of numbers takes of a word, the positive parts first: "many - feeling".
std::string sum_of_columns(std::span<const double> row, double bias = 0) {
    Labels added, taken;
    const auto part = [&](double number, const std::string& column) {
        const double size = std::abs(number);
        const std::string times = size == 1 ? column : number_text(size, 1) + " " + column;
        if (number != 0) (number > 0 ? added : taken).push_back(times);
    };
    for (std::size_t i = 0; i < row.size(); ++i)
        part(row[i], small_example::word_columns[i]);
    std::string text = joined(added, " + ");
    for (const std::string& times : taken) text += (text.empty() ? "-" : " - ") + times;
    if (bias != 0) text += (bias > 0 ? " + " : " - ") + number_text(std::abs(bias), 1);
    return text;
}

/// What a unit writes for each 1 of its answer: "side +0.5, feeling -1".
std::string written(std::span<const double> row) {
    Labels columns;
    for (std::size_t i = 0; i < row.size(); ++i) {
        if (row[i] == 0) continue;
        columns.push_back(small_example::word_columns[i] + (row[i] > 0 ? " +" : " -") +
                          exact_text(std::abs(row[i])));
    }
    return joined(columns);
}

// What becomes of one word on its way through a layer.
void one_word_through(Page& page, const EncoderLayer& layer, const std::string& word) {
    const EncoderLayerTrace trace = layer.trace(small_example::h());
    const Matrix ours = one_layer(trace.input, layer);
    const Matrix steps = steps_of(trace, small_example::place_of(word));
    page.show(word, steps, step_names, small_example::word_columns, 4);
    page.say("Against the library's layer, all words: ", distance_text(ours, trace.output));
    page.draw(story_figure(word, steps));
}

// The network as a menu: what each unit adds up, how loud it answers a word, and what it writes.
void a_menu(Page& page, const EncoderLayer& layer, const std::string& word) {
    const auto& [first, second, activation] = layer.feed_forward;
    const std::size_t row = small_example::place_of(word);
    const EncoderLayerTrace whole = layer.trace(small_example::h());
    const FeedForwardTrace& trace = whole.feed_forward;
    const Matrix keys = transpose(first.weight);
    std::vector<Labels> lines{{"unit", "adds up", "sum", "answer", "times its value"}};
    for (std::size_t unit = 0; unit < keys.rows(); ++unit)
        lines.push_back(
            {std::to_string(unit + 1), sum_of_columns(keys.row(unit), first.bias[unit]),
             number_text(trace.hidden(row, unit), 4),
             number_text(trace.activated(row, unit), 4), written(second.weight.row(unit))});
    page.say(word, " is ", numbers_text(whole.norm1.output.row(row)), ".");
    page.gap();
    page.show_words(lines);
    page.gap();
    page.say("All values, each times its answer, and the bias b_2, ", written(second.bias),
             ":");
    page.say("  ", numbers_text(trace.output.row(row)));
}

}  // namespace

void further(Chapter& chapter, const Road& road) {
    const auto& [layer, word, p, draws, seed] = road;
    chapter.more("One word through the layer", one_word_through, layer, word)
        .draws("11_story");
    chapter.more("A menu of eight", a_menu, layer, word);
    chapter.more("Leave some out", leave_some_out, p, draws, seed);
    chapter.more("While it learns", while_it_learns, layer, p, seed);
}

}  // namespace attn::chapters::ch11

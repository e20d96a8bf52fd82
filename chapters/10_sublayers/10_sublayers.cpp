#include "chapters/10_sublayers/10_sublayers.hpp"

// Chapter 10, docs/10_sublayers.md: What holds the layer together?
//
// Attention alone melts words into one: what it found is added, every row is brought to one
// scale, and a network asks what attention cannot.
// New: LayerNorm, FeedForward, activations, dropout (attn/). From before: positions (9).
// Turn a knob: --rounds 6    --row 5,5,5,6    --word all. Detours, in further.cpp: --more.

#include <cmath>

#include "chapters/10_sublayers/melting.hpp"
#include "chapters/10_sublayers/one_word.hpp"
#include "chapters/examples/small_layer.hpp"
#include "chapters/printing/rows.hpp"
#include "chapters/printing/show.hpp"
#include "chapters/printing/words.hpp"
#include "support/text/print.hpp"

namespace attn::chapters::ch10 {
namespace {

/// Layer norm before anything is learned: each row gets mean 0 and variance 1.
Matrix normalized(Matrix x, double epsilon) {
    const auto d = static_cast<double>(x.cols());
    for (std::size_t i = 0; i < x.rows(); ++i) {
        double mean = 0, variance = 0;
        for (const double entry : x.row(i)) mean += entry / d;
        for (const double entry : x.row(i)) variance += (entry - mean) * (entry - mean) / d;
        const double divisor = std::sqrt(variance + epsilon);
        for (double& entry : x.row(i)) entry = (entry - mean) / divisor;
    }
    return x;
}

/// An encoder layer from attention's output on. h went into attention, and attended came out;
/// both are [n x d_model], and so is what this returns.
Matrix rest_of_layer(const Matrix& h, const Matrix& attended, const FeedForward& network,
                     double epsilon) {
    const Matrix n1 = normalized(h + attended, epsilon);
    return normalized(n1 + network.forward(n1), epsilon);
}

/// A feed-forward network of one unit: of two numbers that are 0 or 1, are both 1?
FeedForward both_at_once() {
    return {.first = {.weight = {{1}, {1}}, .bias = {-1}}, .second = {.weight = {{1}}}};
}

/// The small sentence, and what becomes of it round by round: attention reads it, the repair makes the
/// next round's words of that, and so on.
std::vector<Matrix> rounds_of(const Repair& repair, const MultiHeadAttention& attention,
                              std::size_t rounds, const AttentionMask& mask = {}) {
    const auto f = [&](const Matrix& x) { return attention.forward(x, x, x, mask); };
    std::vector<Matrix> all{small_example::h()};
    while (all.size() <= rounds) all.push_back(repair.apply(all.back(), f));
    return all;
}

void again_and_again(Page& page, std::size_t rounds) {
    const MultiHeadAttention attention = small_example::attention();
    const Repair& none = repairs[0];
    const std::vector<Matrix> alone = rounds_of(none, attention, rounds);
    std::vector<Labels> lines{{"rounds of attention", "least cosine of two words", "size"}};
    const auto line = [&](const std::string& name, const Matrix& words) {
        lines.push_back(
            {name, number_text(least_cosine(words), 4), number_text(size_of(words), 2)});
    };
    for (std::size_t n = 0; n <= rounds; ++n) line(std::to_string(n), alone[n]);
    // Is it the averaging, or the maps? Each by itself.
    MultiHeadAttention no_maps = attention;
    no_maps.w_v = no_maps.w_o = {.weight = identity(alone[0].cols())};
    const std::size_t n = alone[0].rows();
    const AttentionMask itself = AttentionMask::where(
        n, n, [](std::size_t query, std::size_t key) { return query == key; });
    const std::string last = std::to_string(rounds);
    line(last + ", no W_v and W_o", rounds_of(none, no_maps, rounds).back());
    line(last + ", each to itself", rounds_of(none, attention, rounds, itself).back());
    page.show_words(lines);
    page.draw(melt_figure(alone));
}

void your_row(Page& page, const Numbers& row, double epsilon) {
    const Matrix x = one_row(row), hundreds(1, row.size(), 100);
    const Matrix rows = below({x, x * 10, x + hundreds, x * 0.001});
    page.say("The row ", vector_text(row), ", epsilon ", exact_text(epsilon));
    page.show("normalized", normalized(rows, epsilon),
              {"as it is", "times 10", "plus 100", "times 0.001"}, {}, 4);
}

// The two repairs, each alone and both together.
void two_repairs(Page& page, std::size_t rounds) {
    const MultiHeadAttention attention = small_example::attention();
    std::vector<Labels> lines{
        {"after " + counted(rounds, "round"), "least cosine", "size", "largest weight"}};
    std::vector<Matrix> ends;
    for (const Repair& repair : repairs) {
        const Matrix x = rounds_of(repair, attention, rounds).back();
        lines.push_back({repair.name, number_text(least_cosine(x), 4),
                         number_text(size_of(x), 2),
                         number_text(mean_largest_weight(attention.trace(x, x, x)), 2)});
        ends.push_back(x);
    }
    page.show_words(lines);
    page.draw(repairs_figure(ends, rounds));
}

// What the network is for: a unit reads two numbers of a word at once.
void a_feeling_and_many(Page& page) {
    const Matrix words{{0, 0}, {1, 0}, {0, 1}, {1, 1}};
    const FeedForwardTrace unit = both_at_once().trace(words);
    const Labels names{"neither", "a feeling", "many", "both"};
    std::vector<Labels> lines{{"a word is", "feeling", "many", "sum - 1", "cut off"}};
    for (std::size_t i = 0; i < names.size(); ++i) {
        lines.push_back({names[i]});
        for (const double number :
             {words(i, 0), words(i, 1), unit.hidden(i, 0), unit.output(i, 0)})
            lines.back().push_back(number_text(number, 0));
    }
    page.show_words(lines);
    page.draw(and_figure());
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

// The network as a menu: what each unit adds up, how loud it answers a word, and what it writes.
void a_menu(Page& page, const EncoderLayer& layer, const std::string& word) {
    const auto& [first, second, activation] = layer.feed_forward;
    const std::size_t row = small_example::place_of(word);
    const EncoderLayerTrace whole = layer.trace(small_example::h());
    const FeedForwardTrace& trace = whole.feed_forward;
    const Matrix keys = transpose(first.weight);
    std::vector<Labels> lines{{"unit", "adds up", "sum", "answer", "times its value"}};
    for (std::size_t unit = 0; unit < keys.rows(); ++unit)
        lines.push_back({std::to_string(unit + 1),
                         sum_of_columns(keys.row(unit), first.bias[unit]),
                         number_text(trace.hidden(row, unit), 4),
                         number_text(trace.activated(row, unit), 4),
                         sum_of_columns(second.weight.row(unit))});
    page.say(word, " is ", numbers_text(whole.norm1.output.row(row)), ".");
    page.gap();
    page.show_words(lines);
    page.gap();
    page.say("All values, each times its answer, and ", sum_of_columns(second.bias), ":");
    page.say("  ", numbers_text(trace.output.row(row)));
}

void one_word_through(Page& page, const EncoderLayer& layer, const std::string& word) {
    const EncoderLayerTrace trace = layer.trace(small_example::h());
    const Matrix ours = rest_of_layer(trace.input, trace.attention.output,
                                      layer.feed_forward, layer.norm1.epsilon);
    const Matrix steps = steps_of(trace, small_example::place_of(word));
    page.show(word, steps, step_names, small_example::word_columns, 4);
    page.say("Our two functions against the library's layer, all words: ",
             distance_text(ours, trace.output));
    page.draw(story_figure(word, steps));
}

}  // namespace

void contents(Chapter& chapter) {
    chapter.titled("10_sublayers", "What holds the layer together?");
    const auto rounds =
        chapter.whole("rounds", 3, 1, 24, "how often attention reads its own output");
    const auto row = chapter.numbers("row", {1, 3, 3, 9}, "your row, to be normalized");
    const auto epsilon =
        chapter.number("epsilon", 1e-5, 0, 1, "what is added to your row's variance");
    const auto word = chapter.choice("word", {"love", "I", "you", "all"},
                                     "the word that goes through the layer");
    const auto activation =
        chapter.choice("activation", {"relu", "gelu_exact", "gelu_tanh"},
                       "the function between the feed-forward network's two maps");
    const auto p =
        chapter.number("p", 0.25, 0, 0.99, "the probability that dropout drops a number");
    const auto draws =
        chapter.whole("draws", 10000, 1, 100000, "how often dropout is drawn");
    const auto seed =
        chapter.whole("seed", 7, 0, 1000000, "which random numbers are drawn");
    const auto layer = chapter.computed(layer_with, activation);

    chapter.section("Again and again", again_and_again, rounds).draws("10_melt");
    chapter.section("Your row", your_row, row, epsilon);
    chapter.section("Two repairs", two_repairs, rounds).draws("10_kept");
    chapter.section("A feeling and many", a_feeling_and_many).draws("10_and");
    chapter.section("A menu of eight", a_menu, layer, word);
    chapter.section("One word through the layer", one_word_through, layer, word)
        .draws("10_story");
    further(chapter, {layer, p, draws, seed});
}

}  // namespace attn::chapters::ch10

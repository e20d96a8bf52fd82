#include "chapters/11_feed_forward/11_feed_forward.hpp"

// Chapter 11, docs/11_feed_forward.md: What can attention not ask?
//
// A network for each word by itself: an and, by hand and learned, and with it a whole layer.
// New: FeedForward, activations, dropout (attn/). From before: residual, LayerNorm (10).
// Turn a knob: --word all    --activation gelu_exact. Detours, in further.cpp: --more.

#include <cmath>

#include "chapters/11_feed_forward/learned_units.hpp"
#include "chapters/11_feed_forward/one_word.hpp"
#include "chapters/examples/small_layer.hpp"
#include "chapters/printing/show.hpp"
#include "chapters/printing/words.hpp"
#include "support/text/print.hpp"

namespace attn::chapters::ch11 {

Matrix one_layer(const Matrix& h, const EncoderLayer& layer) {
    const Matrix attended = layer.attention.forward(h, h, h);
    const Matrix n1 = layer.norm1.forward(h + attended);
    return layer.norm2.forward(n1 + layer.feed_forward.forward(n1));
}

namespace {

/// A feed-forward network of one unit: of two numbers that are 0 or 1, are both 1?
FeedForward both_at_once() {
    return {.first = {.weight = {{1}, {1}}, .bias = {-1}}, .second = {.weight = {{1}}}};
}

// What the network is for: a unit reads two numbers of a word at once.
void a_bank_and_a_river(Page& page) {
    const Matrix words{{0, 0}, {1, 0}, {0, 1}, {1, 1}};
    const FeedForwardTrace unit = both_at_once().trace(words);
    const Labels names{"neither", "bank only", "river only", "both"};
    std::vector<Labels> lines{{"a word has", "bank", "river", "sum - 1", "cut off"}};
    for (std::size_t i = 0; i < names.size(); ++i) {
        lines.push_back({names[i]});
        for (const double number :
             {words(i, 0), words(i, 1), unit.hidden(i, 0), unit.output(i, 0)})
            lines.back().push_back(number_text(number, 0));
    }
    page.show_words(lines);
    page.draw(and_figure());
}

const Labels names{"bank, at a river", "bank, with a loan", "fish, at a river", "loan"};

// By hand: four words with what they have heard of a river, and two units. Columns: is it "bank", has
// it heard of a river, is it about a shore, is it about money.
void what_bank_means(Page& page) {
    const Matrix words{
        {1, 0.75, 0.5, 0.5}, {1, 0.25, 0.5, 0.5}, {0, 0.75, 0, 0}, {0, 0, 0, 1}};
    const FeedForward two{
        .first = {.weight = {{1, 1}, {1, -1}, {0, 0}, {0, 0}}, .bias = {-1, 0}},
        .second = {.weight = {{0, 0, 0.5, -0.5}, {0, 0, -0.5, 0.5}}}};
    const FeedForwardTrace units = two.trace(words);
    const Matrix after = words + units.output;
    std::vector<Labels> lines{{"", "bank", "river", "first", "second", "shore", "money"}};
    for (std::size_t i = 0; i < names.size(); ++i) {
        lines.push_back({names[i], number_text(words(i, 0), 0)});
        for (const double number : {words(i, 1), units.activated(i, 0),
                                    units.activated(i, 1), after(i, 2), after(i, 3)})
            lines.back().push_back(number_text(number, 2));
    }
    page.show_words(lines);
    page.draw(if_figure(two));
    page.draw(layer_figure());
}

/// "+ 0.74", "- 0.02"
std::string further_term(double number) {
    return (number < 0 ? "- " : "+ ") + number_text(std::abs(number), 2);
}

// Would a model find such units? Four that learned: what each adds up, answers and writes, and what
// they make of cases between the four.
void units_that_learned(Page& page, std::size_t seed) {
    const FeedForward network = learned_units(4, seed);
    const auto& [first, second, activation] = network;
    const Matrix answers = network.trace(four_cases).activated;
    std::vector<Labels> lines{
        {"adds up", "neither", "bank", "river", "both", "shore", "money"}};
    for (std::size_t unit = 0; unit < 4; ++unit) {
        lines.push_back({number_text(first.weight(0, unit), 2) + " bank " +
                         further_term(first.weight(1, unit)) + " river " +
                         further_term(first.bias[unit])});
        for (std::size_t i = 0; i < 4; ++i)
            lines.back().push_back(number_text(answers(i, unit), 2));
        for (const double value : second.weight.row(unit))
            lines.back().push_back(number_text(value, 2));
    }
    lines.push_back({"b_2", "", "", "", ""});
    for (const double value : second.bias) lines.back().push_back(number_text(value, 2));
    page.show_words(lines);
    page.gap();
    lines = {{"what it never saw", "bank", "river", "shore", "money"}};
    const Matrix halfway{{1, 0.75}, {1, 0.25}, {0, 0.75}}, found = network.forward(halfway);
    for (std::size_t i = 0; i < halfway.rows(); ++i)
        lines.push_back({names[i], number_text(halfway(i, 0), 0),
                         number_text(halfway(i, 1), 2), number_text(found(i, 0), 2),
                         number_text(found(i, 1), 2)});
    page.show_words(lines);
}

}  // namespace

void contents(Chapter& chapter) {
    chapter.titled("11_feed_forward", "What can attention not ask?");
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

    chapter.section("A bank and a river", a_bank_and_a_river).draws("11_and");
    chapter.section("What bank means", what_bank_means).draws("11_if", "11_layer");
    chapter.section("Four units that learned", units_that_learned, seed);
    further(chapter, {layer, word, p, draws, seed});
}

}  // namespace attn::chapters::ch11

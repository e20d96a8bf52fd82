#include "chapters/10_sublayers/10_sublayers.hpp"

// Chapter 10, docs/10_sublayers.md: What holds the layer together?
//
// Attention alone melts words into one: what it found is added, every row is brought to one
// scale, and a network asks what attention cannot.
// New: LayerNorm, FeedForward, activations, dropout (attn/). From before: positions (9).
// Turn a knob: --rounds 6    --row 5,5,5,6. Detours, in further.cpp: --more.

#include <cmath>
#include <utility>

#include "attn/parameters.hpp"
#include "chapters/examples/small_layer.hpp"
#include "chapters/printing/compare.hpp"
#include "chapters/printing/rows.hpp"
#include "chapters/printing/show.hpp"
#include "chapters/printing/words.hpp"
#include "support/text/print.hpp"

namespace attn::chapters::ch10 {
namespace {

using small_example::tokens;

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

/// The small sentence, and what becomes of it when attention reads it, and reads again what came
/// of that, and so on.
std::vector<Matrix> rounds_alone(std::size_t rounds) {
    const MultiHeadAttention attention = small_example::attention();
    std::vector<Matrix> all{small_example::h()};
    while (all.size() <= rounds) {
        const Matrix& x = all.back();
        all.push_back(attention.forward(x, x, x));
    }
    return all;
}

const Labels& features = small_example::word_columns;
const Labels units{"1", "2", "3", "4", "5", "6", "7", "8"};

void again_and_again(Page& page, std::size_t rounds) {
    const std::vector<Matrix> alone = rounds_alone(rounds);
    std::vector<Labels> lines{{"rounds of attention", "least cosine of two words", "size"}};
    for (std::size_t n = 0; n <= rounds; ++n) {
        lines.push_back({std::to_string(n), number_text(least_cosine(alone[n]), 4),
                         number_text(size_of(alone[n]), 2)});
    }
    page.show_words(lines);
    page.draw(melt_figure(alone));
}

// The two repairs, each alone and both together, with maps that mean nothing.
void two_repairs(Page& page, std::size_t rounds) {
    std::vector<Draws> ways;
    for (const Repair& repair : repairs) ways.push_back(random_draws(repair, 2, rounds));
    const std::pair<std::string, Measure> measures[]{{"least cosine", least_cosine},
                                                     {"size", size_of}};
    for (const auto& [name, measure] : measures) {
        std::vector<Labels> lines{{name}};
        for (const Repair& repair : repairs) lines[0].push_back(repair.name);
        for (std::size_t n = 0; n <= rounds; ++n) {
            lines.push_back({n == 0 ? "at first" : "round " + std::to_string(n)});
            for (const Draws& draws : ways)
                lines.back().push_back(number_text(measured(draws, n, measure)[10], 2));
        }
        page.show_words(lines);
        page.gap();
    }
    page.draw(repairs_figure(ways));
}

void into_attention_and_out(Page& page) {
    page.show("h, what goes in", small_example::h(), tokens, features, 4);
    page.show("f(h), what attention makes of it", attention_output(), tokens, features);
}

void add_and_normalize(Page& page, const EncoderLayer& layer) {
    const EncoderLayerTrace trace = layer.trace(small_example::h());
    page.show("r1 = h + attention", trace.attention_sum, tokens, features);
    page.show("of each row of r1", moments_of(trace.norm1), tokens, {"mean", "variance"});
    page.show("n1 = r1, normalized", trace.norm1.output, tokens, features);
}

void eight_units(Page& page, const EncoderLayer& layer) {
    const EncoderLayerTrace trace = layer.trace(small_example::h());
    const Activation activation = layer.feed_forward.activation;
    page.show("after " + name_of(activation), trace.feed_forward.activated, tokens, units);
    page.show("FFN(n1)", trace.feed_forward.output, tokens, features);
    page.draw(units_figure(trace, activation));
}

void add_and_normalize_again(Page& page, const EncoderLayer& layer) {
    const EncoderLayerTrace trace = layer.trace(small_example::h());
    const Matrix ours = rest_of_layer(trace.input, trace.attention.output,
                                      layer.feed_forward, layer.norm1.epsilon);
    page.show("r2 = n1 + FFN(n1)", trace.feed_forward_sum, tokens, features);
    page.show("the layer's output: r2, normalized", trace.output, tokens, features);
    page.say("Our two functions against the library's layer: ",
             distance_text(ours, trace.output));
    page.draw(story_figure(trace));
}

// What the network is for: a unit reads two numbers of a word at once, attention cannot.
void a_feeling_and_many(Page& page) {
    const Matrix words{{0, 0}, {1, 0}, {0, 1}, {1, 1}};
    Random generator(1);
    const Numbers attended =
        attended_alone(random_multi_head_attention(2, 2, generator), words);
    const Matrix unit = both_at_once().forward(words);
    const Labels names{"neither", "a feeling", "many", "both"};
    std::vector<Labels> lines{{"a word alone", "feeling", "many", "one unit", "attention"}};
    for (std::size_t i = 0; i < names.size(); ++i)
        lines.push_back({names[i], number_text(words(i, 0), 0), number_text(words(i, 1), 0),
                         number_text(unit(i, 0), 4), number_text(attended[i], 4)});
    const auto together = [&](const std::string& name, std::size_t a, std::size_t b) {
        lines.push_back({name, number_text(words(a, 0) + words(b, 0), 0),
                         number_text(words(a, 1) + words(b, 1), 0),
                         number_text(unit(a, 0) + unit(b, 0), 4),
                         number_text(attended[a] + attended[b], 4)});
    };
    together("neither plus both", 0, 3);
    together("the other two", 1, 2);
    page.show_words(lines);
    page.draw(and_figure());
}

// The layer's two ways of wiring: the norm after each sum, or before each part.
void after_or_before(Page& page) {
    const Matrix h = small_example::h(), post = small_example::encoder_layer().forward(h);
    const EncoderLayerTrace pre = small_example::encoder_layer(NormPlacement::pre).trace(h);
    std::vector<Labels> lines{{"size of each word's row", "I", "love", "you", "all"}};
    for (const auto& [name, rows] :
         {std::pair{"what goes in", h},
          std::pair{"post-norm: norm(x + part(x)), twice", post},
          std::pair{"pre-norm: x + part(norm(x)), twice", pre.output}}) {
        lines.push_back({name});
        for (std::size_t i = 0; i < rows.rows(); ++i)
            lines.back().push_back(number_text(size_of(rows.row(i)), 4));
    }
    page.show_words(lines);
    page.draw(wiring_figure());
}

void names_and_cities(Page& page) {
    std::vector<Labels> lines{{"units", "draw 1", "draw 2", "draw 3"}};
    for (const std::size_t units : {0u, 16u, 64u}) {
        lines.push_back({units == 0 ? "no network" : std::to_string(units)});
        for (std::size_t seed = 1; seed <= 3; ++seed)  // another machine may keep one more
            lines.back().push_back("~" + std::to_string(facts_remembered(units, seed)));
    }
    page.say("Of 64 names, how many had their city at once?");
    page.gap();
    page.show_words(lines);
}

// Where it breaks: the same row, louder, moved and fainter.
void your_row(Page& page, const Numbers& row, double epsilon) {
    const Matrix x = one_row(row), hundreds(1, row.size(), 100);
    const Matrix rows = below({x, x * 10, x + hundreds, x * 0.001});
    page.say("The row ", vector_text(row), ", epsilon ", exact_text(epsilon));
    page.show("normalized", LayerNorm{.epsilon = epsilon}.forward(rows),
              {"as it is", "times 10", "plus 100", "times 0.001"}, {}, 4);
}

// The repair that looks obvious: no activation. Then two maps do what one can.
void without_the_activation(Page& page) {
    const auto& [first, second, relu] = small_example::feed_forward();
    const Linear one = as_one_map(first, second);
    const Matrix n1 = small_example::encoder_layer().trace(small_example::h()).norm1.output;
    page.say("numbers to learn: in two maps ",
             parameter_count(first) + parameter_count(second), ", in one ",
             parameter_count(one));
    page.say("largest difference of the outputs ",
             distance_text(one.forward(n1), second.forward(first.forward(n1))));
}

}  // namespace

void contents(Chapter& chapter) {
    chapter.titled("10_sublayers", "What holds the layer together?");
    const auto rounds =
        chapter.whole("rounds", 3, 0, 24, "how often attention reads its own output");
    const auto row = chapter.numbers("row", {1, 1, 1, 0}, "your row, to be normalized");
    const auto epsilon =
        chapter.number("epsilon", 1e-5, 0, 1, "what every layer norm adds to the variance");
    const auto activation =
        chapter.choice("activation", {"relu", "gelu_exact", "gelu_tanh"},
                       "the function between the feed-forward network's two maps");
    const auto p =
        chapter.number("p", 0.25, 0, 0.99, "the probability that dropout drops a number");
    const auto draws =
        chapter.whole("draws", 10000, 1, 100000, "how often dropout is drawn");
    const auto seed =
        chapter.whole("seed", 1, 0, 1000000, "which random numbers are drawn");
    const auto layer = chapter.computed(layer_with, activation, epsilon);

    chapter.section("Again and again", again_and_again, rounds).draws("10_melt");
    chapter.section("Two repairs", two_repairs, rounds).draws("10_kept");
    chapter.section("Into attention, and out", into_attention_and_out);
    chapter.section("Add, and normalize", add_and_normalize, layer);
    chapter.section("A feeling and many", a_feeling_and_many).draws("10_and");
    chapter.section("Eight units", eight_units, layer).draws("10_units");
    chapter.section("Add, and normalize again", add_and_normalize_again, layer)
        .draws("10_story");
    chapter.section("After or before", after_or_before).draws("10_wiring");
    chapter.section("Names and cities", names_and_cities);
    chapter.section("Your row", your_row, row, epsilon);
    chapter.section("Without the activation", without_the_activation);
    further(chapter, {layer, p, draws, seed});
}

}  // namespace attn::chapters::ch10

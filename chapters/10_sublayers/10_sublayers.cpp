// Chapter 10, docs/10_sublayers.md: What holds the layer together?
//
// What attention found is added to what came in, and the sum is brought to one scale.
// New: LayerNorm, FeedForward, activations, dropout (attn/). How the parts are wired is in
// common/sublayer.cpp, the norm's relatives are in common/norm_variants.cpp.
// From before: attention over words with positions (9).
// Turn a knob: --row 5,5,5,6, --epsilon 0.1, --activation gelu_exact, --p 0.5, --draws 100.

#include <cmath>

#include "attn/text/print.hpp"
#include "chapters/10_sublayers/dropout_means.hpp"
#include "chapters/10_sublayers/figures.hpp"
#include "chapters/10_sublayers/gelu_gap.hpp"
#include "chapters/10_sublayers/layer_numbers.hpp"
#include "chapters/common/chapter.hpp"
#include "chapters/common/compare.hpp"
#include "chapters/common/norm_variants.hpp"
#include "chapters/common/rows.hpp"
#include "chapters/common/show.hpp"
#include "chapters/common/small_layer.hpp"
#include "chapters/common/sublayer.hpp"

namespace attn::chapters::ch10 {
namespace {

using small_example::h, small_example::tokens;
using Lines = std::vector<Labels>;

const Labels& features = small_example::word_columns;
const Numbers nearly_flat{5, 5, 5, 5.01};

/// What the small layer computes up to its first sum. No knob changes it.
EncoderLayerTrace first_part() {
    return small_example::encoder_layer().trace(h());
}

/// The small layer with the knobs' bend and epsilon.
EncoderLayer layer_for(const std::string& bend, double epsilon) {
    const Activation activation = bend == "relu"         ? Activation::relu
                                  : bend == "gelu_exact" ? Activation::gelu_exact
                                                         : Activation::gelu_tanh;
    return layer_with(activation, epsilon, NormPlacement::post);
}

/// The means and the variances that a norm found, a row a word.
Matrix moments_of(const LayerNormTrace& norm) {
    return transpose(merge_rows({norm.mean, norm.variance}));
}

void add_what_came_in(Page& page) {
    const EncoderLayerTrace trace = first_part();
    page.show("h, what goes in", trace.input, tokens, features, 5);
    page.show("attention", trace.attention.output, tokens, features);
    page.show("r1 = h + attention", trace.attention_sum, tokens, features);
}

void one_scale(Page& page, double epsilon) {
    const EncoderLayerTrace trace = layer_for("relu", epsilon).trace(h());
    LayerNorm other = small_example::other_norm();
    other.epsilon = epsilon;
    page.show("r1", moments_of(trace.norm1), tokens, {"mean", "variance"});
    page.show("n1 = norm(r1)", trace.norm1.output, tokens, features);
    page.say("gamma ", vector_text(other.gamma), ", beta ", vector_text(other.beta));
    page.show("n1 gamma + beta", other.forward(trace.attention_sum), tokens, features);
    page.keep("n1", trace.norm1.output);
    page.draw(gamma_figure(trace));
}

void own_row(Page& page, const Numbers& row, double epsilon) {
    const LayerNormTrace trace = LayerNorm{.epsilon = epsilon}.trace(merge_rows({row}));
    const std::vector<float> rounded = moved_to_float32(row, 0);
    const auto small = static_cast<float>(epsilon);
    Lines lines{{"the row"}, {"its distances from the mean"}, {"normed"}};
    for (std::size_t j = 0; j < row.size(); ++j) {
        lines[0].push_back(exact_text(row[j]));
        lines[1].push_back(number_text(row[j] - trace.mean[0], 4));
        lines[2].push_back(number_text(trace.output(0, j), 4));
    }
    lines.push_back(numbers_line("in float32, two passes",
                                 float32_two_passes(rounded, small).normed, 4));
    lines.push_back(numbers_line("in float32, by the short cut",
                                 float32_short_cut(rounded, small).normed, 4));
    page.say("mean ", number_text(trace.mean[0], 4), ", variance ",
             number_text(trace.variance[0], 4), ", epsilon ", exact_text(epsilon),
             ", divided by ", number_text(std::sqrt(trace.variance[0] + epsilon), 4));
    page.gap();
    page.out() << lines_text(lines, 10);
}

void four_ways(Page& page, double epsilon) {
    const Matrix r1 = first_part().attention_sum;
    const auto tell = [&](const std::string& name, std::span<const double> row) {
        Lines lines{{name, "", "", "", "", "size"}};
        for (const NormVariant& variant : norm_variants) {
            const Numbers normed = normed_by(variant, row, epsilon);
            lines.push_back(numbers_line(variant.name, normed, 4));
            lines.back().push_back(number_text(root_mean_square(normed), 4));
        }
        page.gap();
        page.out() << lines_text(lines, 9);
    };
    tell("I after attention", r1.row(0));
    tell("5, 5, 5, 5.01", nearly_flat);
    page.draw(variants_figure(epsilon));
    page.draw(epsilon_figure(epsilon));
}

void large_mean(Page& page, double epsilon) {
    const Matrix r1 = first_part().attention_sum;
    const auto small = static_cast<float>(epsilon);
    Lines lines{
        {"", "variance", "", "", "worst off"},
        {"moved by", "exact", "two passes", "short cut", "two passes", "short cut"}};
    for (const double shift : {0.0, 10.0, 100.0, 1e3, 1e4, 1e5, 1e6}) {
        const std::vector<float> row = moved_to_float32(r1.row(0), shift);
        const Float32Norm passes = float32_two_passes(row, small);
        const Float32Norm cut = float32_short_cut(row, small);
        const Matrix exact = merge_rows({Numbers(row.begin(), row.end())});
        lines.push_back({number_text(shift, 0),
                         number_text(LayerNorm{}.trace(exact).variance[0], 4),
                         number_text(static_cast<double>(passes.variance), 4),
                         number_text(static_cast<double>(cut.variance), 4),
                         number_text(worst_distance(row, passes, epsilon), 4),
                         number_text(worst_distance(row, cut, epsilon), 4)});
    }
    page.say("Row I after attention, moved up, in float32:");
    page.gap();
    page.out() << lines_text(lines, 12);
    page.draw(large_mean_figure(r1.row(0), epsilon));
}

void three_bends(Page& page) {
    Lines lines{{"x", "relu", "gelu_exact", "gelu_tanh", "gap"}};
    for (const double x :
         {-4.0, -3.0, -2.7, -2.0, -1.0, -0.5, 0.0, 0.5, 1.0, 2.0, 2.7, 3.0}) {
        lines.push_back({number_text(x, 1), number_text(relu(x), 4),
                         number_text(gelu_exact(x), 4), number_text(gelu_tanh(x), 4),
                         gap_text(x)});
    }
    const WidestGap widest = widest_gelu_gap();
    page.out() << lines_text(lines, 12);
    page.gap();
    page.say("The widest gap is ", scientific_text(widest.gap, 2), ", at ",
             number_text(widest.at, 2), " and at -", number_text(widest.at, 2), ".");
    page.draw(bends_figure());
}

void eight_detectors(Page& page, const EncoderLayer& layer) {
    const Activation activation = layer.feed_forward.activation;
    const EncoderLayerTrace trace = layer.trace(h());
    const Labels units{"1", "2", "3", "4", "5", "6", "7", "8"};
    page.show("n1 W_1 + b_1", trace.feed_forward.hidden, tokens, units);
    page.show("after " + name_of(activation), trace.feed_forward.activated, tokens, units);
    for (std::size_t i = 0; i < tokens.size(); ++i) {
        page.say(tokens[i], std::string(6 - tokens[i].size(), ' '), "fires",
                 firing_text(trace.feed_forward.activated, i));
    }
    page.show("FFN(n1)", trace.feed_forward.output, tokens, features);
    page.draw(detectors_figure(trace, activation));
}

void add_and_norm_again(Page& page, const EncoderLayer& layer) {
    const EncoderLayerTrace trace = layer.trace(h());
    page.show("r2 = n1 + FFN(n1)", trace.feed_forward_sum, tokens, features);
    page.show("r2", moments_of(trace.norm2), tokens, {"mean", "variance"});
    page.show("the layer's output, norm(r2)", trace.output, tokens, features);
    Random generator(1);
    page.say("numbers to learn in this feed-forward layer    ",
             small_example::feed_forward().parameter_count());
    page.say("at the paper's size, 512 to 2048 and back  ",
             random_feed_forward(512, 2048, generator).parameter_count());
    page.keep("r2", trace.feed_forward_sum);
    page.draw(story_figure(trace));
}

void leave_some_out(Page& page, double p, std::size_t draws, std::size_t seed) {
    const MultiHeadTrace attention = first_part().attention;
    const Matrix you = row_of(attention.output, 2);
    Random generator(seed);
    Lines lines{numbers_line("attention, row you", you.row(0), 4)};
    for (int draw = 1; draw <= 3; ++draw) {
        const Matrix dropped = dropout(you, p, Mode::training, generator);
        lines.push_back(numbers_line("draw " + std::to_string(draw), dropped.row(0), 4));
    }
    for (const MeanOfDraws& mean : means_of_draws(you, p, draws, seed)) {
        if (!is_power_of_ten(mean.draws) && mean.draws != draws) continue;
        lines.push_back(
            numbers_line("mean of " + std::to_string(mean.draws), mean.mean.row(0), 4));
    }
    page.say("p is ", number_text(p, 2), ": what stays is divided by ",
             number_text(1 - p, 2));
    page.gap();
    page.out() << lines_text(lines, 10);
    Random used(seed), untouched(seed);
    const bool same = dropout(you, p, Mode::evaluation, used) == you &&
                      used.uniform() == untouched.uniform();
    page.gap();
    page.say("In evaluation: ",
             same ? "the row itself, to the bit, and nothing drawn" : "CHANGED", ".");
    page.gap();
    const Matrix weights =
        dropout(attention.heads[0].weights, p, Mode::training, generator);
    Labels sums;
    for (std::size_t i = 0; i < 4; ++i) {
        sums.push_back(number_text(sum_of(weights.row(i)), 4));
    }
    page.say("Dropout on the weights of head 1 instead: its rows sum to ",
             joined(sums, " "), ".");
    page.draw(dropout_figure(you, p, draws, seed));
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
    page.show("output while it learns", output_in(Mode::training), tokens, features);
    page.show("output while it learns", output_in(Mode::training), tokens, features);
    page.say("Output in use: ",
             output_in(Mode::evaluation) == layer.forward(h())
                 ? "the layer's own, to the bit"
                 : "ANOTHER",
             ".");
}

void after_or_before(Page& page, const EncoderLayer& layer) {
    EncoderLayer other = layer;
    other.placement = NormPlacement::pre;
    const EncoderLayerTrace pre = other.trace(h());
    const auto tell = [&](const std::string& name, const Matrix& output) {
        Labels sizes{"size of each row"};
        for (std::size_t i = 0; i < 4; ++i) {
            sizes.push_back(number_text(root_mean_square(output.row(i)), 4));
        }
        page.show(name, output, tokens, features);
        page.out() << lines_text({sizes}, 9);
    };
    tell("post-norm: norm(x + part(x)), twice", layer.forward(h()));
    tell("pre-norm: x + part(norm(x)), twice", pre.output);
    page.gap();
    page.say("pre-norm's output minus what the two parts gave is h: ",
             yes_or_no(max_abs_difference(without_parts(pre), pre.input) < 1e-12), ".");
    page.draw(wiring_figure());
}

void what_others_set(Page& page) {
    const EncoderLayerTrace trace = first_part();
    Lines lines{{"epsilon", "n1, I, person", "5, 5, 5, 5.01: last"}};
    for (const double epsilon : {1e-5, 1e-6, 1e-12}) {
        const LayerNorm norm{.epsilon = epsilon};
        lines.push_back({scientific_text(epsilon, 0),
                         number_text(norm.forward(trace.attention_sum)(0, 0), 4),
                         number_text(norm.forward(merge_rows({nearly_flat}))(0, 3), 4)});
    }
    const Matrix louder = small_example::x * 2 + positional_encoding(4, 4);
    const EncoderLayerTrace loud = small_example::encoder_layer().trace(louder);
    page.out() << lines_text(lines, 21);
    page.gap();
    page.say("h = 2 X + PE, 2 being the root of d_model:");
    page.show("n1 of 2 X + PE", loud.norm1.output, tokens, features);
    page.say("I looks at love in head 1: ",
             number_text(trace.attention.heads[0].weights(0, 1), 4), ", with 2 X ",
             number_text(loud.attention.heads[0].weights(0, 1), 4), ".");
}

void why_not_simpler(Page& page, double epsilon) {
    const EncoderLayerTrace trace = layer_for("relu", epsilon).trace(h());
    const Matrix n1 = trace.norm1.output;
    page.show("norm(attention): without the sum",
              LayerNorm{.epsilon = epsilon}.forward(trace.attention.output), tokens,
              features);
    page.show("norm(h + attention): with it", n1, tokens, features);
    const FeedForward layer = small_example::feed_forward();
    const Linear one = as_one_map(layer);
    page.say("Without the bend, both maps are one of ", shape_text(one.weight), " with ",
             one.parameter_count(), " numbers instead of ", layer.parameter_count(), ":");
    page.say("largest difference ",
             distance_text(one.forward(n1), layer.second.forward(layer.first.forward(n1))),
             ".");
}

}  // namespace

void contents(Chapter& chapter) {
    chapter.titled("10_sublayers", "What holds the layer together?");
    const auto row = chapter.numbers("row", {1, 1, 1, 0}, "a row of your own to be normed");
    const auto epsilon =
        chapter.number("epsilon", 1e-5, 0, 1, "added to the variance in every norm");
    const auto bend = chapter.choice("activation", {"relu", "gelu_exact", "gelu_tanh"},
                                     "the feed-forward layer's bend");
    const auto p = chapter.number("p", 0.25, 0, 0.99, "the share that dropout leaves out");
    const auto draws =
        chapter.whole("draws", 10000, 1, 100000, "how often dropout is drawn");
    const auto seed = chapter.whole("seed", 1, 0, 1000000, "of dropout's draws");
    const auto layer = chapter.computed(layer_for, bend, epsilon);

    chapter.section("Add what came in", add_what_came_in);
    chapter.section("Bring each row to one scale", one_scale, epsilon).draws("10_gamma");
    chapter.section("A row of your own", own_row, row, epsilon);
    chapter.section("Four ways to divide", four_ways, epsilon)
        .draws("10_variants", "10_epsilon");
    chapter.section("Rows with a large mean", large_mean, epsilon).draws("10_large_mean");
    chapter.section("Three bends", three_bends).draws("10_bends");
    chapter.section("Eight detectors", eight_detectors, layer).draws("10_detectors");
    chapter.section("Add and norm again", add_and_norm_again, layer).draws("10_story");
    chapter.section("Leave some out", leave_some_out, p, draws, seed).draws("10_dropout");
    chapter.section("While it learns", while_it_learns, layer, p, seed);
    chapter.section("Norm after or before", after_or_before, layer).draws("10_wiring");
    chapter.section("What others set", what_others_set);
    chapter.section("Why not simpler", why_not_simpler, epsilon);
}

}  // namespace attn::chapters::ch10

#include "chapters/10_sublayers/10_sublayers.hpp"

// Chapter 10, Further: what the road can do without. It runs with --more.

#include "attn/positional_encoding.hpp"
#include "chapters/examples/small_layer.hpp"
#include "chapters/printing/rows.hpp"
#include "chapters/printing/show.hpp"
#include "chapters/printing/words.hpp"
#include "support/text/print.hpp"

namespace attn::chapters::ch10 {
namespace {

using small_example::h, small_example::tokens;

const Labels& features = small_example::word_columns;
const Numbers nearly_flat{5, 5, 5, 5.01};

/// What the small layer computes up to its first sum. No knob changes it.
EncoderLayerTrace first_part() {
    return small_example::encoder_layer().trace(h());
}

void two_tables(Page& page) {
    const Labels units{"1", "2", "3", "4", "5", "6", "7", "8"};
    const FeedForward network = small_example::feed_forward();
    show_map(page, "W_1, and its bias b_1", network.first, features, units);
    show_map(page, "W_2, and its bias b_2", network.second, units, features);
}

void gamma_and_beta(Page& page, const EncoderLayer& layer) {
    const EncoderLayerTrace trace = layer.trace(h());
    LayerNorm other = small_example::other_norm();
    other.epsilon = layer.norm1.epsilon;
    page.say("gamma ", vector_text(other.gamma), ", beta ", vector_text(other.beta));
    page.show("n1 gamma + beta", other.forward(trace.attention_sum), tokens, features);
    page.draw(gamma_figure(trace));
}

// The norm after each sum, or before each part.
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
        page.show_words({sizes});
    };
    tell("post-norm: norm(x + part(x)), twice", layer.forward(h()));
    tell("pre-norm: x + part(norm(x)), twice", pre.output);
    page.gap();
    page.say("pre-norm's output minus what the two parts gave is h: ",
             yes_or_no(max_abs_difference(without_parts(pre), pre.input) < 1e-12), ".");
    page.draw(wiring_figure());
}

void leave_some_out(Page& page, double p, std::size_t draws, std::size_t seed) {
    const Matrix love = row_of(attention_output(), 1);
    Random generator(seed);
    std::vector<Matrix> rows{love};
    for (int draw = 0; draw < 3; ++draw)
        rows.push_back(dropout(love, p, Mode::training, generator));
    rows.push_back(means_of_draws(love, p, draws, seed).back().mean);
    rows.push_back(dropout(love, p, Mode::evaluation, generator));
    const bool is_short = std::stod(number_text(p, 2)) == p;
    page.say("p is ", is_short ? number_text(p, 2) : exact_text(p),
             ": what stays is divided by ",
             is_short ? number_text(1 - p, 2) : exact_text(1 - p));
    page.show("love, as attention left it", below(rows),
              {"as it is", "draw 1", "draw 2", "draw 3", "mean of " + std::to_string(draws),
               "in use"},
              features, 4);
    page.draw(dropout_figure(love, p, draws, seed));
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
    Random fresh(seed);
    const Matrix weights =
        dropout(first_part().attention.heads[0].weights, p, Mode::training, fresh);
    Labels sums;
    for (std::size_t i = 0; i < 4; ++i) {
        sums.push_back(number_text(sum_of(weights.row(i)), 4));
    }
    page.say("Dropout on head 1's weights instead: rows sum to ", joined(sums, " "), ".");
}

void four_ways(Page& page, double epsilon) {
    const Matrix r1 = first_part().attention_sum;
    const auto tell = [&](const std::string& name, std::span<const double> row) {
        std::vector<Labels> lines{{name, "", "", "", "", "size"}};
        for (const NormVariant& variant : norm_variants) {
            const Numbers normed = normed_by(variant, row, epsilon);
            lines.push_back(numbers_line(variant.name, normed, 4));
            lines.back().push_back(number_text(root_mean_square(normed), 4));
        }
        page.gap();
        page.show_words(lines);
    };
    tell("row I of r1", r1.row(0));
    tell("(5, 5, 5, 5.01)", nearly_flat);
    page.draw(epsilon_figure(epsilon));
}

void own_row_in_float32(Page& page, const Numbers& row, double epsilon) {
    const Matrix exact = LayerNorm{.epsilon = epsilon}.forward(one_row(row));
    const std::vector<float> rounded = moved_to_float32(row, 0);
    const auto small = static_cast<float>(epsilon);
    page.show_words({numbers_line("in double", exact.row(0), 4),
                     numbers_line("in float32, two passes",
                                  float32_two_passes(rounded, small).normed, 4),
                     numbers_line("in float32, by the short cut",
                                  float32_short_cut(rounded, small).normed, 4)});
}

void large_mean(Page& page, double epsilon) {
    const Matrix r1 = first_part().attention_sum;
    const auto small = static_cast<float>(epsilon);
    std::vector<Labels> lines{
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
    page.say("Row I of r1, moved up, in float32:");
    page.gap();
    page.show_words(lines);
    page.draw(large_mean_figure(r1.row(0), epsilon));
}

void three_activations(Page& page) {
    std::vector<Labels> lines{{"x", "relu", "gelu_exact", "gelu_tanh", "gap"}};
    for (const double x :
         {-4.0, -3.0, -2.7, -2.0, -1.0, -0.5, 0.0, 0.5, 1.0, 2.0, 2.7, 3.0}) {
        lines.push_back({number_text(x, 1), number_text(relu(x), 4),
                         number_text(gelu_exact(x), 4), number_text(gelu_tanh(x), 4),
                         gap_text(x)});
    }
    const WidestGap widest = widest_gelu_gap();
    page.show_words(lines);
    page.gap();
    page.say("The widest gap is ", scientific_text(widest.gap, 2), ", at ",
             number_text(widest.at, 2), " and at -", number_text(widest.at, 2), ".");
    page.draw(activations_figure());
}

void what_others_set(Page& page) {
    const EncoderLayerTrace trace = first_part();
    std::vector<Labels> lines{{"epsilon", "n1, I, person", "(5, 5, 5, 5.01), last"}};
    for (const double epsilon : {1e-3, 1e-5, 1e-6, 1e-12}) {
        const LayerNorm norm{.epsilon = epsilon};
        lines.push_back({scientific_text(epsilon, 0),
                         number_text(norm.forward(trace.attention_sum)(0, 0), 4),
                         number_text(norm.forward(merge_rows({nearly_flat}))(0, 3), 4)});
    }
    const Matrix louder = small_example::x * 2 + positional_encoding(4, 4);
    const EncoderLayerTrace loud = small_example::encoder_layer().trace(louder);
    page.show_words(lines);
    page.gap();
    page.say("h = 2 X + PE, 2 being the root of d_model:");
    page.show("n1 of 2 X + PE", loud.norm1.output, tokens, features);
    page.say("I attends to love in head 1: ",
             number_text(trace.attention.heads[0].weights(0, 1), 4), ", with 2 X ",
             number_text(loud.attention.heads[0].weights(0, 1), 4), ".");
}

}  // namespace

void further(Chapter& chapter, const Road& road) {
    const auto& [row, epsilon, layer, p, draws, seed] = road;
    chapter.more("Two tables", two_tables);
    chapter.more("Gamma and beta", gamma_and_beta, layer).draws("10_gamma");
    chapter.more("Norm after or before", after_or_before, layer).draws("10_wiring");
    chapter.more("Leave some out", leave_some_out, p, draws, seed).draws("10_dropout");
    chapter.more("While it learns", while_it_learns, layer, p, seed);
    chapter.more("Four ways to divide", four_ways, epsilon).draws("10_epsilon");
    chapter.more("Your row in float32", own_row_in_float32, row, epsilon);
    chapter.more("Rows with a large mean", large_mean, epsilon).draws("10_large_mean");
    chapter.more("Three activations", three_activations).draws("10_activations");
    chapter.more("What others set", what_others_set);
}

}  // namespace attn::chapters::ch10

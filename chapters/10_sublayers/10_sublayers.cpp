// Chapter 10, docs/10_sublayers.md: What holds the layer together?
//
// New here: LayerNorm (attn/layer_norm.hpp), activations (attn/activation.hpp), FeedForward
// (attn/feed_forward.hpp) and dropout (attn/dropout.hpp). From before: attention over words
// with positions (chapter 9). How the parts are wired is in common/sublayer.cpp, the norm's
// relatives are in common/norm_variants.cpp, the pictures in figures.cpp.
//
// Try: --row 5,5,5,6    --epsilon 0.1    --activation gelu_exact    --p 0.5    --draws 100

#include <algorithm>
#include <cmath>
#include <iostream>
#include <string>
#include <vector>

#include "attn/text/print.hpp"
#include "chapters/10_sublayers/dropout_means.hpp"
#include "chapters/10_sublayers/figures.hpp"
#include "chapters/10_sublayers/gelu_gap.hpp"
#include "chapters/10_sublayers/layer_numbers.hpp"
#include "chapters/common/chapter.hpp"
#include "chapters/common/norm_variants.hpp"
#include "chapters/common/rows.hpp"
#include "chapters/common/show.hpp"
#include "chapters/common/small_layer.hpp"
#include "chapters/common/sublayer.hpp"

using namespace attn;
using namespace attn::chapters;
using small_example::tokens;
using std::cout;

namespace {

using Labels = std::vector<std::string>;
using Lines = std::vector<Labels>;

const Labels& features = small_example::word_columns;

void show(const std::string& name, const Matrix& m, const Labels& columns = features,
          const Labels& rows = tokens, int decimals = 4) {
    cout << matrix_text(
        name, m, {.row_labels = rows, .column_labels = columns, .decimals = decimals});
}

Matrix columns_of(const std::vector<double>& first, const std::vector<double>& second) {
    return transpose(merge_rows({first, second}));
}

void add_what_came_in(const EncoderLayerTrace& trace) {
    show("h, what goes in", trace.input, features, tokens, 5);
    cout << "\n";
    show("attention", trace.attention.output);
    cout << "\n";
    show("r1 = h + attention", trace.attention_sum);
}

void one_scale(const EncoderLayerTrace& trace, double epsilon) {
    show("r1", columns_of(trace.norm1.mean, trace.norm1.variance), {"mean", "variance"});
    cout << "\n";
    show("n1 = norm(r1)", trace.norm1.output);
    LayerNorm other = small_example::other_norm();
    other.epsilon = epsilon;
    cout << "\ngamma " << vector_text(other.gamma) << ", beta " << vector_text(other.beta)
         << "\n\n";
    show("n1 gamma + beta", other.forward(trace.attention_sum));
}

void own_row(const std::vector<double>& row, double epsilon) {
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
    cout << "mean " << number_text(trace.mean[0], 4) << ", variance "
         << number_text(trace.variance[0], 4) << ", epsilon " << exact_text(epsilon)
         << ", divided by " << number_text(std::sqrt(trace.variance[0] + epsilon), 4)
         << "\n\n"
         << lines_text(lines, 10);
}

void four_ways(std::span<const double> word, double epsilon) {
    const std::vector<double> flat{5, 5, 5, 5.01};
    for (const std::span<const double> row : {word, std::span<const double>(flat)}) {
        Lines lines{{row.data() == word.data() ? "I after attention" : "5, 5, 5, 5.01", "",
                     "", "", "", "size"}};
        for (const NormVariant& variant : norm_variants) {
            const std::vector<double> normed = normed_by(variant, row, epsilon);
            lines.push_back(numbers_line(variant.name, normed, 4));
            lines.back().push_back(number_text(root_mean_square(normed), 4));
        }
        cout << lines_text(lines, 9) << (row.data() == word.data() ? "\n" : "");
    }
}

void large_mean(std::span<const double> word, double epsilon) {
    const auto small = static_cast<float>(epsilon);
    cout << "Row I after attention, moved up, in float32:\n\n";
    Lines lines{
        {"", "variance", "", "", "worst off"},
        {"moved by", "exact", "two passes", "short cut", "two passes", "short cut"}};
    for (const double shift : {0.0, 10.0, 100.0, 1e3, 1e4, 1e5, 1e6}) {
        const std::vector<float> row = moved_to_float32(word, shift);
        const Float32Norm passes = float32_two_passes(row, small);
        const Float32Norm cut = float32_short_cut(row, small);
        const Matrix exact = merge_rows({std::vector<double>(row.begin(), row.end())});
        lines.push_back({number_text(shift, 0),
                         number_text(LayerNorm{}.trace(exact).variance[0], 4),
                         number_text(static_cast<double>(passes.variance), 4),
                         number_text(static_cast<double>(cut.variance), 4),
                         number_text(worst_distance(row, passes, epsilon), 4),
                         number_text(worst_distance(row, cut, epsilon), 4)});
    }
    cout << lines_text(lines, 12);
}

void three_bends() {
    Lines lines{{"x", "relu", "gelu_exact", "gelu_tanh", "gap"}};
    for (const double x :
         {-4.0, -3.0, -2.7, -2.0, -1.0, -0.5, 0.0, 0.5, 1.0, 2.0, 2.7, 3.0}) {
        lines.push_back({number_text(x, 1), number_text(relu(x), 4),
                         number_text(gelu_exact(x), 4), number_text(gelu_tanh(x), 4),
                         gap_text(x)});
    }
    const WidestGap widest = widest_gelu_gap();
    cout << lines_text(lines, 12) << "\nThe widest gap is "
         << scientific_text(widest.gap, 2) << ", at " << number_text(widest.at, 2)
         << " and at -" << number_text(widest.at, 2) << ".\n";
}

void eight_detectors(const EncoderLayerTrace& trace, Activation activation) {
    const Labels units{"1", "2", "3", "4", "5", "6", "7", "8"};
    show("n1 W_1 + b_1", trace.feed_forward.hidden, units);
    cout << "\n";
    show("after " + name_of(activation), trace.feed_forward.activated, units);
    cout << "\n";
    for (std::size_t i = 0; i < tokens.size(); ++i) {
        cout << tokens[i] << std::string(6 - tokens[i].size(), ' ') << "fires"
             << firing_text(trace.feed_forward.activated, i) << "\n";
    }
    cout << "\n";
    show("FFN(n1)", trace.feed_forward.output);
}

void add_and_norm_again(const EncoderLayerTrace& trace) {
    show("r2 = n1 + FFN(n1)", trace.feed_forward_sum);
    cout << "\n";
    show("r2", columns_of(trace.norm2.mean, trace.norm2.variance), {"mean", "variance"});
    cout << "\n";
    show("the layer's output, norm(r2)", trace.output);
    Random generator(1);
    cout << "\nnumbers to learn in this feed-forward layer    "
         << small_example::feed_forward().parameter_count()
         << "\nat the paper's size, 512 to 2048 and back  "
         << random_feed_forward(512, 2048, generator).parameter_count() << "\n";
}

void leave_some_out(const EncoderLayerTrace& trace, double p, std::size_t draws,
                    std::size_t seed) {
    const Matrix you = row_of(trace.attention.output, 2);
    Random generator(seed);
    cout << "p is " << number_text(p, 2) << ": what stays is divided by "
         << number_text(1 - p, 2) << "\n\n";
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
    cout << lines_text(lines, 10);
    Random used(seed), untouched(seed);
    const bool same = dropout(you, p, Mode::evaluation, used) == you &&
                      used.uniform() == untouched.uniform();
    cout << "\nIn evaluation: "
         << (same ? "the row itself, to the bit, and nothing drawn" : "CHANGED") << ".\n\n";
    const Matrix weights =
        dropout(trace.attention.heads[0].weights, p, Mode::training, generator);
    cout << "Dropout on the weights of head 1 instead: its rows sum to";
    for (std::size_t i = 0; i < 4; ++i)
        cout << " " << number_text(sum_of(weights.row(i)), 4);
    cout << ".\n";
}

void while_it_learns(const EncoderLayerTrace& trace, const EncoderLayer& layer, double p,
                     std::size_t seed) {
    Random generator(seed);
    const Sublayer attention = [&](const Matrix& x) {
        return layer.attention.forward(x, x, x);
    };
    for (const Mode mode : {Mode::training, Mode::training, Mode::evaluation}) {
        const DropoutOptions dropping{p, mode, generator};
        const Sublayer inside = [&](const Matrix& x) {
            return feed_forward_dropped_inside(layer.feed_forward, x, dropping);
        };
        const DropoutOptions none{p, Mode::evaluation, generator};
        const Matrix n1 = post_norm(trace.input, attention, layer.norm1, dropping);
        const Matrix output = post_norm(n1, inside, layer.norm2, none);
        if (mode == Mode::training) {
            show("output while it learns", output);
            cout << "\n";
        } else {
            cout << "Output in use: "
                 << (output == trace.output ? "the layer's own, to the bit" : "ANOTHER")
                 << ".\n";
        }
    }
}

void after_or_before(const EncoderLayerTrace& post, const EncoderLayerTrace& pre) {
    for (const EncoderLayerTrace* trace : {&post, &pre}) {
        const bool is_post = trace == &post;
        show(is_post ? "post-norm: norm(x + part(x)), twice"
                     : "pre-norm: x + part(norm(x)), twice",
             trace->output);
        Lines lines{{"size of each row"}};
        for (std::size_t i = 0; i < 4; ++i) {
            lines[0].push_back(number_text(root_mean_square(trace->output.row(i)), 4));
        }
        cout << lines_text(lines, 9) << "\n";
    }
    cout << "pre-norm's output minus what the two parts gave is h: "
         << (max_abs_difference(without_parts(pre), pre.input) < 1e-12 ? "yes" : "no")
         << ".\n";
}

void what_others_set(const EncoderLayerTrace& trace) {
    const std::vector<double> flat{5, 5, 5, 5.01};
    Lines lines{{"epsilon", "n1, I, person", "5, 5, 5, 5.01: last"}};
    for (const double epsilon : {1e-5, 1e-6, 1e-12}) {
        const LayerNorm norm{.epsilon = epsilon};
        lines.push_back({scientific_text(epsilon, 0),
                         number_text(norm.forward(trace.attention_sum)(0, 0), 4),
                         number_text(norm.forward(merge_rows({flat}))(0, 3), 4)});
    }
    const Matrix louder = small_example::x * 2 + positional_encoding(4, 4);
    const EncoderLayerTrace loud = small_example::encoder_layer().trace(louder);
    cout << lines_text(lines, 21) << "\nh = 2 X + PE, 2 being the root of d_model:\n\n";
    show("n1 of 2 X + PE", loud.norm1.output);
    cout << "\nI looks at love in head 1: "
         << number_text(trace.attention.heads[0].weights(0, 1), 4) << ", with 2 X "
         << number_text(loud.attention.heads[0].weights(0, 1), 4) << ".\n";
}

void why_not_simpler(const EncoderLayerTrace& trace, double epsilon) {
    const LayerNorm norm{.epsilon = epsilon};
    show("norm(attention): without the sum", norm.forward(trace.attention.output));
    cout << "\n";
    show("norm(h + attention): with it", trace.norm1.output);
    const FeedForward layer = small_example::feed_forward();
    const Linear one = as_one_map(layer);
    const Matrix straight = layer.second.forward(layer.first.forward(trace.norm1.output));
    const double gap = max_abs_difference(one.forward(trace.norm1.output), straight);
    cout << "\nWithout the bend, both maps are one of " << shape_text(one.weight)
         << " with " << one.parameter_count() << " numbers instead of "
         << layer.parameter_count() << ":\nlargest difference "
         << (gap < 1e-12 ? "below 1e-12" : "TOO LARGE") << ".\n";
}

}  // namespace

int main(int argc, char** argv) {
    std::vector<double> row{1, 1, 1, 0};
    double epsilon = 1e-5, p = 0.25;
    std::size_t bend = 0, draws = 10000, seed = 1;
    const std::vector<Activation> bends{Activation::relu, Activation::gelu_exact,
                                        Activation::gelu_tanh};
    Chapter chapter("10_sublayers", "What holds the layer together?");
    chapter.options().add("row", row, "a row of your own to be normed");
    chapter.options().add("epsilon", epsilon, 0, 1, "added to the variance in every norm");
    chapter.options().add_choice("activation", {"relu", "gelu_exact", "gelu_tanh"}, bend,
                                 "the feed-forward layer's bend");
    chapter.options().add("p", p, 0, 0.99, "the share that dropout leaves out");
    chapter.options().add("draws", draws, 1, 100000, "how often dropout is drawn");
    chapter.options().add("seed", seed, 0, 1000000, "of dropout's draws");

    return chapter.run(argc, argv, [&] {
        const Activation activation = bends[bend];
        const EncoderLayer layer = layer_with(activation, epsilon, NormPlacement::post);
        const EncoderLayerTrace trace = layer.trace(small_example::h());
        const EncoderLayerTrace pre =
            layer_with(activation, epsilon, NormPlacement::pre).trace(small_example::h());
        const std::span<const double> word = trace.attention_sum.row(0);
        chapter.heading("Add what came in");
        add_what_came_in(trace);
        chapter.heading("Bring each row to one scale");
        one_scale(trace, epsilon);
        chapter.heading("A row of your own");
        own_row(row, epsilon);
        chapter.heading("Four ways to divide");
        four_ways(word, epsilon);
        chapter.heading("Rows with a large mean");
        large_mean(word, epsilon);
        chapter.heading("Three bends");
        three_bends();
        chapter.heading("Eight detectors");
        eight_detectors(trace, activation);
        chapter.heading("Add and norm again");
        add_and_norm_again(trace);
        chapter.heading("Leave some out");
        leave_some_out(trace, p, draws, seed);
        chapter.heading("While it learns");
        while_it_learns(trace, layer, p, seed);
        chapter.heading("Norm after or before");
        after_or_before(trace, pre);
        chapter.heading("What others set");
        what_others_set(trace);
        chapter.heading("Why not simpler");
        why_not_simpler(trace, epsilon);

        chapter.keep("n1", trace.norm1.output);
        chapter.keep("r2", trace.feed_forward_sum);
        chapter.draw(story_figure(trace));
        chapter.draw(gamma_figure(trace));
        chapter.draw(variants_figure(epsilon));
        chapter.draw(epsilon_figure(epsilon));
        chapter.draw(large_mean_figure(word, epsilon));
        chapter.draw(bends_figure());
        chapter.draw(detectors_figure(trace, activation));
        chapter.draw(dropout_figure(row_of(trace.attention.output, 2), p, draws, seed));
        chapter.draw(wiring_figure());
    });
}

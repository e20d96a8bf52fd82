#include "chapters/11_encoder/11_encoder.hpp"

// Chapter 11, docs/11_encoder.md: Does the whole thing work?
//
// Two layers, of which one is wrong. The parts of ten chapters, wired into a layer, and layers
// on top of each other.
// New: EncoderLayer and Encoder (attn/encoder.hpp), an embedding with padding
// (attn/embedding.hpp). What PyTorch computed is in data/. Detours, in further.cpp: --more.
// Turn a knob: --norm pre    --depth 48    --pad 1000    --sentence "to be or not to be"

#include <algorithm>
#include <array>

#include "attn/attention.hpp"
#include "attn/encoder.hpp"
#include "attn/stages.hpp"
#include "chapters/examples/sentences.hpp"
#include "chapters/examples/small_layer.hpp"
#include "chapters/printing/rows.hpp"
#include "chapters/program/chapter.hpp"
#include "support/text/print.hpp"

namespace attn::chapters::ch11 {

/// Layer B, every value kept. It is layer A with one word wrong.
EncoderLayerTrace layer_b(const EncoderLayer& layer, const Matrix& x) {
    EncoderLayerTrace t = layer.trace(x);
    t.feed_forward_sum = x + t.feed_forward.output;  // A: t.norm1.output + ...
    t.norm2 = layer.norm2.trace(t.feed_forward_sum);
    t.output = t.norm2.output;
    return t;
}

namespace {

using namespace small_example;  // encoder_layer, h, tokens, word_columns

// The problem: who can tell?
void which_one_is_right(Page& page) {
    page.show("layer A", encoder_layer().forward(h()), tokens, word_columns);
    page.show("layer B", layer_b(encoder_layer(), h()).output, tokens, word_columns);
}

bool is_on_a_words_way(const std::string& stage) {
    return stage == "input" || stage == "concat" || stage == "attention" ||
           stage == "feed-forward" || stage.starts_with("sum") || stage.starts_with("norm");
}

/// A stage's row of one word, with its mean and its variance.
Labels stage_line(const Stage& stage, std::size_t word) {
    const std::span<const double> row = stage.value.row(word);
    const LayerNormTrace norm = LayerNorm{}.trace(one_row(row));
    Labels line{stage.name};
    for (const double value : row) line.push_back(number_text(value, 4));
    line.push_back(number_text(norm.mean[0], 4));
    line.push_back(number_text(norm.variance[0], 4));
    return line;
}

void one_words_way(Page& page, const std::string& norm) {
    const bool is_post = norm == "post";
    const EncoderLayerTrace trace =
        encoder_layer(is_post ? NormPlacement::post : NormPlacement::pre).trace(h());
    std::vector<Labels> lines{
        {"I", "person", "feeling", "side", "many", "mean", "variance"}};
    for (const Stage& stage : stages(trace)) {
        if (is_on_a_words_way(stage.name)) lines.push_back(stage_line(stage, 0));
    }
    page.show_words(lines);
    page.keep("output", trace.output);
    page.draw(wall_figure(trace, is_post));
}

void against_pytorch(Page& page) {
    const Comparison gaps = compare_with_pytorch(pytorch_data());
    page.show_words(lines_of(gaps));
    page.gap();
    page.say("layer A with its two norms exchanged, largest of all: ",
             difference_text(gap_of_exchanged_norms(pytorch_data())));
    page.draw(pytorch_figure(gaps));
}

/// Chapter 3's three numbers of a word. Is it a pronoun, does it say something about another word,
/// and what has it heard about itself?
enum Column { lives, place, does, pronoun, says, heard_lives, heard_place, n_columns };

/// The animal was too tired, or the street too wide.
Matrix animal_rows(bool is_wide) {
    using namespace animal_sentence;
    const Matrix& described = is_wide ? vectors_if_wide : vectors;
    Matrix x(words.size(), n_columns);
    for (std::size_t i = 0; i < words.size(); ++i) {
        for (std::size_t j = 0; j < columns.size(); ++j) x(i, j) = described(i, j);
    }
    x(it, pronoun) = 1;
    x(words.size() - 1, says) = 1;
    return x;
}

/// A map whose column k reads one column of a word's row, so many times.
Matrix reads(const std::vector<Column>& from, double times) {
    Matrix map(n_columns, from.size());
    for (std::size_t k = 0; k < from.size(); ++k) map(from[k], k) = times;
    return map;
}

/// What "it" attends to in two layers of attention with residuals; all maps are hand-made.
Matrix weights_of_it(bool is_wide) {
    using namespace animal_sentence;
    const Matrix x = animal_rows(is_wide);
    Matrix w_v(n_columns, n_columns);
    w_v(lives, heard_lives) = w_v(place, heard_place) = 1;
    const AttentionTrace first = scaled_dot_product_attention(
        matmul(x, reads({pronoun}, 8)), matmul(x, reads({says}, 1)), matmul(x, w_v));
    const Matrix r = x + first.output;
    const AttentionTrace second =
        scaled_dot_product_attention(matmul(r, reads({heard_lives, heard_place}, 2)),
                                     matmul(r, reads({lives, place}, 1)), r);
    const std::array seen{animal, street, it, words.size() - 1};
    Matrix shown(2, seen.size());
    for (std::size_t k = 0; k < seen.size(); ++k) {
        shown(0, k) = first.weights(it, seen[k]);
        shown(1, k) = second.weights(it, seen[k]);
    }
    return shown;
}

void tired_or_wide(Page& page) {
    const Labels layers{"layer 1", "layer 2"};
    page.show("weights of \"it\"", weights_of_it(false), layers,
              {"animal", "street", "it", "tired."});
    page.show("weights of \"it\"", weights_of_it(true), layers,
              {"animal", "street", "it", "wide."});
}

/// Two stacks: the small layer on top of itself, and random layers of 64 columns.
void on_top_of_each_other(Page& page, std::size_t depth, std::size_t seed,
                          const std::string& draw) {
    Random generator(seed);
    const Matrix words = random_normal_matrix(5, 64, generator);  // the same at every depth
    Encoder random = random_encoder(
        {.d_model = 64, .n_heads = 8, .d_ff = 256, .n_layers = depth}, generator);
    if (draw == "xavier") {
        for (EncoderLayer& layer : random.layers) stretch_to_xavier(layer);
    }
    const Sizes drawn = sizes_by_depth(random.layers, words);
    const Sizes ours =
        sizes_by_depth(std::vector<EncoderLayer>(depth, encoder_layer()), h());
    page.show_words(lines_of(ours, drawn));
    page.gap();
    page.say("random, pre-norm, a final norm on top: ",
             number_text(drawn.pre_and_final, 3));
    page.draw(depth_figure(ours, drawn));
}

// Five random words through random layers, with residuals and without, at 20 seeds.
void without_residuals(Page& page) {
    constexpr std::size_t n_seeds = 20, n_layers = 4;
    std::vector<std::vector<double>> with(n_layers + 1), without(n_layers + 1);
    for (std::size_t seed = 1; seed <= n_seeds; ++seed) {
        Random generator(seed);
        const Encoder stack = random_encoder(
            {.d_model = 64, .n_heads = 8, .d_ff = 256, .n_layers = n_layers}, generator);
        Matrix added = random_normal_matrix(5, 64, generator), replaced = added;
        for (std::size_t n = 0; n <= n_layers; ++n) {
            with[n].push_back(mean_cosine(added));
            without[n].push_back(mean_cosine(replaced));
            if (n == n_layers) break;
            added = stack.layers[n].forward(added);
            replaced = forward_without_residuals(stack.layers[n], replaced);
        }
    }
    const auto range = [](const std::vector<double>& values) {
        const auto [least, most] = std::minmax_element(values.begin(), values.end());
        return number_text(*least, 4) + " to " + number_text(*most, 4);
    };
    std::vector<Labels> lines{{"after layer", "with residuals", "without"}};
    for (std::size_t n = 0; n <= n_layers; ++n) {
        lines.push_back({std::to_string(n), range(with[n]), range(without[n])});
    }
    page.say("Mean cosine of two words, random layers; 20 seeds.");
    page.gap();
    page.show_words(lines);
}

// Where it breaks: I love you, filled up to four places.
void a_padded_sentence(Page& page, double fill) {
    const std::vector<PaddedSentence> batch = padded_batch(fill);
    const PaddedSentence& you = batch[1];
    page.show("<pad> as embedded", row_of(you.before, 3), {"<pad>"}, word_columns);
    page.show("<pad> with its position", row_of(you.after, 3), {"<pad>"}, word_columns, 5);
    page.show_words(
        {{"against I love you alone", "I", "love", "you"},
         distances("no mask, <pad> of 0", you.unmasked, you.alone),
         distances("no mask, <pad> of " + exact_text(fill), you.filled_unmasked, you.alone),
         distances("mask, <pad> of 0", you.zeros, you.alone),
         distances("mask, <pad> of " + exact_text(fill), you.filled, you.alone)});
    page.gap();
    page.show_words(
        {{"no mask: weight of <pad>", "I", "love", "you"},
         weights_line("of 0, the larger head", you.pad_unmasked),
         weights_line("of " + exact_text(fill) + ", the larger head", you.pad_filled)});
    page.draw(padded_figure(batch, fill));
}

}  // namespace

void contents(Chapter& chapter) {
    chapter.titled("11_encoder", "Does the whole thing work?");
    const auto norm = chapter.choice("norm", {"post", "pre"}, "where a layer normalizes");
    const auto depth = chapter.whole("depth", 24, 1, 48, "layers on top of each other");
    const auto seed = chapter.whole("seed", 1, 0, 1000000, "which random weights");
    const auto draw = chapter.choice("draw", {"linear", "xavier"},
                                     "how large the random stack's weights are drawn");
    const auto fill =
        chapter.number("pad", 9, -1000, 1000, "another filling for padding's embedding");

    chapter.section("Which one is right?", which_one_is_right);
    chapter.section("One word's way", one_words_way, norm).draws("11_wall");
    chapter.section("Against PyTorch", against_pytorch).draws("11_pytorch");
    chapter.section("Tired or wide", tired_or_wide);
    chapter.section("On top of each other", on_top_of_each_other, depth, seed, draw)
        .draws("11_depth");
    chapter.section("Without residuals", without_residuals);
    chapter.section("A padded sentence", a_padded_sentence, fill).draws("11_padded");
    further(chapter, norm, seed);
}

}  // namespace attn::chapters::ch11

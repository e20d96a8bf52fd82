// Chapter 11, docs/11_encoder.md: Does the whole thing work?
//
// Everything before, wired into a layer, and layers on top of each other.
// New: EncoderLayer and Encoder (attn/encoder.hpp), their weights as files under PyTorch's
// names (attn/files/state_dict.hpp), an embedding with padding (attn/embedding.hpp). A study
// note's own encoder is in notes/sae.cpp, what PyTorch computed is in data/.
// Turn a knob: --norm pre, --sentence "나는 바다에 가고 싶어", --save DIR, --load DIR/small.

#include <algorithm>
#include <filesystem>
#include <iomanip>
#include <iostream>

#include "attn/embedding.hpp"
#include "attn/encoder.hpp"
#include "attn/files/state_dict.hpp"
#include "attn/positional_encoding.hpp"
#include "attn/stages.hpp"
#include "attn/text/print.hpp"
#include "attn/text/utf8.hpp"
#include "chapters/11_encoder/figures.hpp"
#include "chapters/11_encoder/padded_batch.hpp"
#include "chapters/11_encoder/pytorch_comparison.hpp"
#include "chapters/11_encoder/sizes_by_depth.hpp"
#include "chapters/11_encoder/word_order.hpp"
#include "chapters/common/chapter.hpp"
#include "chapters/common/own_sentence.hpp"
#include "chapters/common/positions.hpp"
#include "chapters/common/show.hpp"
#include "chapters/common/small_layer.hpp"
#include "chapters/notes/sae.hpp"

namespace attn::chapters::ch11 {
namespace {

using small_example::encoder_layer, small_example::h, small_example::tokens,
    small_example::word_columns;

/// The words of a reader's own sentence, each with its position.
Matrix with_positions(const Sentence& sentence, std::size_t d_model, std::size_t seed) {
    Random generator(seed);  // its own: the same words, whether weights are drawn or loaded
    const Embedding words = random_embedding(sentence.n_different, d_model, generator);
    const Matrix x = words.forward(sentence.ids);
    return x + positional_encoding(x.rows(), d_model);
}

/// The encoder for that sentence: loaded from a folder, or drawn at random.
Encoder sentence_encoder(const std::string& load, std::size_t n_heads, std::size_t n_layers,
                         std::size_t seed) {
    if (!load.empty()) return encoder_in(load, n_heads);
    const EncoderConfig config{
        .d_model = 16, .n_heads = n_heads, .d_ff = 64, .n_layers = n_layers};
    if (config.d_model % n_heads != 0) {
        throw UsageError("--heads is " + std::to_string(n_heads) +
                         "; it must divide d_model, which is 16");
    }
    Random generator(seed);
    return random_encoder(config, generator);
}

Sentence short_sentence(const std::string& text) {
    return sentence_from(text, 12);
}

void save_weights(const std::filesystem::path& folder, const Encoder& encoder) {
    write_state_dict(folder / "small", state_dict(encoder_layer()));
    write_state_dict(folder / "sentence", state_dict(encoder));
    std::cerr << "weights: " << (folder / "small").string() << ", "
              << (folder / "sentence").string() << "\n";
}

std::string noise_or_size(double difference) {
    return difference < 1e-12 ? "below 1e-12" : scientific_text(difference, 1);
}

bool is_about_keys(const std::string& stage) {
    return stage.ends_with("scores") || stage.ends_with("scaled") ||
           stage.ends_with("weights");
}

void every_value(Page& page, const std::string& norm) {
    const NormPlacement placement =
        norm == "post" ? NormPlacement::post : NormPlacement::pre;
    const EncoderLayerTrace trace = encoder_layer(placement).trace(h());
    for (const auto& [name, value] : stages(trace)) {
        if (name.ends_with("masked")) continue;  // no mask: these are the scaled scores
        page.show(name, value, tokens, is_about_keys(name) ? tokens : Labels{},
                  name == "input" ? 5 : 4);
    }
    page.gap();
    page.keep("output", trace.output);
    if (placement == NormPlacement::post) {
        page.draw(wall_figure(trace));
    } else {
        page.leave_out("11_wall", "it shows the layer with --norm post");
    }
    page.draw(in_out_figure(trace));
}

// The same layer twice, with other norms, over other orders.
void relatives(Page& page) {
    const EncoderLayer layer = encoder_layer();
    const Ids swapped{0, 1, 3, 2};
    const Matrix other = output_in_order(layer, swapped, true);
    const Matrix unplaced = layer.forward(small_example::x);
    const auto tell = [&](const std::string& name, const Matrix& output) {
        page.show(name, output, tokens, word_columns);
    };
    tell("the same layer twice", Encoder{{layer, layer}}.forward(h()));
    tell("other gamma and beta in both norms",
         encoder_layer(NormPlacement::post, small_example::other_norm()).forward(h()));
    tell("pre-norm", encoder_layer(NormPlacement::pre).forward(h()));
    tell("I love all you, rows sorted by word", other);
    tell("no positions, I love you all", unplaced);
    page.say("no positions, I love all you: the same rows, differences ",
             noise_or_size(
                 max_abs_difference(unplaced, output_in_order(layer, swapped, false))));
    page.gap();
    const auto tell_mean = [&](const std::string& name, const Matrix& output) {
        page.out() << matrix_text("mean of the rows: " + name, positions::mean_row(output),
                                  {.decimals = 4});
    };
    tell_mean("I love you all", layer.forward(h()));
    tell_mean("I love all you", other);
    tell_mean("no positions, either order", unplaced);
}

void count_parameters(Page& page) {
    const auto tell = [&](const std::string& name, const EncoderConfig& config,
                          bool has_bias) {
        const std::size_t d = config.d_model, d_ff = config.d_ff;
        const std::size_t attention = 4 * (d * d + (has_bias ? d : 0));
        const std::size_t norms = 2 * (d + d), feed_forward = 2 * d * d_ff + d_ff + d;
        const std::size_t layer = attention + norms + feed_forward;
        page.out() << std::left << std::setw(24) << name << std::right << std::setw(9)
                   << attention << std::setw(7) << norms << std::setw(14) << feed_forward
                   << std::setw(9) << layer << std::setw(8) << config.n_layers
                   << std::setw(10) << layer * config.n_layers << "\n";
    };
    page.say("                        attention  norms  feed-forward    layer  layers",
             "       all");
    tell("the small layer", {.d_model = 4, .d_ff = 8, .n_layers = 1}, false);
    tell("a study note's encoder", {.n_layers = 1}, true);
    tell("the paper's base model", {}, true);
    tell("  no biases in attention", {}, false);  // as in the paper's own projections
    tell("a tutorial's model", {.d_model = 128, .d_ff = 512, .n_layers = 4}, true);
    page.gap();
    page.say("The tutorial's vocabulary of 9000 words, 128 numbers each: ", 9000 * 128,
             " more");
}

void a_padded_batch(Page& page, double fill) {
    const std::vector<PaddedSentence> batch = padded_batch(fill);
    const PaddedSentence& you = batch[1];  // I love you <pad>
    page.show("I love you <pad>, before positions", you.before, you.words, word_columns);
    page.show("I love you <pad>, after positions", you.after, you.words, word_columns, 5);
    page.show("out of the layer, <pad> closed to all", you.zeros, you.words, word_columns);
    page.show("I love you, the three words alone", you.alone, {"I", "love", "you"},
              word_columns);
    page.say("Which rows change");
    page.say("  when <pad> holds ", exact_text(fill), ":     ",
             changed_rows(you.words, you.zeros, you.filled));
    page.say("  when nothing is closed:  ",
             changed_rows(you.words, you.zeros, you.unmasked));
    page.gap();
    page.say("The words' rows, in the batch and alone");
    for (const PaddedSentence& sentence : batch) {
        Ids real;
        for (std::size_t i = 0; i < sentence.alone.rows(); ++i) real.push_back(i);
        page.say("  ", real.size(), " words: ",
                 select_rows(sentence.zeros, real) == sentence.alone
                     ? "equal to the last bit"
                     : "DIFFERENT");
    }
    page.draw(padded_figure(batch, fill));
}

void against_pytorch(Page& page) {
    const Comparison gaps = compare_with_pytorch(
        std::filesystem::path(ATTN_CHAPTERS_FOLDER) / "11_encoder/data");
    std::vector<Labels> lines{
        {"largest difference", " PyTorch, float64", " PyTorch, float32", " epsilon 1e-12"}};
    for (std::size_t i = 0; i < gaps.float64.size(); ++i) {
        lines.push_back({gaps.float64[i].stage, noise_or_size(gaps.float64[i].gap),
                         noise_or_size(gaps.float32[i].gap),
                         noise_or_size(gaps.slip[i].gap)});
    }
    page.show_words(lines);
    page.draw(pytorch_figure(gaps));
}

void show_sizes(Page& page, const Sizes& sizes) {
    page.say("layers   post-norm    pre-norm      no norm");
    for (std::size_t n = 0; n < sizes.post.size(); ++n) {
        const bool is_shown = n < 3 || n % 4 == 0 || n + 1 == sizes.post.size();
        if (!is_shown) continue;
        page.out() << std::right << std::setw(6) << n;
        for (const double size : {sizes.post[n], sizes.pre[n], sizes.bare[n]}) {
            page.out() << std::setw(12)
                       << (size < 1000 ? number_text(size, 3) : scientific_text(size, 3));
        }
        page.out() << "\n";
    }
}

void on_top_of_each_other(Page& page, std::size_t depth, std::size_t seed) {
    Random generator(seed);
    const Encoder deep = random_encoder(
        {.d_model = 64, .n_heads = 8, .d_ff = 256, .n_layers = depth}, generator);
    const Sizes sizes = sizes_by_depth(deep.layers, random_normal_matrix(5, 64, generator));
    show_sizes(page, sizes);
    page.gap();
    page.say("pre-norm, with a final norm on top: ", number_text(sizes.pre_and_final, 3));
    page.draw(depth_figure(sizes));
}

void notes_encoder(Page& page, std::size_t seed) {
    Random generator(seed);
    const notes::Sae sae({.vocab_size = 11}, generator);
    const notes::Batch batch = notes::padded({{5, 2, 9}, {4}, {}}, 0);
    const std::vector<Matrix> outputs = sae.forward(batch, Mode::evaluation, generator);
    page.say("numbers to learn in a layer ", sae.layers[0].parameter_count(), ", output ",
             shape_text(outputs[0]), " a sentence");
    page.gap();
    page.say("against our Encoder, -infinity for -10000");
    for (std::size_t s = 0; s < batch.size(); ++s) {
        const Matrix in =
            PositionTable{sae.positions}.add_to(sae.embedding.forward(batch[s]));
        const AttentionMask mask = padding_mask(3, batch[s], 0);
        const double gap =
            max_abs_difference(outputs[s], sae.as_encoder().forward(in, mask));
        page.say("  words ", 3 - std::count(batch[s].begin(), batch[s].end(), 0u),
                 " of 3: difference ", noise_or_size(gap));
    }
    const bool is_same =
        sae.forward({batch[0]}, Mode::evaluation, generator)[0] == outputs[0];
    const bool is_other =
        sae.forward({batch[0]}, Mode::training, generator)[0] != outputs[0];
    page.gap();
    page.say("the same sentence again: in evaluation ", is_same ? "equal" : "DIFFERENT",
             ", in training ", is_other ? "different, through dropout" : "EQUAL");
    page.gap();
    try {
        sae.forward({notes::Ids(1001, 1)}, Mode::evaluation, generator);
    } catch (const std::out_of_range& error) {
        page.say(error.what());
    }
}

void paper_size(Page& page, std::size_t n_layers, std::size_t seed) {
    Random generator(seed);
    const EncoderConfig config{.n_layers = n_layers};
    if (n_layers > 6) std::cerr << "drawing " << n_layers << " layers of random weights\n";
    const Encoder encoder = random_encoder(config, generator);
    const Embedding words = random_embedding(4, config.d_model, generator);
    const Matrix in = words.forward({0, 1, 2, 3}) + positional_encoding(4, config.d_model);
    const Matrix out = encoder.forward(in);
    page.say("I love you all: input ", shape_text(in), ", output ", shape_text(out));
    page.say("layers ", config.n_layers, ", heads ", config.n_heads, " of ",
             config.d_model / config.n_heads, ", d_ff ", config.d_ff);
    page.say("numbers to learn ", encoder.parameter_count());
    page.say("size of the rows: in ", number_text(root_mean_square(in), 4), ", out ",
             number_text(root_mean_square(out), 4));
}

void own_sentence(Page& page, const Sentence& sentence, const Encoder& encoder,
                  std::size_t seed, const std::string& save) {
    const std::size_t d_model = encoder.layers.at(0).norm1.gamma.size();
    const EncoderTrace trace = encoder.trace(with_positions(sentence, d_model, seed + 1));
    const MultiHeadTrace& last = trace.layers.back().attention;
    Labels labels;
    for (const std::string& word : sentence.words) labels.push_back(cut_to_width(word, 12));
    page.say("layers ", trace.layers.size(), ", d_model ", d_model, ", heads ",
             last.heads.size(), ", numbers to learn ", encoder.parameter_count());
    for (std::size_t i = 0; i < last.heads.size(); ++i) {
        page.show("last layer, head " + std::to_string(i + 1) + ": weights",
                  last.heads[i].weights, labels, labels, 2);
    }
    page.say("output ", shape_text(trace.output), ", size of the rows ",
             number_text(root_mean_square(trace.output), 4));
    page.draw(sentence_figure(sentence.words, last));
    if (!save.empty()) save_weights(save, encoder);
}

// Without norms.
void why_not_simpler(Page& page, std::size_t depth) {
    const std::vector<EncoderLayer> small(depth, encoder_layer());
    const Sizes sizes = sizes_by_depth(small, h());
    show_sizes(page, sizes);
    page.draw(without_norms_figure(sizes));
}

}  // namespace

void contents(Chapter& chapter) {
    chapter.titled("11_encoder", "Does the whole thing work?");
    const std::string words = "나는 바다에 가고 싶어";
    const auto norm =
        chapter.choice("norm", {"post", "pre"}, "where the small layer norms");
    const auto fill =
        chapter.number("pad", 9, -1000, 1000, "what padding's embedding is filled with");
    const auto depth = chapter.whole("depth", 24, 1, 48, "layers on top of each other");
    const auto paper_layers =
        chapter.whole("paper-layers", 6, 1, 12, "layers of the paper's width");
    const auto text = chapter.text("sentence", words, words, "up to 12 words of your own");
    const auto heads =
        chapter.whole("heads", 2, 1, 16, "heads for your sentence: a divisor of d_model");
    const auto layers = chapter.whole("layers", 2, 1, 12, "layers for your sentence");
    const auto seed = chapter.whole("seed", 1, 0, 1000000, "of the random weights");
    const auto save = chapter.text("save", "", "none", "a folder that gets the weights");
    const auto load =
        chapter.text("load", "", "random", "a folder with weights for your sentence");
    const auto sentence = chapter.computed(short_sentence, text);
    const auto encoder = chapter.computed(sentence_encoder, load, heads, layers, seed);
    chapter.check([](const Sentence&, const Encoder&) {}, sentence, encoder);

    chapter.section("Every value of one layer", every_value, norm)
        .draws("11_wall", "11_in_out");
    chapter.section("Its relatives", relatives);
    chapter.section("How many numbers", count_parameters);
    chapter.section("A padded batch", a_padded_batch, fill).draws("11_padded");
    chapter.section("Against PyTorch", against_pytorch).draws("11_pytorch");
    chapter.section("Layers on top of each other", on_top_of_each_other, depth, seed)
        .draws("11_depth");
    chapter.section("A note's encoder", notes_encoder, seed);
    chapter.section("At the paper's size", paper_size, paper_layers, seed);
    chapter.section("A sentence of your own", own_sentence, sentence, encoder, seed, save)
        .draws("11_sentence");
    chapter.section("Why not simpler", why_not_simpler, depth).draws("11_without_norms");
}

}  // namespace attn::chapters::ch11

// Chapter 11, docs/11_encoder.md: Does the whole thing work?
//
// New here: EncoderLayer and Encoder (attn/encoder.hpp), their weights as files under
// PyTorch's names (attn/files/state_dict.hpp), an embedding with padding (attn/embedding.hpp).
// From before: everything. A study note's own encoder is in notes/sae.cpp, the pictures are in
// figures.cpp, what PyTorch computed is in data/.
//
// Try: --norm pre    --sentence "나는 바다에 가고 싶어"    --save DIR    --load DIR/small

#include <algorithm>
#include <filesystem>
#include <iomanip>
#include <iostream>
#include <string>
#include <vector>

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
#include "chapters/common/rows.hpp"
#include "chapters/common/show.hpp"
#include "chapters/common/small_layer.hpp"
#include "chapters/notes/sae.hpp"

using namespace attn;
using namespace attn::chapters;
using positions::mean_row;
using small_example::tokens, small_example::word_columns;
using std::cout;

namespace {

using Labels = std::vector<std::string>;

void show(const std::string& name, const Matrix& m, const Labels& rows = tokens,
          const Labels& columns = word_columns, int decimals = 4) {
    cout << matrix_text(
        name, m, {.row_labels = rows, .column_labels = columns, .decimals = decimals});
}

std::string noise_or_size(double difference) {
    return difference < 1e-12 ? "below 1e-12" : scientific_text(difference, 1);
}

bool is_about_keys(const std::string& stage) {
    return stage.ends_with("scores") || stage.ends_with("scaled") ||
           stage.ends_with("weights");
}

void every_value(const EncoderLayerTrace& trace) {
    for (const Stage& stage : stages(trace)) {
        if (stage.name.ends_with("masked"))
            continue;  // no mask: these are the scaled scores
        show(stage.name, stage.value, tokens, is_about_keys(stage.name) ? tokens : Labels{},
             stage.name == "input" ? 5 : 4);
        cout << "\n";
    }
}

void relatives() {
    using namespace small_example;
    const EncoderLayer layer = encoder_layer();
    const std::vector<std::size_t> swapped{0, 1, 3, 2};
    const Matrix y = layer.forward(h()), other = output_in_order(layer, swapped, true);
    show("the same layer twice", Encoder{{layer, layer}}.forward(h()));
    cout << "\n";
    show("other gamma and beta in both norms",
         encoder_layer(NormPlacement::post, other_norm()).forward(h()));
    cout << "\n";
    show("pre-norm", encoder_layer(NormPlacement::pre).forward(h()));
    cout << "\n";
    show("I love all you, rows sorted by word", other);
    const Matrix unplaced = layer.forward(x);
    cout << "\n";
    show("no positions, I love you all", unplaced);
    const double gap = max_abs_difference(unplaced, output_in_order(layer, swapped, false));
    cout << "\nno positions, I love all you: the same rows, differences "
         << noise_or_size(gap) << "\n\n";
    show("mean of the rows: I love you all", mean_row(y), {}, {});
    show("mean of the rows: I love all you", mean_row(other), {}, {});
    show("mean of the rows: no positions, either order", mean_row(unplaced), {}, {});
}

/// A line of the table of parameters. The paper's own projections have no bias.
void show_count(const std::string& name, const EncoderConfig& config, bool has_bias) {
    const std::size_t d = config.d_model, d_ff = config.d_ff;
    const std::size_t attention = 4 * (d * d + (has_bias ? d : 0));
    const std::size_t norms = 2 * (d + d), feed_forward = 2 * d * d_ff + d_ff + d;
    const std::size_t layer = attention + norms + feed_forward;
    cout << std::left << std::setw(24) << name << std::right << std::setw(9) << attention
         << std::setw(7) << norms << std::setw(14) << feed_forward << std::setw(9) << layer
         << std::setw(8) << config.n_layers << std::setw(10) << layer * config.n_layers
         << "\n";
}

void count_parameters() {
    cout << "                        attention  norms  feed-forward    layer  layers       "
            "all\n";
    show_count("the small layer", {.d_model = 4, .d_ff = 8, .n_layers = 1}, false);
    show_count("a study note's encoder", {.n_layers = 1}, true);
    show_count("the paper's base model", {}, true);
    show_count("  no biases in attention", {}, false);
    show_count("a tutorial's model", {.d_model = 128, .d_ff = 512, .n_layers = 4}, true);
    cout << "\nThe tutorial's vocabulary of 9000 words, 128 numbers each: " << 9000 * 128
         << " more\n";
}

void show_batch(const std::vector<PaddedSentence>& batch, double fill) {
    const PaddedSentence& you = batch[1];  // I love you <pad>
    show("I love you <pad>, before positions", you.before, you.words, word_columns, 0);
    cout << "\n";
    show("I love you <pad>, after positions", you.after, you.words, word_columns, 5);
    cout << "\n";
    show("out of the layer, <pad> closed to all", you.zeros, you.words);
    cout << "\n";
    show("I love you, the three words alone", you.alone, {"I", "love", "you"});
    cout << "\nWhich rows change\n  when <pad> holds " << exact_text(fill) << ":     "
         << changed_rows(you.words, you.zeros, you.filled)
         << "\n  when nothing is closed:  "
         << changed_rows(you.words, you.zeros, you.unmasked)
         << "\n\nThe words' rows, in the batch and alone\n";
    for (const PaddedSentence& sentence : batch) {
        std::vector<std::size_t> real;
        for (std::size_t i = 0; i < sentence.alone.rows(); ++i) real.push_back(i);
        cout << "  " << real.size() << " words: "
             << (select_rows(sentence.zeros, real) == sentence.alone
                     ? "equal to the last bit"
                     : "DIFFERENT")
             << "\n";
    }
}

void show_comparison(const Comparison& gaps) {
    cout << "largest difference   PyTorch, float64   PyTorch, float32   epsilon 1e-12\n";
    for (std::size_t i = 0; i < gaps.float64.size(); ++i) {
        cout << std::left << std::setw(21) << gaps.float64[i].stage << std::right
             << std::setw(16) << noise_or_size(gaps.float64[i].gap) << std::setw(19)
             << noise_or_size(gaps.float32[i].gap) << std::setw(16)
             << noise_or_size(gaps.slip[i].gap) << "\n";
    }
}

void show_sizes(const Sizes& sizes) {
    cout << "layers   post-norm    pre-norm      no norm\n";
    for (std::size_t n = 0; n < sizes.post.size(); ++n) {
        const bool is_shown = n < 3 || n % 4 == 0 || n + 1 == sizes.post.size();
        if (!is_shown) continue;
        cout << std::setw(6) << n;
        for (const double size : {sizes.post[n], sizes.pre[n], sizes.bare[n]}) {
            cout << std::setw(12)
                 << (size < 1000 ? number_text(size, 3) : scientific_text(size, 3));
        }
        cout << "\n";
    }
}

Sizes random_sizes(std::size_t depth, std::size_t seed) {
    Random generator(seed);
    const Encoder deep = random_encoder(
        {.d_model = 64, .n_heads = 8, .d_ff = 256, .n_layers = depth}, generator);
    return sizes_by_depth(deep.layers, random_normal_matrix(5, 64, generator));
}

void notes_encoder(std::size_t seed) {
    Random generator(seed);
    const notes::Sae sae({.vocab_size = 11}, generator);
    const notes::Batch batch = notes::padded({{5, 2, 9}, {4}, {}}, 0);
    const std::vector<Matrix> outputs = sae.forward(batch, Mode::evaluation, generator);
    cout << "numbers to learn in a layer " << sae.layers[0].parameter_count() << ", output "
         << shape_text(outputs[0])
         << " a sentence\n\nagainst our Encoder, -infinity for -10000\n";
    for (std::size_t s = 0; s < batch.size(); ++s) {
        const Matrix h =
            PositionTable{sae.positions}.add_to(sae.embedding.forward(batch[s]));
        const AttentionMask mask = padding_mask(3, batch[s], 0);
        const double gap =
            max_abs_difference(outputs[s], sae.as_encoder().forward(h, mask));
        cout << "  words " << 3 - std::count(batch[s].begin(), batch[s].end(), 0u)
             << " of 3: difference " << noise_or_size(gap) << "\n";
    }
    const bool is_same =
        sae.forward({batch[0]}, Mode::evaluation, generator)[0] == outputs[0];
    const bool is_other =
        sae.forward({batch[0]}, Mode::training, generator)[0] != outputs[0];
    cout << "\nthe same sentence again: in evaluation " << (is_same ? "equal" : "DIFFERENT")
         << ", in training " << (is_other ? "different, through dropout" : "EQUAL")
         << "\n\n";
    try {
        sae.forward({notes::Ids(1001, 1)}, Mode::evaluation, generator);
    } catch (const std::out_of_range& error) {
        cout << error.what() << "\n";
    }
}

void paper_size(std::size_t n_layers, std::size_t seed) {
    Random generator(seed);
    const EncoderConfig config{.n_layers = n_layers};
    if (n_layers > 6) std::cerr << "drawing " << n_layers << " layers of random weights\n";
    const Encoder encoder = random_encoder(config, generator);
    const Embedding words = random_embedding(4, config.d_model, generator);
    const Matrix h = words.forward({0, 1, 2, 3}) + positional_encoding(4, config.d_model);
    const Matrix y = encoder.forward(h);
    cout << "I love you all: input " << shape_text(h) << ", output " << shape_text(y)
         << "\nlayers " << config.n_layers << ", heads " << config.n_heads << " of "
         << config.d_model / config.n_heads << ", d_ff " << config.d_ff
         << "\nnumbers to learn " << encoder.parameter_count() << "\nsize of the rows: in "
         << number_text(root_mean_square(h), 4) << ", out "
         << number_text(root_mean_square(y), 4) << "\n";
}

/// What the command line says.
struct Knobs {
    std::size_t placement = 0, depth = 24, paper_layers = 6, heads = 2, layers = 2,
                seed = 1;
    double fill = 9;
    std::string text = "나는 바다에 가고 싶어", save, load;
};

void add(Options& options, Knobs& knobs) {
    options.add_choice("norm", {"post", "pre"}, knobs.placement,
                       "where the small layer norms");
    options.add("pad", knobs.fill, -1000, 1000, "what padding's embedding is filled with");
    options.add("depth", knobs.depth, 1, 48, "layers on top of each other");
    options.add("paper-layers", knobs.paper_layers, 1, 12, "layers of the paper's width");
    options.add("sentence", knobs.text, knobs.text, "up to 12 words of your own");
    options.add("heads", knobs.heads, 1, 16,
                "heads for your sentence: a divisor of d_model");
    options.add("layers", knobs.layers, 1, 12, "layers for your sentence");
    options.add("seed", knobs.seed, 0, 1000000, "of the random weights");
    options.add("save", knobs.save, "none", "a folder that gets the weights");
    options.add("load", knobs.load, "random", "a folder with weights for your sentence");
}

Encoder sentence_encoder(const Knobs& knobs) {
    if (!knobs.load.empty()) return encoder_in(knobs.load, knobs.heads);
    const EncoderConfig config{
        .d_model = 16, .n_heads = knobs.heads, .d_ff = 64, .n_layers = knobs.layers};
    if (config.d_model % knobs.heads != 0) {
        throw UsageError("--heads is " + std::to_string(knobs.heads) +
                         "; it must divide d_model, which is 16");
    }
    Random generator(knobs.seed);
    return random_encoder(config, generator);
}

MultiHeadTrace own_sentence(const Sentence& sentence, const Encoder& encoder,
                            std::size_t seed) {
    Random generator(seed);  // its own: the same words, whether weights are drawn or loaded
    const std::size_t d_model = encoder.layers.at(0).norm1.gamma.size();
    const Embedding words = random_embedding(sentence.n_different, d_model, generator);
    const Matrix x = words.forward(sentence.ids);
    const EncoderTrace trace = encoder.trace(x + positional_encoding(x.rows(), d_model));
    const MultiHeadTrace& last = trace.layers.back().attention;
    Labels labels;
    for (const std::string& word : sentence.words) labels.push_back(cut_to_width(word, 12));
    cout << "layers " << trace.layers.size() << ", d_model " << d_model << ", heads "
         << last.heads.size() << ", numbers to learn " << encoder.parameter_count()
         << "\n\n";
    for (std::size_t i = 0; i < last.heads.size(); ++i) {
        show("last layer, head " + std::to_string(i + 1) + ": weights",
             last.heads[i].weights, labels, labels, 2);
        cout << "\n";
    }
    cout << "output " << shape_text(trace.output) << ", size of the rows "
         << number_text(root_mean_square(trace.output), 4) << "\n";
    return last;
}

void save_weights(const std::filesystem::path& folder, const Encoder& encoder) {
    write_state_dict(folder / "small", state_dict(small_example::encoder_layer()));
    write_state_dict(folder / "sentence", state_dict(encoder));
    std::cerr << "weights: " << (folder / "small").string() << ", "
              << (folder / "sentence").string() << "\n";
}

/// What the figures show.
struct Results {
    EncoderLayerTrace layer;
    std::vector<PaddedSentence> batch;
    Comparison pytorch;
    Sizes random_layers, small_layers;
    MultiHeadTrace sentence;
};

Results print_numbers(Chapter& chapter, const Knobs& knobs, const Sentence& sentence,
                      const Encoder& encoder) {
    Results results;
    const NormPlacement norm =
        knobs.placement == 0 ? NormPlacement::post : NormPlacement::pre;
    results.layer = small_example::encoder_layer(norm).trace(small_example::h());
    chapter.heading("Every value of one layer");
    every_value(results.layer);
    chapter.heading("Its relatives");
    relatives();
    chapter.heading("How many numbers");
    count_parameters();
    chapter.heading("A padded batch");
    results.batch = padded_batch(knobs.fill);
    show_batch(results.batch, knobs.fill);
    chapter.heading("Against PyTorch");
    results.pytorch = compare_with_pytorch(std::filesystem::path(ATTN_CHAPTERS_FOLDER) /
                                           "11_encoder/data");
    show_comparison(results.pytorch);
    chapter.heading("Layers on top of each other");
    results.random_layers = random_sizes(knobs.depth, knobs.seed);
    show_sizes(results.random_layers);
    cout << "\npre-norm, with a final norm on top: "
         << number_text(results.random_layers.pre_and_final, 3) << "\n";
    chapter.heading("A note's encoder");
    notes_encoder(knobs.seed);
    chapter.heading("At the paper's size");
    paper_size(knobs.paper_layers, knobs.seed);
    chapter.heading("A sentence of your own");
    results.sentence = own_sentence(sentence, encoder, knobs.seed + 1);
    chapter.heading("Why not simpler");
    const std::vector<EncoderLayer> small(knobs.depth, small_example::encoder_layer());
    results.small_layers = sizes_by_depth(small, small_example::h());
    show_sizes(results.small_layers);
    return results;
}

void draw_figures(Chapter& chapter, const Knobs& knobs, const Results& results,
                  const Labels& words) {
    if (results.layer.placement == NormPlacement::post) {
        chapter.draw(wall_figure(results.layer));
    } else {
        chapter.leave_out("11_wall", "it shows the layer with --norm post");
    }
    chapter.draw(pytorch_figure(results.pytorch));
    chapter.draw(in_out_figure(results.layer));
    chapter.draw(padded_figure(results.batch, knobs.fill));
    chapter.draw(depth_figure(results.random_layers));
    chapter.draw(without_norms_figure(results.small_layers));
    chapter.draw(sentence_figure(words, results.sentence));
}

}  // namespace

int main(int argc, char** argv) {
    Knobs knobs;
    Chapter chapter("11_encoder", "Does the whole thing work?");
    add(chapter.options(), knobs);

    return chapter.run(argc, argv, [&] {
        const Sentence sentence = sentence_from(knobs.text, 12);
        const Encoder encoder = sentence_encoder(knobs);
        const Results results = print_numbers(chapter, knobs, sentence, encoder);
        chapter.keep("output", results.layer.output);
        draw_figures(chapter, knobs, results, sentence.words);
        if (!knobs.save.empty()) save_weights(knobs.save, encoder);
    });
}

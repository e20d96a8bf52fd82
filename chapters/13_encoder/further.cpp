// Chapter 13, Further: what the road can do without. It runs with --more, or when a knob of its
// own is given: --sentence, --layers, --seed, --load, --save, --heads or
// --activation.

#include "chapters/13_encoder/13_encoder.hpp"

#include <algorithm>
#include <filesystem>

#include "attn/embedding.hpp"
#include "attn/encoder.hpp"
#include "attn/parameters.hpp"
#include "attn/positional_encoding.hpp"
#include "chapters/examples/small_layer.hpp"
#include "chapters/printing/rows.hpp"
#include "chapters/printing/words.hpp"
#include "chapters/study_notes/sae.hpp"
#include "support/files/safetensors.hpp"
#include "support/files/state_dict.hpp"
#include "support/text/print.hpp"
#include "support/text/utf8.hpp"

namespace attn::chapters::ch13 {
namespace {

using small_example::word_columns;

/// The words of a reader's own sentence: the model's own vectors, or drawn ones, each with its place.
Matrix with_places(const Sentence& sentence, const OwnModel& model, std::size_t seed) {
    const std::size_t d_model = model.encoder.layers.at(0).norm1.gamma.size();
    Random generator(seed);  // its own: the same words, whether weights are drawn or loaded
    const bool has_words = model.words.rows() > 0;
    const Embedding words =
        has_words ? Embedding{model.words}
                  : random_embedding(sentence.n_different, d_model, generator);
    const Matrix x =
        words.forward(has_words ? ids_in(sentence, model.words.rows()) : sentence.ids);
    if (model.places.rows() == 0) return x + positional_encoding(x.rows(), d_model);
    return x + PositionTable{model.places}.first(x.rows());
}

/// The model for that sentence: loaded, or drawn at random.
OwnModel sentence_model(const Path& load, std::size_t n_heads, std::size_t n_layers,
                        const std::string& norm, const std::string& activation,
                        std::size_t seed) {
    const TransformerConfig config{
        .d_model = 16,
        .n_heads = n_heads,
        .d_ff = 64,
        .n_layers = n_layers,
        .activation = activation == "gelu" ? Activation::gelu_exact : Activation::relu,
        .placement = norm == "pre" ? NormPlacement::pre : NormPlacement::post};
    if (!load.empty()) return model_in(load, config);
    if (config.d_model % n_heads != 0) {
        throw UsageError("--heads is " + std::to_string(n_heads) +
                         "; it must divide d_model, which is 16");
    }
    Random generator(seed);
    return {random_encoder(config, generator)};
}

/// Refuses a sentence that the model has no vectors for.
void check_sentence(const Sentence& sentence, const OwnModel& model) {
    if (model.words.rows() > 0) ids_in(sentence, model.words.rows());
    if (model.places.rows() == 0 || sentence.words.size() <= model.places.rows()) return;
    throw UsageError("--sentence has " + std::to_string(sentence.words.size()) +
                     " words; this model's positions.weight has " +
                     std::to_string(model.places.rows()) + " rows, one for each place");
}

Sentence short_sentence(const std::string& text) {
    return sentence_from(text, 12);
}

/// I love you, filled up to four places.
void a_padded_sentence(Page& page) {
    const PaddedSentence you = padded_sentence();
    page.show("<pad> with its position", row_of(you.input, 3), {"<pad>"}, word_columns, 5);
    page.show_words({{"moved from I love you alone by", "I", "love", "you"},
                     distances("no mask", you.unmasked, you.alone),
                     distances("with a mask", you.masked, you.alone)});
}

void notes_encoder(Page& page, std::size_t seed) {
    Random generator(seed);
    const notes::Sae sae({.vocab_size = 11}, generator);
    const notes::IdBatch batch = notes::padded({{5, 2, 9}, {4}, {}}, 0);
    const std::vector<Matrix> outputs = sae.forward(batch, Mode::evaluation, generator);
    page.say("numbers to learn in a layer ", parameter_count(sae.layers[0]), ", output ",
             shape_text(outputs[0]), " a sentence");
    page.gap();
    page.say("against our Encoder, -infinity for -10000");
    for (std::size_t s = 0; s < batch.size(); ++s) {
        const Matrix in =
            PositionTable{sae.positions}.add_to(sae.embedding.forward(batch[s]));
        const AttentionMask mask = padding_mask(3, batch[s], 0);
        page.say("  words ", 3 - std::count(batch[s].begin(), batch[s].end(), 0u),
                 " of 3: difference ",
                 distance_text(outputs[s], sae.as_encoder().forward(in, mask)));
    }
    const bool is_same =
        sae.forward({batch[0]}, Mode::evaluation, generator)[0] == outputs[0];
    const bool is_other =
        sae.forward({batch[0]}, Mode::training, generator)[0] != outputs[0];
    page.gap();
    page.say("the same sentence again: in evaluation ", is_same ? "equal" : "DIFFERENT",
             ", in training ", is_other ? "different: dropout" : "EQUAL");
    page.gap();
    try {
        sae.forward({notes::Ids(1001, 1)}, Mode::evaluation, generator);
    } catch (const std::out_of_range& error) {
        page.say(error.what());
    }
}

void own_sentence(Page& page, const Sentence& sentence, const OwnModel& model,
                  std::size_t seed, const Path& save, const Path& load) {
    const Encoder& encoder = model.encoder;
    page.give("weights", save,
              [encoder](const Path& to) { write_safetensors(to, state_dict(encoder)); });
    const std::size_t d_model = encoder.layers.at(0).norm1.gamma.size();
    const EncoderTrace trace = encoder.trace(with_places(sentence, model, seed + 1));
    const MultiHeadTrace& last = trace.layers.back().attention;
    Labels labels;
    for (const std::string& word : sentence.words) labels.push_back(cut_to_width(word, 12));
    page.say("layers ", trace.layers.size(), ", d_model ", d_model, ", heads ",
             last.heads.size(), ", numbers to learn in the encoder ",
             parameter_count(encoder));
    for (std::size_t i = 0; i < last.heads.size(); ++i) {
        page.show("last layer, head " + std::to_string(i + 1) + ": weights",
                  last.heads[i].weights, labels, labels, 2);
        page.keep("own_head_" + std::to_string(i + 1) + "_weights", last.heads[i].weights);
    }
    page.keep("own_output", trace.output);
    page.say("output ", shape_text(trace.output));
    page.draw(sentence_figure(sentence.words, last, load.empty()));
}

// What is left of chapter 10's eight words after as many rounds of its attention as 24 layers have
// parts, beside the pencil.
void of_eight_words(Page& page) {
    constexpr std::size_t parts = 48;
    const std::vector<ch10::Layered> behind = layered(ch10::repairs[3], 3, parts);
    const std::vector<ch10::Layered> in_front = layered(ch10::norm_in_front, 3, parts);
    const auto line = [](const std::string& name, double pencil, double words) {
        return Labels{name, number_text(pencil, 2), number_text(words, 2)};
    };
    page.show_words(
        {{"left after " + counted(parts, "part"), "by pencil", "of eight words"},
         line("post-norm", left_behind(parts), behind[parts].left),
         line("pre-norm", left_in_front(parts), in_front[parts].left)});
    page.draw(left_figure(behind, in_front));
}

/// How far these words are apart, with the sum alone, the norm behind it, and the norm in front.
void after_96_rounds(Page& page) {
    constexpr std::size_t last = 96;
    std::vector<Labels> lines{{"after " + counted(last, "round"), "apart", "size"}};
    for (const ch10::Repair& norm :
         {ch10::repairs[2], ch10::repairs[3], ch10::norm_in_front}) {
        const ch10::Layered words = layered(norm, 3, last)[last];
        lines.push_back(
            {norm.name, number_text(words.apart, 2), number_text(words.size, 2)});
    }
    page.show_words(lines);
}

}  // namespace

void further(Chapter& chapter) {
    const auto norm = chapter.choice("norm", {"post", "pre"}, "where a layer normalizes");
    const auto layers = chapter.whole("layers", 3, 1, 12, "layers with random weights");
    const auto seed = chapter.whole("seed", 1, 0, 1000000, "which random weights");
    const std::string words = "나는 바다에 가고 싶어";
    const auto text = chapter.text("sentence", words, words, "up to 12 words of your own");
    const auto heads =
        chapter.whole("heads", 2, 1, 64, "heads for your sentence: a divisor of d_model");
    const auto activation = chapter.choice("activation", {"relu", "gelu"},
                                           "what your sentence's layers activate with");
    const auto save = chapter.path("save", PathUse::write_file, "none",
                                   "a .safetensors file that gets the weights");
    const auto load = chapter.path("load", PathUse::read, "random",
                                   "a .safetensors file with weights for your sentence");
    const auto sentence = chapter.computed(short_sentence, text);
    const auto model =
        chapter.computed(sentence_model, load, heads, layers, norm, activation, seed);
    chapter.check(check_sentence, sentence, model);

    chapter.more("A sentence of your own", own_sentence, sentence, model, seed, save, load)
        .draws("13_sentence");
    chapter.more("Of eight words", of_eight_words).draws("13_left");
    chapter.more("After 96 rounds", after_96_rounds);
    chapter.more("A padded sentence", a_padded_sentence);
    chapter.more("The study notes' encoder", notes_encoder, seed);
}

}  // namespace attn::chapters::ch13

#include "chapters/11_encoder/11_encoder.hpp"

// Chapter 11, docs/11_encoder.md: Does the whole thing work?
//
// Two layers, of which one is wrong. The parts of ten chapters, wired into a layer, and layers
// on top of each other.
// New: EncoderLayer and Encoder (attn/encoder.hpp), an embedding with padding
// (attn/embedding.hpp). What PyTorch computed is in data/. Detours, in further.cpp: --more.
// Turn a knob: --norm pre    --layers 6    --sentence "to be or not to be"

#include "attn/embedding.hpp"
#include "attn/encoder.hpp"
#include "attn/random.hpp"
#include "attn/stages.hpp"
#include "chapters/examples/sentences.hpp"
#include "chapters/examples/small_layer.hpp"
#include "chapters/printing/rows.hpp"
#include "chapters/program/chapter.hpp"
#include "support/text/print.hpp"

namespace attn::chapters::ch11 {

/// Layer B, every value kept. It is layer A with one word wrong.
EncoderLayerTrace layer_b(const EncoderLayer& layer, const Matrix& h) {
    EncoderLayerTrace t = layer.trace(h);
    t.feed_forward_sum = h + t.feed_forward.output;  // A: t.norm1.output + ...
    t.norm2 = layer.norm2.trace(t.feed_forward_sum);
    t.output = t.norm2.output;
    return t;
}

namespace {

using namespace small_example;  // encoder_layer, h, tokens, word_columns

// The problem: who can tell? Without love, whose row of layer A is in chapter 10.
void which_one_is_right(Page& page) {
    const auto show = [&](const std::string& name, const Matrix& output) {
        page.show(name, select_rows(output, {0, 2, 3}), {tokens[0], tokens[2], tokens[3]},
                  word_columns);
    };
    show("layer A", encoder_layer().forward(h()));
    show("layer B", layer_b(encoder_layer(), h()).output);
    page.draw(wiring_figure());
}

void against_pytorch(Page& page) {
    const Comparison gaps = compare_with_pytorch(pytorch_data());
    page.show_words({{"against PyTorch", "first to differ", "by", "at most"},
                     where_it_differs("layer A", gaps.float64),
                     where_it_differs("layer B", gaps.layer_b),
                     where_it_differs("A against float32 PyTorch", gaps.float32),
                     where_it_differs("A, epsilon 1e-12", gaps.slip),
                     where_it_differs("A, norms exchanged", gaps.exchanged)});
    page.draw(pytorch_figure(gaps));
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

void tired_or_wide(Page& page) {
    using namespace animal_sentence;
    const TwoStoreys tired = two_storeys(false), wide = two_storeys(true);
    const auto tell = [&](const TwoStoreys& storeys, const std::string& last) {
        std::vector<Labels> lines{{"\"it\" attends to", "animal", "street", "it", last}};
        for (const AttentionTrace& layer : {storeys.first, storeys.second}) {
            lines.push_back({"layer " + std::to_string(lines.size())});
            for (const std::size_t word : {animal, street, it, words.size() - 1})
                lines.back().push_back(number_text(layer.weights(it, word), 4));
        }
        page.show_words(lines);
        page.say("has heard:  lives ", number_text(storeys.heard_lives, 4), ", place ",
                 number_text(storeys.heard_place, 4));
        page.say("becomes:    lives ", number_text(storeys.lives, 4), ", place ",
                 number_text(storeys.place, 4), ", does ", number_text(storeys.does, 4));
        page.gap();
    };
    tell(tired, "tired");
    tell(wide, "wide");
    page.draw(tired_figure(tired, wide));
}

/// The size of the rows that go into a stack, and of each layer's output.
std::vector<double> sizes_on_the_way(const Encoder& encoder, const Matrix& x) {
    const EncoderTrace trace = encoder.trace(x);
    std::vector<double> sizes{size_of(x)};
    for (const EncoderLayerTrace& layer : trace.layers)
        sizes.push_back(size_of(layer.output));
    return sizes;
}

/// Four random words through a deep stack of random layers, wired in both ways.
void layers_upon_layers(Page& page) {
    Random generator(1);
    Encoder encoder =
        random_encoder({.d_model = 64, .d_ff = 256, .n_layers = 96}, generator);
    const Matrix x = random_embedding(4, 64, generator).table;
    const std::vector<double> post = sizes_on_the_way(encoder, x);
    for (EncoderLayer& layer : encoder.layers) layer.placement = NormPlacement::pre;
    const std::vector<double> pre = sizes_on_the_way(encoder, x);
    std::vector<Labels> lines{{"size of the rows", "post-norm", "pre-norm"}};
    for (const std::size_t n : std::vector<std::size_t>{0, 1, 6, 24, 96})
        lines.push_back({n == 0 ? "what goes in" : "after layer " + std::to_string(n),
                         number_text(post[n], 2), number_text(pre[n], 2)});
    page.show_words(lines);
}

}  // namespace

void contents(Chapter& chapter) {
    chapter.titled("11_encoder", "Does the whole thing work?");
    const auto norm = chapter.choice("norm", {"post", "pre"}, "where a layer normalizes");

    chapter.section("Which one is right?", which_one_is_right).draws("11_wiring");
    chapter.section("Against PyTorch", against_pytorch).draws("11_pytorch");
    chapter.section("One word's way", one_words_way, norm).draws("11_wall");
    chapter.section("Tired or wide", tired_or_wide).draws("11_tired");
    chapter.section("Layers upon layers", layers_upon_layers);
    further(chapter, norm);
}

}  // namespace attn::chapters::ch11

#include "chapters/12_encoder_layer/12_encoder_layer.hpp"

// Chapter 12, docs/12_encoder_layer.md: How do you know that it is right?
//
// Two layers, of which one is wrong: the parts of eleven chapters, wired into one.
// New: EncoderLayer (attn/encoder.hpp), post-norm and pre-norm. What PyTorch computed is in data/.
// Detours, in further.cpp: --more.
// Turn a knob: --norm pre

#include "attn/encoder.hpp"
#include "attn/parameters.hpp"
#include "attn/stages.hpp"
#include "chapters/examples/small_layer.hpp"
#include "chapters/printing/rows.hpp"
#include "chapters/program/chapter.hpp"
#include "support/text/print.hpp"

namespace attn::chapters::ch12 {

/// Layer B, every value kept. It is layer A with one variable wrong.
EncoderLayerTrace layer_b(const EncoderLayer& layer, const Matrix& h) {
    EncoderLayerTrace t = layer.trace(h);
    t.feed_forward_sum = h + t.feed_forward.output;  // A: t.norm1.output + ...
    t.norm2 = layer.norm2.trace(t.feed_forward_sum);
    t.output = t.norm2.output;
    return t;
}

namespace {

using namespace small_example;  // encoder_layer, h, tokens, word_columns

// The problem: who can tell? Without love, whose row of layer A is in chapter 11.
void which_one_is_right(Page& page) {
    const auto show = [&](const std::string& name, const Matrix& output) {
        page.show(name, select_rows(output, {0, 2, 3}), {tokens[0], tokens[2], tokens[3]},
                  word_columns);
    };
    show("layer A", encoder_layer().forward(h()));
    show("layer B", layer_b(encoder_layer(), h()).output);
}

void against_pytorch(Page& page, const Comparison& gaps) {
    page.show_words({differences_head, where_it_differs("layer A", gaps.float64),
                     where_it_differs("layer B", gaps.layer_b),
                     where_it_differs("layer C", gaps.exchanged)});
    page.draw(pytorch_figure(gaps));
}

void unequal_parts(Page& page, const Comparison& gaps) {
    page.show_words({differences_head,
                     where_it_differs("layer A, unequal gammas", gaps.unequal),
                     where_it_differs("layer C, unequal gammas", gaps.unequal_exchanged)});
}

// What each layer adds in its second sum, and what the norm makes of it, for I.
void the_second_sum(Page& page) {
    const EncoderLayerTrace a = encoder_layer().trace(h()),
                            b = layer_b(encoder_layer(), h());
    std::vector<Matrix> rows;
    for (const Matrix* stage :
         {&a.feed_forward.output, &a.feed_forward_sum, &b.feed_forward_sum})
        rows.push_back(row_of(*stage, 0));
    page.show("I", below(rows), {"network", "second sum of A", "second sum of B"},
              word_columns, 4);
}

void network_switched_off(Page& page) {
    const Matrix words = h();
    // [switched_off]
    EncoderLayer layer = encoder_layer();
    layer.feed_forward.second = zeros_like(layer.feed_forward.second);  // W_2 and b_2
    const Matrix n1 = layer.trace(words).norm1.output;
    const Matrix must_come_out = layer.norm2.forward(n1);
    const Matrix comes_out = layer.forward(words);  // the same?
    // [/switched_off]
    std::vector<Matrix> rows;
    for (const Matrix& output : {must_come_out, comes_out, layer_b(layer, words).output})
        rows.push_back(row_of(output, 0));
    page.show("I", below(rows), {"must come out", "layer A", "layer B"}, word_columns, 4);
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

}  // namespace

void contents(Chapter& chapter) {
    chapter.titled("12_encoder_layer", "How do you know that it is right?");
    const auto norm = chapter.choice("norm", {"post", "pre"}, "where a layer normalizes");
    const auto gaps = chapter.computed([] { return compare_with_pytorch(pytorch_data()); });

    chapter.section("Which one is right?", which_one_is_right);
    chapter.section("Against PyTorch", against_pytorch, gaps).draws("12_pytorch");
    chapter.section("The second sum", the_second_sum);
    chapter.section("Unequal parts", unequal_parts, gaps);
    chapter.section("The network switched off", network_switched_off);
    chapter.section("One word's way", one_words_way, norm).draws("12_wall");
    further(chapter, norm, gaps);
}

}  // namespace attn::chapters::ch12

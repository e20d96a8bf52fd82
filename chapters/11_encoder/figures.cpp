#include "chapters/11_encoder/figures.hpp"

#include <algorithm>
#include <cmath>

#include "attn/mask_conventions.hpp"
#include "attn/text/utf8.hpp"
#include "chapters/common/small_layer.hpp"
#include "plots/labels.hpp"

namespace attn::chapters {
namespace {

using namespace fig;
using enum Paint;
using small_example::tokens, small_example::word_columns;

/// The rows' size over the layers, a curve for each place of the norms.
Plot curves_of(const Sizes& sizes) {
    const auto curve = [](const std::vector<double>& values, Paint paint,
                          const std::string& name) {
        Line line{{}, paint, name};
        for (const double value : values) {
            line.points.push_back({static_cast<double>(line.points.size()), value});
        }
        return line;
    };
    Plot plot{.x = {.name = "layers"}};
    plot.marks = {curve(sizes.bare, rust, "no norm"), curve(sizes.pre, teal, "pre-norm"),
                  curve(sizes.post, blue, "post-norm")};
    const auto n = static_cast<double>(sizes.post.size() - 1);
    for (int quarter = 0; quarter <= 4; ++quarter) {
        const double at = std::round(n * quarter / 4);
        if (plot.x.ticks.empty() || at > plot.x.ticks.back().at)
            plot.x.ticks.push_back({at, short_label(at)});
    }
    return plot;
}

/// Who gives whom the largest share of all.
std::string title_of(const Texts& words, const Matrix& weights) {
    std::size_t query = 0;
    const auto largest = [&](std::size_t i) { return weights(i, argmax(weights.row(i))); };
    for (std::size_t i = 1; i < words.size(); ++i) {
        if (largest(i) > largest(query)) query = i;
    }
    const auto quoted = [](const std::string& word) {
        return "“" + cut_to_width(word, 10) + "”";
    };
    return "Head 1: " + quoted(words[query]) + " looks most at " +
           quoted(words[argmax(weights.row(query))]);
}

}  // namespace

Figure in_out_figure(const EncoderLayerTrace& trace) {
    const bool is_post = trace.placement == NormPlacement::post;
    const auto values = [](const std::string& name, const Matrix& m) {
        return table(name, m, tokens, word_columns, signed_to(3, 1));
    };
    return {"11_in_out",
            "In the output each word’s own mark is the largest",
            "The marks: I side, love feeling, you person, all many.",
            {{values("h, what goes in", trace.input), Step{},
              is_post ? values("after norm 1", trace.norm1.output)
                      : values("after attention", trace.attention_sum),
              Step{}, values("what comes out", trace.output)}}};
}

Figure padded_figure(const std::vector<PaddedSentence>& batch, double fill) {
    Row weights;
    for (const PaddedSentence& one : batch) {
        weights.push_back(table(std::to_string(one.alone.rows()) + " words", one.weights,
                                one.words, one.words, {.open = allowed_matrix(one.mask)}));
    }
    const PaddedSentence& one = batch[1];
    const auto output = [&](const std::string& name, const Matrix& m) {
        const Texts rows(one.words.begin(),
                         one.words.begin() + static_cast<std::ptrdiff_t>(m.rows()));
        return table(name, m, rows, word_columns, signed_to(3, 1));
    };
    return {"11_padded",
            "Padding closes columns; the rows of words stay",
            "Above: weights of head 1. Below: “I love you”, out of the layer.",
            {weights,
             {output("alone", one.alone), output("<pad> of zeros", one.zeros),
              output("<pad> of " + short_label(fill), one.filled)}}};
}

Figure depth_figure(const Sizes& sizes) {
    Plot plot = curves_of(sizes);
    plot.y.name = "size of the rows";
    return {"11_depth",
            "Post-norm holds the rows at 1;\npre-norm lets them add up",
            "Root mean square of the rows. Random weights, the same for all three.",
            {{plot}}};
}

Figure without_norms_figure(const Sizes& sizes) {
    Plot plot = curves_of(sizes);
    plot.y = {.name = "size (log scale)", .first = 0.5, .log = true};
    return {"11_without_norms",
            "Without norms, every layer multiplies the rows",
            "The small layer on top of itself; root mean square of the rows.",
            {{plot}}};
}

Figure pytorch_figure(const Comparison& gaps) {
    constexpr double noise = 1e-12;
    Plot plot{.x = {.name = "largest difference (log scale)",
                    .first = 1e-14,
                    .last = 1,
                    .ticks = {{1e-13, "< 1e-12"},
                              {1e-9, "1e-9"},
                              {1e-6, "1e-6"},
                              {1e-3, "1e-3"},
                              {1, "1"}},
                    .log = true}};
    bool is_noise = true;
    for (const auto& [stage, gap] : gaps.float64) {
        plot.y.words.push_back(stage);
        is_noise = is_noise && gap < noise;
    }
    const auto dots = [&](const std::vector<chapters::Gap>& all, double place_of_noise,
                          Paint paint, const std::string& name, const Point& named_at) {
        Dots marks{{}, paint, name, named_at};
        for (const auto& [stage, gap] : all) {
            const double x = gap < noise ? place_of_noise : std::min(gap, 1.0);
            marks.points.push_back({x, static_cast<double>(marks.points.size())});
        }
        return marks;
    };
    plot.marks = {
        fig::Gap{1e-14, noise},
        dots(gaps.slip, 3e-13, rust, "a slip: norm 1", {3e-5, 10}),
        Note{{3e-5, 11.5}, "with an epsilon\nof 1e-12, not 1e-5", Side::right, rust},
        dots(gaps.float32, 1e-13, teal, "float32", {1e-6, 4}),
        Note{{1e-6, 5}, "its seven digits", Side::right, teal},
        dots(gaps.float64, 3e-14, blue, "float64", {noise, 4}),
        Note{{noise, 5}, "rounding noise", Side::right, blue}};
    return {"11_pytorch",
            is_noise ? "At every stage, PyTorch’s numbers are ours"
                     : "Some stages differ from PyTorch’s",
            "One layer, the same weights and input. Dots: largest difference.",
            {{plot}}};
}

Figure sentence_figure(const std::vector<std::string>& words,
                       const MultiHeadTrace& attention) {
    Row heads;
    for (std::size_t h = 0; h < std::min<std::size_t>(2, attention.heads.size()); ++h) {
        heads.push_back(table("head " + std::to_string(h + 1), attention.heads[h].weights,
                              words, words));
    }
    Figure figure{"11_sentence",
                  title_of(words, attention.heads[0].weights),
                  "The last layer. Rows look, columns are looked at.",
                  {heads}};
    if (words.size() <= 6) return figure;
    figure.rows.clear();
    for (const Block& head : heads) figure.rows.push_back({head});
    return figure;
}

}  // namespace attn::chapters

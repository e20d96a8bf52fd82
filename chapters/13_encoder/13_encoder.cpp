#include "chapters/13_encoder/13_encoder.hpp"

// Chapter 13, docs/13_encoder.md: What can a second layer do?
//
// Layers on top of each other: a word asks with what it has heard below.
// New: Encoder (attn/encoder.hpp), an embedding with padding (attn/embedding.hpp). From before: the
// layer (12). Detours, in further.cpp: --more.
// Turn a knob: --layers 6    --sentence "to be or not to be"

#include <cmath>

#include "attn/embedding.hpp"
#include "attn/encoder.hpp"
#include "attn/random.hpp"
#include "attn/vector.hpp"
#include "chapters/10_residual_and_norm/melting.hpp"
#include "chapters/examples/sentences.hpp"
#include "chapters/printing/rows.hpp"
#include "chapters/program/chapter.hpp"
#include "support/text/print.hpp"

namespace attn::chapters::ch13 {

namespace {

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

/// The rows that go into a stack, and each layer's output.
using Rows = std::vector<Matrix>;

Rows rows_on_the_way(const Encoder& encoder, const Matrix& x) {
    Rows rows{x};
    for (const EncoderLayerTrace& layer : encoder.trace(x).layers)
        rows.push_back(layer.output);
    return rows;
}

/// The cosine of each word with what it was at first, on average.
double what_is_left(const Matrix& now, const Matrix& first) {
    double sum = 0;
    for (std::size_t i = 0; i < now.rows(); ++i) sum += cosine(now.row(i), first.row(i));
    return sum / static_cast<double>(now.rows());
}

/// Before any layer, and after each: what is left of the words, how large the rows are, and the cosine
/// of the two that are least alike.
struct Left {
    std::vector<double> share, size, least;
};

/// A deep stack of random layers, without biases.
Encoder deep_stack(std::size_t n_layers, Random& generator) {
    Encoder encoder =
        random_encoder({.d_model = 64, .d_ff = 256, .n_layers = n_layers}, generator);
    for (EncoderLayer& layer : encoder.layers) {
        MultiHeadAttention& attention = layer.attention;
        FeedForward& network = layer.feed_forward;
        for (Linear* map : {&attention.w_q, &attention.w_k, &attention.w_v, &attention.w_o,
                            &network.first, &network.second})
            map->bias.clear();
    }
    return encoder;
}

Left left_after(const Encoder& encoder, const Matrix& words) {
    Left left;
    for (const Matrix& rows : rows_on_the_way(encoder, words)) {
        left.share.push_back(what_is_left(rows, words));
        left.size.push_back(size_of(rows));
        left.least.push_back(ch10::least_cosine(rows));
    }
    return left;
}

/// Four random words through both wirings of the same layers: the medians of seven draws.
void layers_upon_layers(Page& page) {
    std::vector<Left> post, pre;
    for (std::uint64_t seed = 1; seed <= 7; ++seed) {
        Random generator(seed);
        Encoder encoder = deep_stack(96, generator);
        const Matrix words = random_embedding(4, 64, generator).table;
        post.push_back(left_after(encoder, words));
        for (EncoderLayer& layer : encoder.layers) layer.placement = NormPlacement::pre;
        pre.push_back(left_after(encoder, words));
    }
    const auto middle = [](const std::vector<Left>& all, std::vector<double> Left::*which,
                           std::size_t n) {
        std::vector<double> numbers;
        for (const Left& one : all) numbers.push_back((one.*which)[n]);
        return number_text(median(numbers), 2);
    };
    std::vector<Labels> left{{"layers", "post-norm", "pencil", "pre-norm", "pencil"}},
        apart{{"layers", "post-norm", "pre-norm", "size with pre-norm"}};
    for (const std::size_t n : std::vector<std::size_t>{0, 1, 12, 24, 96}) {
        const double parts = 2 * static_cast<double>(n), a_quarter = 1.0 / 16;
        left.push_back({std::to_string(n), middle(post, &Left::share, n),
                        number_text(std::pow(1 + a_quarter, -parts / 2), 2),
                        middle(pre, &Left::share, n),
                        number_text(1 / std::sqrt(1 + parts * a_quarter), 2)});
        apart.push_back({std::to_string(n), middle(post, &Left::least, n),
                         middle(pre, &Left::least, n), middle(pre, &Left::size, n)});
    }
    page.say("What is left of a word:");
    page.show_words(left);
    page.gap();
    page.say("The two words least alike:");
    page.show_words(apart);
    page.draw(wiring_figure());
}

}  // namespace

void contents(Chapter& chapter) {
    chapter.titled("13_encoder", "What can a second layer do?");
    chapter.section("Tired or wide", tired_or_wide).draws("13_tired");
    chapter.section("Layers upon layers", layers_upon_layers).draws("13_wiring");
    further(chapter);
}

}  // namespace attn::chapters::ch13

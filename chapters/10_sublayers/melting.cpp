#include "chapters/10_sublayers/melting.hpp"

#include <algorithm>
#include <cmath>

#include "attn/layer_norm.hpp"
#include "attn/multi_head_attention.hpp"
#include "attn/random.hpp"
#include "attn/vector.hpp"
#include "chapters/examples/small_layer.hpp"
#include "chapters/printing/rows.hpp"
#include "chapters/printing/words.hpp"
#include "plots/labels.hpp"

namespace attn::chapters::ch10 {

using namespace plots;
using enum Paint;

namespace {

Matrix normed(const Matrix& x) {
    return LayerNorm{}.forward(x);
}

double mean_largest_weight(const MultiHeadTrace& trace) {
    double sum = 0;
    for (const AttentionTrace& head : trace.heads) {
        for (std::size_t i = 0; i < head.weights.rows(); ++i)
            sum += head.weights(i, argmax(head.weights.row(i)));
    }
    return sum / static_cast<double>(trace.heads.size() * trace.output.rows());
}

}  // namespace

double least_cosine(const Matrix& words) {
    double least = 1;
    for (std::size_t i = 0; i < words.rows(); ++i) {
        for (std::size_t j = 0; j < i; ++j)
            least = std::min(least, cosine(words.row(i), words.row(j)));
    }
    return least;
}

const std::array<Repair, 4> repairs{{
    {"f(x)", [](const Matrix& x, const Attention& f) { return f(x); }},
    {"norm(f(x))", [](const Matrix& x, const Attention& f) { return normed(f(x)); }},
    {"x + f(x)", [](const Matrix& x, const Attention& f) { return x + f(x); }},
    {"norm(x + f(x))",
     [](const Matrix& x, const Attention& f) { return normed(x + f(x)); }},
}};

const Repair norm_first{
    "x + f(norm(x))", [](const Matrix& x, const Attention& f) { return x + f(normed(x)); }};

double size_of(std::span<const double> numbers) {
    return std::sqrt(dot(numbers, numbers) / static_cast<double>(numbers.size()));
}

double size_of(const Matrix& m) {
    return size_of(m.values());
}

Rounds random_rounds(const Repair& repair, double times, std::size_t rounds,
                     std::size_t seed) {
    constexpr std::size_t n_words = 8, d_model = 16, n_heads = 2;
    Random generator(seed);
    Rounds all{.words = {random_normal_matrix(n_words, d_model, generator)}};
    while (all.words.size() <= rounds) {
        MultiHeadAttention maps = random_multi_head_attention(d_model, n_heads, generator);
        for (Linear* map : {&maps.w_q, &maps.w_k, &maps.w_v, &maps.w_o})
            map->weight = map->weight * times;
        all.words.push_back(repair.apply(all.words.back(), [&](const Matrix& x) {
            const MultiHeadTrace trace = maps.trace(x, x, x);
            all.largest_weight.push_back(mean_largest_weight(trace));
            return trace.output;
        }));
    }
    return all;
}

namespace {

constexpr Paint word_paints[] = {blue, rust, teal, plum};

std::string times_text(std::size_t rounds) {
    return rounds == 0   ? "as it is"
           : rounds == 1 ? "once"
           : rounds == 2 ? "twice"
                         : std::to_string(rounds) + " times";
}

/// Which colour is which word.
Plot key_of_words() {
    Plot key{.x = {.last = 8}, .y = {.first = 0, .last = 0.4}, .plane = true};
    for (std::size_t i = 0; i < small_example::tokens.size(); ++i) {
        const Point at{0.2 + static_cast<double>(i), 0.2};
        key.marks.push_back(Dots{{at}, word_paints[i], small_example::tokens[i], at});
    }
    return key;
}

/// Where each word's arrow ends: as far from upright as the word is from the mean of all, the first
/// half of them to the left, the others to the right.
///
/// loud  as long as the word is large, and not 1
std::vector<Point> tips_of(const Matrix& words, bool loud) {
    Matrix ways = words;
    for (std::size_t i = 0; i < ways.rows(); ++i) {
        const double length = norm(words.row(i));
        for (double& entry : ways.row(i)) entry /= length;
    }
    const Matrix middle = mean_of_rows(ways);
    std::vector<Point> tips;
    for (std::size_t i = 0; i < ways.rows(); ++i) {
        const double side = 2 * i < ways.rows() ? -1 : 1;
        const double away = side * angle(ways.row(i), middle.row(0));
        const double length = loud ? size_of(words.row(i)) : 1;
        tips.push_back({length * std::sin(away), length * std::cos(away)});
    }
    return tips;
}

/// From where to where a row of umbrellas is drawn.
struct Frame {
    double side = 1, low = 0, high = 1.02;
};

Plot umbrella(const std::string& name, const Matrix& words, bool loud, const Frame& frame) {
    Plot plot{.name = name,
              .x = {.first = -frame.side, .last = frame.side},
              .y = {.first = frame.low, .last = frame.high},
              .below = "size " + number_label(size_of(words), 2),
              .plane = true,
              .aside = 0};
    for (const Point& tip : tips_of(words, loud)) {
        const Paint paint = loud ? blue : word_paints[plot.marks.size()];
        plot.marks.push_back(Arrow{.from = {}, .to = tip, .paint = paint});
    }
    plot.narrow = {plot};  // wider, so that four fit below one another
    plot.narrow[0].x = {.first = -2 * frame.side, .last = 2 * frame.side};
    return plot;
}

bool are_one(const Matrix& words) {
    return least_cosine(words) >= 0.99995;  // 1 to four digits
}

}  // namespace

Figure melt_figure(const std::vector<Matrix>& alone) {
    const std::size_t last = alone.size() - 1;
    Row row;
    for (std::size_t n = 0; n < std::min<std::size_t>(last, 3); ++n)
        row.push_back(umbrella(times_text(n), alone[n], false, {}));
    row.push_back(umbrella(times_text(last), alone[last], false, {}));
    return {"10_melt",
            "Attention, " + times_text(last) + ": " +
                (are_one(alone.back()) ? "four words have become one"
                                       : "the words draw together"),
            "Each arrow leans as far as its word is from the mean of all four.",
            {{key_of_words()}, row}};
}

Figure repairs_figure(const std::vector<Matrix>& ends, std::size_t rounds) {
    Frame frame{0, 0, 0};
    for (const Matrix& words : ends) {
        for (const Point& tip : tips_of(words, true)) {
            frame.side = std::max(frame.side, std::abs(tip.x));
            frame.low = std::min(frame.low, tip.y);
            frame.high = std::max(frame.high, tip.y);
        }
    }
    const auto drawn = [&](std::size_t way) {
        return umbrella(repairs[way].name, ends[way], true, frame);
    };
    const bool apart = least_cosine(ends[2]) < 0.95 && least_cosine(ends[3]) < 0.95;
    const bool melted = least_cosine(ends[0]) > 0.99 && least_cosine(ends[1]) > 0.99;
    return {
        "10_kept",
        apart && melted ? "The sum slows the melting,\nthe norm keeps the size"
                        : "Eight words, when attention is added,\nand when a norm follows",
        "Eight words after " + counted(rounds, "round") +
            ". An arrow leans as far as its word is from the mean; its length is its size.",
        {{drawn(0), drawn(1)}, {drawn(2), drawn(3)}}};
}

}  // namespace attn::chapters::ch10

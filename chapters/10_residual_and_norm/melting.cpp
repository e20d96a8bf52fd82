#include "chapters/10_residual_and_norm/melting.hpp"

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

}  // namespace

std::vector<double> cosines(const Matrix& words) {
    std::vector<double> all;
    for (std::size_t i = 0; i < words.rows(); ++i) {
        for (std::size_t j = 0; j < i; ++j)
            all.push_back(cosine(words.row(i), words.row(j)));
    }
    std::ranges::sort(all);
    return all;
}

double least_cosine(const Matrix& words) {
    return cosines(words).front();
}

const std::array<Repair, 4> repairs{{
    {"f(x)", [](const Matrix& x, const Attention& f) { return f(x); }},
    {"norm(f(x))", [](const Matrix& x, const Attention& f) { return normed(f(x)); }},
    {"x + f(x)", [](const Matrix& x, const Attention& f) { return x + f(x); }},
    {"norm(x + f(x))",
     [](const Matrix& x, const Attention& f) { return normed(x + f(x)); }},
}};

std::vector<Matrix> rounds_of(const Repair& repair, const MultiHeadAttention& attention,
                              std::size_t rounds, const AttentionMask& mask) {
    const auto f = [&](const Matrix& x) { return attention.forward(x, x, x, mask); };
    std::vector<Matrix> all{small_example::h()};
    while (all.size() <= rounds) all.push_back(repair.apply(all.back(), f));
    return all;
}

std::vector<Matrix> random_rounds(const Repair& repair, double times, std::size_t rounds,
                                  std::size_t seed) {
    constexpr std::size_t n_words = 8, d_model = 16, n_heads = 2;
    Random generator(seed);
    std::vector<Matrix> words{random_normal_matrix(n_words, d_model, generator)};
    while (words.size() <= rounds) {
        MultiHeadAttention maps = random_multi_head_attention(d_model, n_heads, generator);
        for (Linear* map : {&maps.w_q, &maps.w_k, &maps.w_v, &maps.w_o})
            *map = {.weight = map->weight * times};  // without a bias, as ours
        words.push_back(repair.apply(
            words.back(), [&](const Matrix& x) { return maps.forward(x, x, x); }));
    }
    return words;
}

std::vector<Layered> layered(const Repair& repair, double times) {
    constexpr std::size_t layers = 24, draws = 21;
    std::vector<std::vector<double>> least(layers + 1), most(layers + 1), size(layers + 1);
    for (std::size_t seed = 1; seed <= draws; ++seed) {
        const std::vector<Matrix> words = random_rounds(repair, times, layers, seed);
        for (std::size_t n = 0; n <= layers; ++n) {
            const std::vector<double> all = cosines(words[n]);
            least[n].push_back(all.front());
            most[n].push_back(all.back());
            size[n].push_back(size_of(words[n]));
        }
    }
    const auto middle = [](std::vector<double> numbers) {
        std::ranges::sort(numbers);
        return numbers[draws / 2];
    };
    std::vector<Layered> all;
    for (std::size_t n = 0; n <= layers; ++n)
        all.push_back({middle(least[n]), middle(most[n]), middle(size[n])});
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

/// Four arrows, each as far from upright as its word is from the mean direction of all, two to the left
/// and two to the right.
Plot umbrella(const std::string& name, const Matrix& words) {
    Matrix ways = words;
    for (std::size_t i = 0; i < ways.rows(); ++i) {
        const double length = norm(words.row(i));
        for (double& entry : ways.row(i)) entry /= length;
    }
    const Matrix middle = mean_of_rows(ways);
    Plot plot{.name = name,
              .x = {.first = -1, .last = 1},
              .y = {.first = 0, .last = 1.02},
              .below = "size " + number_label(size_of(words), 2),
              .plane = true,
              .aside = 0};
    double low = 0;
    for (std::size_t i = 0; i < ways.rows(); ++i) {
        const double side = 2 * i < ways.rows() ? -1 : 1;
        const double away = side * angle(ways.row(i), middle.row(0));
        low = std::min(low, std::cos(away));
        plot.marks.push_back(Arrow{
            .from = {}, .to = {std::sin(away), std::cos(away)}, .paint = word_paints[i]});
    }
    plot.y.first = low;
    plot.narrow = {plot};  // wider, so that four fit below one another
    plot.narrow[0].x = {.first = -2, .last = 2};
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
        row.push_back(umbrella(times_text(n), alone[n]));
    row.push_back(umbrella(times_text(last), alone[last]));
    return {"10_melt",
            "Attention, " + times_text(last) + ": " +
                (are_one(alone.back()) ? "four words have become one"
                                       : "the words draw together"),
            "Each arrow leans as far as its word does from the middle of all four.",
            {{key_of_words()}, row}};
}

Figure layers_figure(const std::vector<std::vector<Layered>>& ways) {
    constexpr Paint paints[] = {rust, plum, teal, blue};
    Plot plot{.x = {.name = "layers",
                    .first = 0,
                    .last = 24,
                    .ticks = ticks_at({0, 6, 12, 18, 24})},
              .y = {.name = "the two least alike: cosine",
                    .first = -1,
                    .last = 1.05,
                    .ticks = ticks_at({-1, -0.5, 0, 0.5, 1})}};
    for (std::size_t way = 0; way < ways.size(); ++way) {
        Line line{.points = {},
                  .paint = paints[way],
                  .name = repairs[way].name,
                  .dashed = way == 1};
        for (std::size_t n = 0; n < ways[way].size(); ++n)
            line.points.push_back({static_cast<double>(n), ways[way][n].least});
        plot.marks.push_back(line);
    }
    return {"10_kept",
            "Without the sum eight words are soon one, norm or no norm",
            "Random words, random maps in each layer; the median of 21 draws.",
            {{plot}}};
}

}  // namespace attn::chapters::ch10

#include "chapters/10_residual_and_norm/melting.hpp"

#include <algorithm>
#include <cmath>

#include "attn/layer_norm.hpp"
#include "attn/multi_head_attention.hpp"
#include "attn/random.hpp"
#include "attn/vector.hpp"
#include "chapters/printing/rows.hpp"
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

std::vector<Matrix> random_rounds(const Repair& repair, double times, std::size_t rounds,
                                  std::size_t seed, Part part) {
    constexpr std::size_t n_words = 8, d_model = 16, n_heads = 2;
    const AttentionMask mask =
        AttentionMask::where(n_words, n_words, [part](std::size_t query, std::size_t key) {
            return part != Part::maps || query == key;
        });
    Random generator(seed);
    std::vector<Matrix> words{random_normal_matrix(n_words, d_model, generator)};
    while (words.size() <= rounds) {
        MultiHeadAttention maps = random_multi_head_attention(d_model, n_heads, generator);
        for (Linear* map : {&maps.w_q, &maps.w_k, &maps.w_v, &maps.w_o})
            *map = {.weight = map->weight * times};  // without a bias, as ours
        if (part == Part::averages) maps.w_v = maps.w_o = {.weight = identity(d_model)};
        words.push_back(repair.apply(
            words.back(), [&](const Matrix& x) { return maps.forward(x, x, x, mask); }));
    }
    return words;
}

std::vector<Layered> layered(const Repair& repair, double times, std::size_t layers,
                             Part part) {
    constexpr std::size_t draws = 21;
    std::vector<std::vector<double>> least(layers + 1), most(layers + 1), size(layers + 1);
    for (std::size_t seed = 1; seed <= draws; ++seed) {
        const std::vector<Matrix> words = random_rounds(repair, times, layers, seed, part);
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

std::string times_text(std::size_t rounds) {
    return rounds == 0   ? "as drawn"
           : rounds == 1 ? "once"
           : rounds == 2 ? "twice"
                         : std::to_string(rounds) + " times";
}

/// The words' own numbers, a row each, divided by their size.
Plot stripes(const std::string& name, const Matrix& words) {
    const double size = size_of(words);
    Plot plot = table(name, words / size, {}, {},
                      {.palette = Palette::diverging, .limit = 2, .numbers = false});
    plot.below = "size " + number_label(size, 2);
    return plot;
}

bool are_one(const Matrix& words) {
    return least_cosine(words) >= 0.995;  // 1 to two digits
}

}  // namespace

Figure melt_figure(const std::vector<Matrix>& alone) {
    const std::size_t last = alone.size() - 1;
    Row row;
    for (std::size_t n = 0; n < std::min<std::size_t>(last, 2); ++n)
        row.push_back(stripes(times_text(n), alone[n]));
    row.push_back(stripes(times_text(last), alone[last]));
    row.push_back(ColourBars{{{"÷ size", Palette::diverging, 2}}});
    return {"10_melt",
            "Attention, " + times_text(last) + ": " +
                (are_one(alone.back()) ? "eight words have become one"
                                       : "the words draw together"),
            "A row is a word, a column one of its 16 numbers. The first of the draws.",
            {row}};
}

Figure kept_figure() {
    constexpr std::size_t rounds = 24, seed = 1;
    std::vector<Row> rows(2);
    for (std::size_t way = 0; way < repairs.size(); ++way)
        rows[way / 2].push_back(stripes(
            repairs[way].name, random_rounds(repairs[way], 1, rounds, seed).back()));
    rows[0].push_back(ColourBars{{{"÷ size", Palette::diverging, 2}}});
    rows[1].push_back(Nothing{});
    return {"10_kept", "After 24 rounds words are apart where there is a sum",
            "A row is a word, a column one of its 16 numbers. The first of the draws.",
            rows};
}

}  // namespace attn::chapters::ch10

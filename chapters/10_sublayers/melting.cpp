// What becomes of words that go through attention again and again, and the figures of it.
#include <algorithm>
#include <cmath>
#include <numbers>

#include "attn/vector.hpp"
#include "chapters/10_sublayers/10_sublayers.hpp"
#include "chapters/examples/small_layer.hpp"
#include "chapters/printing/rows.hpp"
#include "plots/labels.hpp"

namespace attn::chapters::ch10 {

using namespace plots;
using enum Paint;

double least_cosine(const Matrix& words) {
    double least = 1;
    for (std::size_t i = 0; i < words.rows(); ++i) {
        for (std::size_t j = 0; j < i; ++j)
            least = std::min(least, cosine(words.row(i), words.row(j)));
    }
    return least;
}

std::vector<Matrix> random_rounds(const Repair& repair, double times, std::size_t rounds,
                                  std::size_t seed) {
    constexpr std::size_t n_words = 8, d_model = 16, n_heads = 2;
    Random generator(seed);
    std::vector<Matrix> all{random_normal_matrix(n_words, d_model, generator)};
    while (all.size() <= rounds) {
        MultiHeadAttention maps = random_multi_head_attention(d_model, n_heads, generator);
        for (Linear* map : {&maps.w_q, &maps.w_k, &maps.w_v, &maps.w_o})
            map->weight = map->weight * times;
        const Matrix& x = all.back();
        all.push_back(repair(x, maps.forward(x, x, x)));
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
    Plot key{.x = {.last = 4}, .y = {.first = 0, .last = 0.2}, .plane = true};
    for (std::size_t i = 0; i < small_example::tokens.size(); ++i) {
        const Point at{0.1 + static_cast<double>(i), 0.1};
        key.marks.push_back(Dots{{at}, word_paints[i], small_example::tokens[i], at});
    }
    return key;
}

/// Each word an arrow of one length, as far from upright as the word is from the mean of all:
/// the first half of them to the left, the others to the right.
Plot umbrella(const Matrix& words, std::size_t rounds, double lowest) {
    Matrix ways = words;
    for (std::size_t i = 0; i < ways.rows(); ++i) {
        const double length = norm(words.row(i));
        for (double& entry : ways.row(i)) entry /= length;
    }
    const Matrix middle = mean_of_rows(ways);
    Plot plot{.name = times_text(rounds),
              .x = {.first = -1, .last = 1},
              .y = {.first = lowest, .last = 1.02},
              .below = "size " + number_label(size_of(words), 2),
              .plane = true,
              .aside = 0};
    for (std::size_t i = 0; i < ways.rows(); ++i) {
        const double side = 2 * i < ways.rows() ? -1 : 1;
        const double away = side * angle(ways.row(i), middle.row(0));
        plot.marks.push_back(Arrow{
            .from = {}, .to = {std::sin(away), std::cos(away)}, .paint = word_paints[i]});
    }
    plot.narrow = {plot};
    plot.narrow[0].x = {.first = -2, .last = 2};  // so that four fit below one another
    return plot;
}

/// The words after some of the rounds, the last among them: at most four.
Row umbrellas(const std::vector<Matrix>& rounds, std::size_t first, double lowest) {
    Row row;
    const std::size_t last = rounds.size() - 1;
    for (std::size_t n = first; n < std::min<std::size_t>(last, 3); ++n)
        row.push_back(umbrella(rounds[n], n, lowest));
    row.push_back(umbrella(rounds[last], last, lowest));
    return row;
}

bool are_one(const std::vector<Matrix>& rounds) {
    return least_cosine(rounds.back()) > 0.995;
}

}  // namespace

Figure melt_figure(const std::vector<Matrix>& alone) {
    const std::string rounds = times_text(alone.size() - 1);
    return {"10_melt",
            "Attention, " + rounds + ": " +
                (are_one(alone) ? "four words have become one" : "the words draw together"),
            "Each arrow leans as far as its word is from the mean of all four.",
            {{key_of_words()}, umbrellas(alone, 0, 0)}};
}

Figure kept_figure(const std::vector<Matrix>& added,
                   const std::vector<Matrix>& normalized) {
    return {"10_kept",
            are_one(added) && !are_one(normalized)
                ? "Added, the words still melt; added and\nnormalized, they stay apart"
                : "The words, when attention is added, and\nwhen the sum is normalized too",
            "As above: an arrow leans as far as its word is from the mean.",
            {{key_of_words()},
             {Words{"x + f(x)", true}},
             umbrellas(added, 1, 0),
             {Words{"norm(x + f(x))", true}},
             umbrellas(normalized, 1, -0.5)}};
}

}  // namespace attn::chapters::ch10

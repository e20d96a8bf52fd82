#include "chapters/10_residual_and_norm/melting.hpp"

#include <algorithm>
#include <cmath>

#include "attn/layer_norm.hpp"
#include "attn/multi_head_attention.hpp"
#include "attn/random.hpp"
#include "attn/vector.hpp"
#include "chapters/printing/rows.hpp"
#include "chapters/program/wiring.hpp"
#include "plots/labels.hpp"

namespace attn::chapters::ch10 {

using namespace plots;
using enum Paint;

namespace {

constexpr std::size_t n_draws = 201;

Matrix normed(const Matrix& x) {
    return LayerNorm{}.forward(x);
}

}  // namespace

double what_is_left(const Matrix& now, const Matrix& first) {
    double sum = 0;
    for (std::size_t i = 0; i < now.rows(); ++i) sum += cosine(now.row(i), first.row(i));
    return sum / static_cast<double>(now.rows());
}

double largest_weight(const MultiHeadTrace& attention) {
    double sum = 0;
    std::size_t n = 0;
    for (const AttentionTrace& head : attention.heads) {
        for (std::size_t i = 0; i < head.weights.rows(); ++i, ++n)
            sum += std::ranges::max(head.weights.row(i));
    }
    return sum / static_cast<double>(n);
}

double apart_to_mean(const Matrix& words) {
    const Matrix mean = mean_of_rows(words);
    Matrix apart = words;
    for (std::size_t i = 0; i < words.rows(); ++i) {
        for (std::size_t j = 0; j < words.cols(); ++j) apart(i, j) -= mean(0, j);
    }
    return size_of(apart) / size_of(mean);
}

double still_apart(const Matrix& now, const Matrix& first) {
    return apart_to_mean(now) / apart_to_mean(first);
}

const std::array<Repair, 4> repairs{{
    {"f(x)", [](const Matrix& x, const Attention& f) { return f(x); }},
    {"norm(f(x))", [](const Matrix& x, const Attention& f) { return normed(f(x)); }},
    {"x + f(x)", [](const Matrix& x, const Attention& f) { return x + f(x); }},
    {"norm(x + f(x))",
     [](const Matrix& x, const Attention& f) { return normed(x + f(x)); }},
}};

const Repair norm_in_front{
    "x + f(norm(x))", [](const Matrix& x, const Attention& f) { return x + f(normed(x)); }};

std::vector<Round> random_rounds(const Repair& repair, double times, std::size_t rounds,
                                 std::size_t seed, double nudge) {
    constexpr std::size_t n_words = 8, d_model = 16, n_heads = 2;
    Random generator(seed);
    std::vector<Round> all{{random_normal_matrix(n_words, d_model, generator)}};
    all[0].words(0, 0) += nudge;
    while (all.size() <= rounds) {
        MultiHeadAttention maps = random_multi_head_attention(d_model, n_heads, generator);
        for (Linear* map : {&maps.w_q, &maps.w_k, &maps.w_v, &maps.w_o})
            map->bias.clear();  // as ours
        maps.w_q.weight = maps.w_q.weight * times;
        maps.w_k.weight = maps.w_k.weight * times;
        Round next;
        next.words = repair.apply(all.back().words, [&](const Matrix& x) {
            const MultiHeadTrace trace = maps.trace(x, x, x);
            next.largest_weight = largest_weight(trace);
            return trace.output;
        });
        all.push_back(next);
    }
    return all;
}

std::vector<Arrived> what_arrives(const Repair& repair, double times, std::size_t rounds) {
    constexpr double nudge = 1e-6;
    std::vector<std::vector<double>> left(rounds + 1), common(rounds + 1);
    for (std::size_t seed = 1; seed <= n_draws; ++seed) {
        const auto before = random_rounds(repair, times, rounds, seed),
                   after = random_rounds(repair, times, rounds, seed, nudge);
        for (std::size_t n = 0; n <= rounds; ++n) {
            const Matrix change = after[n].words - before[n].words;
            const Matrix mean = mean_of_rows(change);
            const double all = norm(change.values()),
                         same = std::sqrt(static_cast<double>(change.rows())) *
                                norm(mean.values());
            left[n].push_back(all / nudge);
            common[n].push_back(same * same / (all * all));
        }
    }
    std::vector<Arrived> arrived;
    for (std::size_t n = 0; n <= rounds; ++n)
        arrived.push_back({median(left[n]), median(common[n])});
    return arrived;
}

std::vector<Layered> layered(const Repair& repair, double times, std::size_t rounds) {
    std::vector<std::vector<double>> apart(rounds + 1), left(rounds + 1), size(rounds + 1),
        weight(rounds + 1);
    for (std::size_t seed = 1; seed <= n_draws; ++seed) {
        const std::vector<Round> all = random_rounds(repair, times, rounds, seed);
        for (std::size_t n = 0; n <= rounds; ++n) {
            apart[n].push_back(still_apart(all[n].words, all[0].words));
            left[n].push_back(what_is_left(all[n].words, all[0].words));
            size[n].push_back(size_of(all[n].words));
            weight[n].push_back(all[n].largest_weight);
        }
    }
    std::vector<Layered> all;
    for (std::size_t n = 0; n <= rounds; ++n)
        all.push_back(
            {median(apart[n]), median(left[n]), median(size[n]), median(weight[n])});
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
    return table(name, words / size_of(words), {}, {},
                 {.palette = Palette::diverging, .limit = 2, .numbers = false});
}

}  // namespace

Figure melt_figure(const std::vector<Round>& alone) {
    const std::size_t last = alone.size() - 1;
    Row row;
    for (std::size_t n = 0; n < std::min<std::size_t>(last, 2); ++n)
        row.push_back(stripes(times_text(n), alone[n].words));
    row.push_back(stripes(times_text(last), alone[last].words));
    row.push_back(ColourBars{{{"÷ size", Palette::diverging, 2}}});
    return {"10_melt",
            "Attention, " + times_text(last) + ": " +
                (still_apart(alone.back().words, alone[0].words) < 0.005  // 0.00
                     ? "eight words have become one"
                     : "the words draw together"),
            "A row is a word, a column one of its 16 numbers. The first of the draws.",
            {row}};
}

Figure kept_figure(const std::vector<Round>& kept) {
    const std::size_t last = kept.size() - 1;
    return {"10_kept",
            "Both repairs, " + times_text(last) + ": the words are still apart",
            "The same eight words. Colours are relative to the size of a table’s numbers.",
            {{stripes(times_text(0), kept[0].words), stripes(times_text(3), kept[3].words),
              stripes(times_text(last), kept.back().words),
              ColourBars{{{"÷ size", Palette::diverging, 2}}}}}};
}

Figure nudge_figure(const std::vector<std::vector<Arrived>>& ways) {
    constexpr std::array paints{muted, teal, blue, rust};
    Plot plot{.x = {.name = "rounds", .ticks = ticks_at({0, 3, 6, 12, 18, 24})},
              .y = {.name = "what is left of a nudge (log scale)",
                    .first = 1e-13,
                    .last = 1e5,
                    .ticks = ticks_at({1e-12, 1e-8, 1e-4, 1}),
                    .log = true}};
    for (std::size_t way = 0; way < ways.size(); ++way) {
        Line line{.points = {}, .paint = paints[way], .name = repairs[way].name};
        for (std::size_t n = 0; n < ways[way].size(); ++n)
            line.points.push_back({static_cast<double>(n), ways[way][n].left});
        plot.marks.push_back(line);
    }
    return {"10_nudge",
            "With neither repair, a nudge is lost on the way",
            "How much the rows change if one number changes by 1 before the first round.",
            {{plot}}};
}

Figure sublayer_figure() {
    Plot plot = wiring("", 5.2, {{0.4, 2.8}},
                       {{{1.6, 0}, "attention"}, {{4, 1}, "norm", rust}}, 0.28);
    plot.marks.front() = Note{{0, 1}, "h", Side::left};  // as the formula calls it
    plot.narrow = {upright(plot, 3)};
    return {
        "10_sublayer",
        "Attention stands beside a word’s way, not in it",
        "The thick line is a word’s own row. Attention adds to it; the norm brings it to one size.",
        {{plot}}};
}

Figure patch_figure() {
    const auto with_patch = [](const std::string& name, const std::string& of,
                               const std::string& share, double patch) {
        Plot plane{.name = name, .height = 0.8, .plane = true};
        plane.marks = {Arrow{{}, {1, 0}, ink},
                       Arrow{{1, 0}, {1, patch}, rust},
                       Arrow{{}, {1, patch}, blue},
                       Note{{0.5, 0}, of, Side::below, ink, true},
                       Note{{1.02, patch / 2}, share, Side::right, rust, true},
                       Note{{0.45, 0.5 * patch},
                            number_label(std::hypot(1, patch), 3),
                            Side::above,
                            blue,
                            true}};
        plane.x = {.first = -0.05, .last = 1.35};
        plane.y = {.first = -0.15, .last = 0.5};
        return plane;
    };
    return {"10_patch",
            "A patch at right angles makes a row only a little longer",
            "Beside what two words have in common, and beside what they differ in.",
            {{with_patch("in common", "the mean, 1", "a third", 1.0 / 3),
              with_patch("apart", "the difference, 1", "a sixth", 1.0 / 6)}}};
}

}  // namespace attn::chapters::ch10

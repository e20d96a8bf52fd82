#include <algorithm>
#include <cmath>

#include "attn/vector.hpp"
#include "chapters/19_since_2017/19_since_2017.hpp"
#include "chapters/program/wiring.hpp"
#include "plots/labels.hpp"
#include "support/text/print.hpp"

namespace attn::chapters::ch19 {
namespace {

using namespace plots;
using enum Paint;

Point tip(double hour, double length = 1) {
    const std::vector<double> arrow = hand(hour);
    return {length * arrow[0], length * arrow[1]};
}

/// The dial with a query and a key at their places, and the angle between them filled.
Plot dial(double query_at, double key_at) {
    const double query = query_at, key = own_hour_of_key + key_at;
    Plot plot{.name = "at " + place_text(query_at) + " and " + place_text(key_at),
              .plane = true};
    Line face{.points = {}, .paint = axis, .weight = Weight::hair};
    for (int minute = 0; minute <= 60; ++minute) face.points.push_back(tip(minute / 5.0));
    plot.marks.push_back(face);
    for (const auto& [hour, side] :
         {std::pair{12, Side::above}, {3, Side::right}, {6, Side::below}, {9, Side::left}})
        plot.marks.push_back(Note{tip(hour), std::to_string(hour), side, muted});
    // The shorter way round from the query to the key.
    const double way = std::remainder(key - query, 12);
    for (int step = 0; step <= 60; ++step)
        plot.marks.push_back(Line{.points = {{}, tip(query + way * step / 60, 0.5)},
                                  .paint = gold,
                                  .weight = Weight::plain});
    plot.marks.push_back(
        Arrow{.from = {}, .to = tip(key, 0.65), .paint = rust, .weight = Weight::broad});
    plot.marks.push_back(Arrow{.from = {}, .to = tip(query, 0.95), .paint = blue});
    plot.below = "score " + number_label(dot(hand(query), hand(key)), 2);
    return plot;
}

}  // namespace

Figure dials_figure(double query_at, double key_at) {
    return {
        "19_dials",
        "A hundred places later, the same angle",
        "A place turns a hand by one hour. The query, blue, begins at 12, the key, rust, at 2.",
        {{dial(query_at, key_at), dial(query_at, key_at + 1),
          dial(query_at + 100, key_at + 101)}}};
}

Figure layouts_figure(RotaryLayout framed) {
    Matrix pairs(2, 8);
    Texts words, columns;
    for (std::size_t row = 0; row < 2; ++row) {
        for (std::size_t column = 0; column < 8; ++column) {
            const std::size_t pair = row == 0 ? column / 2 : column % 4;
            pairs(row, column) = static_cast<double>(pair) / 4 + 0.2;
            words.push_back(std::to_string(pair));
        }
    }
    for (std::size_t column = 0; column < 8; ++column)
        columns.push_back(std::to_string(column));
    return {
        "19_layouts",
        "The same eight columns, paired in two ways",
        "A cell names the pair of its column. Pair 0 turns fastest, pair 3 hardly at all.",
        {{table(
            "column", pairs, {"interleaved", "halves"}, columns,
            {.frame = Frame{.row = framed == RotaryLayout::halves ? 1u : 0u, .columns = 8},
             .texts = words})}}};
}

Figure groups_figure(std::size_t n_kv_heads) {
    constexpr std::size_t n_heads = 4;
    const std::size_t n_shared = n_heads / n_kv_heads;
    Plot plot{.plane = true};
    std::vector<Mark> parts;
    for (std::size_t h = 0; h < n_heads; ++h) {
        const Point at{2.4 * static_cast<double>(h), 1.4};
        const std::size_t shared = h / n_shared;
        const Point keys{2.4 * (static_cast<double>(shared * n_shared) +
                                static_cast<double>(n_shared - 1) / 2),
                         0};
        plot.marks.push_back(
            Line{.points = {at, keys}, .paint = muted, .weight = Weight::plain});
        parts.push_back(Part{at, "queries " + std::to_string(h)});
        if (h % n_shared == 0)
            parts.push_back(Part{keys, "keys " + std::to_string(shared), rust});
    }
    plot.marks.insert(plot.marks.end(), parts.begin(), parts.end());
    plot.narrow = {upright(plot, 4)};
    return {"19_groups",
            n_kv_heads == 1         ? "All heads of queries ask the same keys"
            : n_kv_heads == n_heads ? "Each head of queries has keys of its own"
                                    : "Neighbours ask the same keys",
            "Four heads of queries, and the keys that they ask.",
            {{plot}}};
}

Figure layers_figure() {
    constexpr Branch one_layer{1.3, 11.1};
    const auto layer = [&](const std::string& name, std::vector<Branch> branches,
                           const std::vector<Part>& parts) {
        branches.insert(branches.end(), {{1.7, 6.9}, {7.7, 10.6}});
        Plot plot = wiring(name, 13.2, branches, parts);
        for (const double edge : {one_layer.from, one_layer.to})
            plot.marks.push_back(Line{.points = {{edge, 1.5}, {edge, -0.7}},
                                      .paint = muted,
                                      .weight = Weight::hair,
                                      .dashed = true});
        plot = upright(plot, 3);
        plot.height = 1.8;
        return plot;
    };
    return {"19_layers",
            "Chapter 18’s layer and Llama’s: the same plan, other parts",
            "Downwards; in rust, what is new. Between the dashed lines: one layer.",
            {{layer("chapter 18", {{0.6, 0.6}},
                    {{{0.6, 0}, "positions, once"},
                     {{2.5, 0}, "layer norm"},
                     {{6.1, 0}, "attention"},
                     {{8.5, 0}, "layer norm"},
                     {{9.7, 0}, "ReLU network"},
                     {{12.0, 1}, "layer norm, once"}}),
              layer("Llama", {},
                    {{{2.5, 0}, "RMSNorm", rust},
                     {{3.7, 0}, "turn q and k", rust},
                     {{4.9, 0}, "share k and v", rust},
                     {{6.1, 0}, "attention"},
                     {{8.5, 0}, "RMSNorm", rust},
                     {{9.7, 0}, "gated network", rust},
                     {{12.0, 1}, "RMSNorm, once", rust}})}}};
}

namespace {

const Texts cheap{"mean taken away", "no root", "no last norm", "exponent up to 1",
                  "root twice"},
    dear{"no causal mask"}, settings{"bfloat16 angle", "4 bits", "GELU", "base 500000"};

bool holds(const Texts& names, const Harm& harm) {
    return std::ranges::find(names, harm.name) != names.end();
}

}  // namespace

std::vector<Harm> drawn_mistakes(const std::vector<Harm>& all) {
    std::vector<Harm> drawn;
    for (const Harm& harm : all) {
        if (holds(cheap, harm) || holds(dear, harm) || holds(settings, harm))
            drawn.push_back(harm);
    }
    std::ranges::stable_sort(drawn, {}, &Harm::extra);
    return drawn;
}

Figure mistakes_figure(const std::vector<Harm>& all) {
    constexpr double least = 0.01;
    const std::vector<Harm> sorted = drawn_mistakes(all);
    Plot plot{.x = {.name = "nats a token more (log scale)",
                    .first = least / 2,
                    .last = 12,
                    .ticks = {{least, "0.01 or less"}, {0.1, "0.1"}, {1, "1"}, {10, "10"}},
                    .log = true},
              .height = 0.9};
    Dots mistakes{{}, rust, "a plain mistake"}, larger{{}, plum, "one that costs"},
        others{{}, blue, "a setting, or rounding"};
    for (const Harm& harm : sorted) {
        const Point at{std::max(harm.extra, least),
                       static_cast<double>(plot.y.words.size())};
        Dots& dots = holds(cheap, harm) ? mistakes : holds(dear, harm) ? larger : others;
        dots.points.push_back(at);
        dots.named_at = at;
        plot.y.words.push_back(harm.name);
    }
    plot.marks = {mistakes, larger, others};
    return {"19_mistakes",
            "Some plain mistakes cost little",
            "One thing wrong at a time: how much more right texts surprise it.",
            {{plot}}};
}

}  // namespace attn::chapters::ch19

#include "chapters/06_masking/06_masking.hpp"

#include <algorithm>
#include <array>

#include "attn/attention.hpp"
#include "attn/mask_conventions.hpp"
#include "chapters/examples/small_example.hpp"
#include "chapters/printing/words.hpp"
#include "plots/labels.hpp"

namespace attn::chapters::ch06 {
namespace {

using namespace plots;
using enum Paint;
using small_example::tokens;

Texts numbered(const std::string& name, std::size_t n) {
    Texts names;
    for (std::size_t i = 0; i < n; ++i) names.push_back(name + std::to_string(i));
    return names;
}

/// Who may look at whom, in a colour that no weight has.
Plot permissions(const std::string& name, std::size_t n_query, std::size_t n_key,
                 CausalAlignment alignment) {
    Cells look = signed_to(4, 0);
    look.open = allowed_matrix(causal_mask(n_query, n_key, alignment));
    return table(name + ", " + std::to_string(n_query) + " × " + std::to_string(n_key),
                 look.open, numbered("q", n_query), numbered("k", n_key), look);
}

/// Weights under a mask, and the sum of each row: rust where weight is missing.
Plot with_sums(const std::string& name, const Matrix& weights, const AttentionMask& mask) {
    Plot plot = table(name, weights, tokens, tokens, {.open = allowed_matrix(mask)});
    plot.y.opposite_name = "sum";
    for (std::size_t i = 0; i < weights.rows(); ++i) {
        double sum = 0;
        for (const double weight : weights.row(i)) sum += weight;
        plot.y.opposite.push_back({number_label(sum, 2), sum < 0.995 ? rust : ink});
    }
    return plot;
}

/// What a masked key still gets, against the size of the fill: most where it falls.
std::vector<Point> leaks(double above) {
    std::vector<Point> curve{{1, leak(above, -1)}};
    for (double beyond = -30; beyond <= 21; beyond += 0.25) {
        const double size = above + beyond;
        if (size > 1) curve.push_back({size, leak(above, -size)});
    }
    return curve;
}

}  // namespace

Figure one_pass_figure() {
    using namespace small_example;
    const auto of_first = [](const Ids& words, const std::string& name,
                             const AttentionMask& mask) {
        const Matrix weights =
            scaled_dot_product_attention(select_rows(q, words), select_rows(k, words),
                                         select_rows(v, words), mask)
                .weights;
        const Texts names = in_order(tokens, words);
        return table(name, weights, names, names, {.open = allowed_matrix(mask)});
    };
    Row row;
    for (const Ids& words : {Ids{0}, {0, 1}, {0, 1, 2}}) {
        const std::size_t n = words.size();
        const auto all = [](std::size_t, std::size_t) { return true; };
        row.push_back(
            of_first(words, "run " + std::to_string(n), AttentionMask::where(n, n, all))
                .framed({.row = n - 1, .columns = n}));
    }
    row.push_back(of_first({0, 1, 2}, "one masked run", causal_mask(3))
                      .framed({.rows = 3, .columns = 3}));
    return {"06_one_pass",
            "One masked run has the last rows of all three",
            "Framed: the rows that guess the next word.",
            {row}};
}

Figure alignments_figure() {
    const auto row = [](std::size_t n_query, std::size_t n_key) {
        using enum CausalAlignment;
        return Row{permissions("first sees first", n_query, n_key, first_sees_first),
                   permissions("last sees last", n_query, n_key, last_sees_last)};
    };
    return {"06_alignments",
            "Causal has two meanings if lengths differ",
            "1 = may look, hatched = may not. A row is a query, a column a key.",
            {row(2, 5), row(5, 2)}};
}

Figure leak_figure(double fill) {
    constexpr std::array paints{teal, blue, plum, rust};
    constexpr double least = 1e-9, largest_fill = 1e4;
    const bool has_dots = fill <= -1 && fill >= -largest_fill;
    Plot plot{.x = {.name = "fill added to the masked score (log scale)",
                    .first = 1,
                    .last = largest_fill,
                    .log = true},
              .y = {.name = "what the masked key still gets (log scale)",
                    .first = least,
                    .last = 3,
                    .ticks = ticks_at({least, 1e-6, 1e-3, 1}),
                    .log = true}};
    for (const double size : {1.0, 10.0, 100.0, 1e3, largest_fill}) {
        plot.x.ticks.push_back({size, number_label(-size, 0)});
    }
    for (std::size_t c = 0; c < scores_above.size(); ++c) {
        const double above = scores_above[c], own = leak(above, fill);
        plot.marks.push_back(Line{leaks(above), paints[c], "lead " + number_label(above, 0),
                                  Point{above + 11.5, 1e-5}});
        if (has_dots && own >= least) plot.marks.push_back(Dots{{{-fill, own}}, paints[c]});
    }
    return {"06_leak",
            "A fill hides a key only if it outweighs its lead",
            (has_dots ? "Dots: --fill " + short_label(fill) + ". " : "") +
                "Lead: how far the masked score is above the other.",
            {{plot}}};
}

Figure too_late_figure(const Matrix& before, const Matrix& after,
                       const AttentionMask& mask) {
    Plot late = with_sums("masked after softmax", after, mask);
    late.y.opposite_framed = true;
    return {"06_too_late",
            "Masked too late, most rows no longer sum to 1",
            "The causal mask, before and after softmax. Beside: the sum of each row.",
            {{with_sums("masked before softmax", before, mask), late}}};
}

}  // namespace attn::chapters::ch06

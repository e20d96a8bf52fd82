#include "chapters/06_masking/figures.hpp"
#include "attn/text/print.hpp"

#include <cmath>
#include <limits>

#include "attn/mask_conventions.hpp"
#include "attn/precision/number_formats.hpp"
#include "attn/softmax.hpp"
#include "chapters/common/small_example.hpp"
#include "plots/chart.hpp"
#include "plots/panels.hpp"

namespace attn::chapters {
namespace {

using namespace plots;

constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr double infinity = std::numeric_limits<double>::infinity();

/// m where the mask allows, and NaN, a hatched cell, elsewhere.
Matrix seen(const Matrix& m, const AttentionMask& mask) {
    Matrix result = m;
    for (std::size_t i = 0; i < m.rows(); ++i) {
        for (std::size_t j = 0; j < m.cols(); ++j) {
            if (!mask.allows(i, j)) result(i, j) = nan;
        }
    }
    return result;
}

std::vector<std::string> numbered(const std::string& name, std::size_t n) {
    std::vector<std::string> names;
    for (std::size_t i = 0; i < n; ++i) names.push_back(name + std::to_string(i));
    return names;
}

}  // namespace

AttentionTrace masked_after_softmax(const Matrix& q, const Matrix& k, const Matrix& v,
                                    const AttentionMask& mask) {
    AttentionTrace trace = scaled_dot_product_attention(q, k, v);
    for (std::size_t i = 0; i < trace.weights.rows(); ++i) {
        for (std::size_t j = 0; j < trace.weights.cols(); ++j) {
            if (!mask.allows(i, j)) trace.weights(i, j) = 0;
        }
    }
    trace.output = matmul(trace.weights, v);
    return trace;
}

double leak(double above, double fill) {
    return softmax(std::vector<double>{0, above + fill})[1];
}

std::vector<Answer> answers_to(const std::vector<double>& scores,
                               const std::vector<double>& blocked) {
    std::vector<double> added = scores, added32 = scores, replaced = scores,
                        infinite = scores, none = scores;
    bool sees_any = false;
    for (std::size_t j = 0; j < scores.size(); ++j) {
        if (blocked[j] == 0) {
            sees_any = true;
            continue;
        }
        added[j] += -1e9;
        added32[j] = rounded(scores[j] - 1e9, float32);
        replaced[j] = -10000;
        infinite[j] = -infinity;
    }
    std::vector<double> zeros(scores.size(), 0.0);
    return {{"add −1e9, double", softmax(added)},
            {"add −1e9, float32", softmax(added32)},
            {"replace by −10000", softmax(replaced)},
            {"add −infinity", softmax(infinite)},
            {"our library", sees_any ? softmax(infinite) : zeros}};
}

Matrix product_in_float16(const Matrix& blocked, double fill) {
    Matrix product = blocked;
    const double small_fill = rounded(fill, float16);
    for (std::size_t i = 0; i < blocked.rows(); ++i) {
        for (double& entry : product.row(i)) entry = rounded(entry * small_fill, float16);
    }
    return product;
}

Figure alignments_figure() {
    Figure figure{
        .name = "06_alignments",
        .title = "Causal has two meanings if lengths differ",
        .subtitle = "1 = may look, hatched = may not. A row is a query, a column a key.",
        .height = 560,
        .table = {{"alignment", "query", "key", "allowed"}, {}}};
    const struct {
        const char* name;
        CausalAlignment alignment;
        double x;
    } alignments[] = {{"first sees first", CausalAlignment::first_sees_first, 90},
                      {"last sees last", CausalAlignment::last_sees_last, 430}};
    const struct {
        std::size_t n_query, n_key;
        double y;
    } sizes[] = {{2, 5, 180}, {5, 2, 336}};
    for (const auto& [name, alignment, x] : alignments) {
        figure.canvas.text({x, 112}, name, {.bold = true});
        for (const auto& [n_query, n_key, y] : sizes) {
            const AttentionMask mask = causal_mask(n_query, n_key, alignment);
            draw_heat_map(figure.canvas, {x, y}, 38,
                          {.values = seen(allowed_matrix(mask), mask),
                           .row_labels = numbered("q", n_query),
                           .column_labels = numbered("k", n_key),
                           .row_axis = "",
                           .column_axis = "",
                           .decimals = 0});
            for (std::size_t i = 0; i < n_query; ++i) {
                for (std::size_t j = 0; j < n_key; ++j) {
                    figure.table.rows.push_back({name, "q" + std::to_string(i),
                                                 "k" + std::to_string(j),
                                                 mask.allows(i, j) ? "1" : "0"});
                }
            }
        }
    }
    return figure;
}

Figure leak_figure(double fill) {
    const bool has_dots = fill <= -1 && fill >= -1e4;
    const std::string subtitle =
        (has_dots ? "Dots: --fill " + short_label(fill) + ". " : std::string()) +
        "+30: the masked score is 30 above the other.";
    Figure figure{.name = "06_leak",
                  .title = "A fill hides a key only if it dwarfs the scores",
                  .subtitle = subtitle,
                  .height = 480,
                  .table = {{"fill", "above", "weight"}, {}}};
    Chart chart(figure.canvas, {92, 140, 560, 264},
                {1,
                 1e4,
                 {{1, "−1"}, {10, "−10"}, {100, "−100"}, {1000, "−1000"}, {1e4, "−10000"}},
                 "fill added to the masked score (log scale)",
                 true},
                {1e-9,
                 3,
                 {{1e-9, "1e-9"}, {1e-6, "1e-6"}, {1e-3, "0.001"}, {1, "1"}},
                 "what the masked key still gets (log scale)",
                 true});
    const std::vector<Colour> colours{teal, blue, plum, rust};
    for (std::size_t c = 0; c < scores_above.size(); ++c) {
        std::vector<Point> curve{{1, leak(scores_above[c], -1)}};
        for (double beyond = -30; beyond <= 21; beyond += 0.25) {
            const double size = scores_above[c] + beyond;
            if (size > 1) curve.push_back({size, leak(scores_above[c], -size)});
        }
        for (const Point& p : curve) {
            figure.table.rows.push_back(
                {exact_text(-p.x), exact_text(scores_above[c]), exact_text(p.y)});
        }
        chart.curve(curve, {.colour = colours[c]});
        const double own = leak(scores_above[c], fill);
        if (has_dots && own >= 1e-9) chart.dot({-fill, own}, colours[c]);
        chart.label({scores_above[c] + 11.5, 1e-5}, {12, 0},
                    c == 0 ? "equal" : "+" + label_text(scores_above[c], 0),
                    {.colour = colours[c], .bold = true});
    }
    return figure;
}

Figure all_masked_figure(const std::vector<Answer>& answers) {
    Figure figure{.name = "06_all_masked",
                  .title = "Nothing to look at: four different answers",
                  .subtitle = "Row you with every key masked. Hatched: not a number.",
                  .height = 490};
    std::vector<std::string> names;
    HeatMap map{.values = Matrix(answers.size(), 4),
                .column_labels = small_example::tokens,
                .row_axis = "",
                .column_axis = "key (masked) →"};
    for (std::size_t i = 0; i < answers.size(); ++i) {
        for (std::size_t j = 0; j < 4; ++j) map.values(i, j) = answers[i].weights.at(j);
        names.push_back(answers[i].convention);
        figure.canvas.text({262, 202 + 56 * static_cast<double>(i)}, names[i],
                           {.align = Align::right});
    }
    draw_heat_map(figure.canvas, {276, 174}, 56, map);
    figure.table = matrix_table("convention", names, small_example::tokens, map.values);
    const char* says[] = {"no mask at all", "an even mixture", "an even mixture",
                          "not a number", "nothing"};
    for (std::size_t i = 0; i < answers.size() && i < std::size(says); ++i) {
        figure.canvas.text({520, 202 + 56 * static_cast<double>(i)}, says[i],
                           {.colour = muted});
    }
    return figure;
}

Figure too_late_figure(const Matrix& before, const Matrix& after,
                       const AttentionMask& mask) {
    using small_example::tokens;
    Figure figure{
        .name = "06_too_late",
        .title = "Masked too late, most rows no longer sum to 1",
        .subtitle =
            "The causal mask, before and after softmax. Beside: the sum of each row.",
        .height = 420,
        .table = {{"masked", "query", "key", "weight"}, {}}};
    constexpr double pitch = 56, top = 168, width = 4 * pitch;
    const struct {
        const char* when;
        const Matrix& weights;
        double x;
    } panels[] = {{"before", before, 84}, {"after", after, 400}};
    for (const auto& [when, weights, x] : panels) {
        HeatMap map{.values = seen(weights, mask),
                    .column_labels = tokens,
                    .row_axis = "",
                    .column_axis = ""};
        if (x < 100) map.row_labels = tokens;
        draw_panel(figure.canvas, {x, top}, pitch,
                   std::string("masked ") + when + " softmax", 58, map);
        figure.canvas.text({x + width + 30, top - 23}, "sum",
                           {.colour = muted, .align = Align::centre});
        for (std::size_t i = 0; i < 4; ++i) {
            double sum = 0;
            for (std::size_t j = 0; j < 4; ++j) {
                sum += weights(i, j);
                figure.table.rows.push_back(
                    {when, tokens[i], tokens[j], exact_text(weights(i, j))});
            }
            figure.canvas.text(
                {x + width + 30, top + pitch * (static_cast<double>(i) + 0.5)},
                label_text(sum, 2),
                {.colour = sum < 0.995 ? rust : ink, .align = Align::centre, .bold = true});
        }
    }
    return figure;
}

}  // namespace attn::chapters

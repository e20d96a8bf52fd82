#include "chapters/20_bug_gallery/20_bug_gallery.hpp"

#include <algorithm>
#include <cmath>
#include <exception>

namespace attn::chapters::ch20 {
namespace {

bool all_finite(const Matrix& m) {
    return std::ranges::all_of(m.values(), [](double x) { return std::isfinite(x); });
}

bool all_rows_sum_to_1(const Matrix& weights) {
    const std::vector<double> sums = sums_of_rows(weights);
    return std::all_of(sums.begin(), sums.end(),
                       [](double sum) { return std::abs(sum - 1) < 1e-6; });
}

}  // namespace

NaiveChecks naive_checks(const std::function<Result()>& mutant, const Matrix& right) {
    NaiveChecks checks;
    try {
        const Result result = mutant();
        checks.runs = true;
        checks.shape = shape_text(result.value) == shape_text(right);
        checks.finite = all_finite(result.value);
        if (result.weights) checks.sums = all_rows_sum_to_1(*result.weights);
    } catch (const std::exception&) {
        checks.runs = false;
    }
    return checks;
}

std::vector<double> sums_of_rows(const Matrix& m) {
    std::vector<double> sums(m.rows());
    for (std::size_t i = 0; i < m.rows(); ++i) {
        for (const double entry : m.row(i)) sums[i] += entry;
    }
    return sums;
}

std::vector<double> variances_of_rows(const Matrix& m) {
    return LayerNorm{}.trace(m).variance;
}

Scene causal_scene() {
    Scene scene;
    scene.mask = causal_mask(4);
    return scene;
}

Scene padded_scene() {
    Scene scene;
    scene.mask = length_mask(4, 4, 3);
    return scene;
}

Matrix open_where(const AttentionMask& mask, const Matrix& weights) {
    Matrix open(weights.rows(), weights.cols(), 1);
    for (std::size_t i = 0; i < weights.rows(); ++i) {
        for (std::size_t j = 0; j < weights.cols(); ++j) {
            if (!mask.allows(i, j) && weights(i, j) == 0) open(i, j) = 0;
        }
    }
    return open;
}

Exhibit attention_exhibit(const Words& words, const Scene& scene,
                          const std::optional<Scene>& other) {
    const Scene everyday = other.value_or(scene);
    const AttentionFunction mutant = mistakes::mutant(words.name).attention;
    const AttentionTrace right =
        scaled_dot_product_attention(scene.q, scene.k, scene.v, scene.mask);
    const AttentionTrace wrong = mutant(scene.q, scene.k, scene.v, scene.mask);
    const NaiveChecks checks = naive_checks(
        [&]() -> Result {
            const AttentionTrace trace =
                mutant(everyday.q, everyday.k, everyday.v, everyday.mask);
            return {trace.output, trace.weights};
        },
        right.output);
    Panels panels{.right = right.weights,
                  .wrong = wrong.weights,
                  .rows = small_example::tokens,
                  .columns = small_example::tokens,
                  .are_weights = true};
    panels.right_open = open_where(scene.mask, right.weights);
    panels.wrong_open = open_where(scene.mask, wrong.weights);
    return {.words = words,
            .checks = checks,
            .view = panels,
            .verdicts = verdicts_of(words.name, &Parts::attention, attention_properties())};
}

void show_row_sums(Exhibit& exhibit) {
    Panels& panels = std::get<Panels>(exhibit.view);
    panels.beside = "sum";
    panels.right_beside = sums_of_rows(panels.right);
    panels.wrong_beside = sums_of_rows(panels.wrong);
}

}  // namespace attn::chapters::ch20

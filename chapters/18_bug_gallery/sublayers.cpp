#include "chapters/18_bug_gallery/18_bug_gallery.hpp"

#include <algorithm>
#include <cmath>

namespace attn::chapters::ch18 {
namespace {

using small_example::tokens;
using small_example::word_columns;

Exhibit unbiased() {
    const NormFunction right = right_parts().norm;
    const NormFunction wrong = mistakes::mutant("unbiased_variance").norm;
    const Matrix h = small_example::h(), r = right(h, 1e-5), w = wrong(h, 1e-5);
    BarPairs bars{
        .words = {}, .right = {}, .wrong = {}, .name = "variance of a normalized row"};
    for (const std::size_t d : {2u, 4u, 8u, 64u, 512u}) {
        Matrix row(1, d);
        for (std::size_t c = 0; c < d; ++c) row(0, c) = c % 2 == 0 ? 1 : -1;
        bars.words.push_back(std::to_string(d) + " columns");
        bars.right.push_back(variances_of_rows(right(row, 0))[0]);
        bars.wrong.push_back(variances_of_rows(wrong(row, 0))[0]);
    }
    return {
        .words = {.name = "unbiased_variance",
                  .mistake = "variance divided by d − 1",
                  .threads = {{.was = "shipped", .at = "allenai/allennlp/pull/953"},
                              {.was = "a fix proposed",
                               .at = "harvardnlp/annotated-transformer/pull/119"},
                              {.was = "asked about",
                               .at = "harvardnlp/annotated-transformer/issues/122"}},
                  .caught_by = "gives variance 1",
                  .title = "Two columns show it, 512 hide it",
                  .subtitle =
                      "Variance of a normalized row. Blue: divided by d. Rust: by d − 1."},
        .checks = naive_checks([&] { return Result{wrong(h, 1e-5)}; }, r),
        .difference = max_abs_difference(r, w),
        .view = bars,
        .verdicts = verdicts_of("unbiased_variance", &Parts::norm, norm_properties())};
}

Exhibit epsilon_outside() {
    const NormFunction right = right_parts().norm;
    const NormFunction wrong = mistakes::mutant("epsilon_outside").norm;
    Curves curves{.x = {},
                  .right = {},
                  .wrong = {},
                  .x_name = "variance that comes in",
                  .y_name = "variance that goes out"};
    double difference = 0;
    for (int step = 0; step <= 80; ++step) {
        const double spread = std::pow(10.0, -4.5 + step * 0.05);
        const Matrix x{{spread, -spread, spread, -spread}};
        curves.x.push_back(spread * spread);
        curves.right.push_back(variances_of_rows(right(x, 1e-5))[0]);
        curves.wrong.push_back(variances_of_rows(wrong(x, 1e-5))[0]);
        difference =
            std::max(difference, max_abs_difference(right(x, 1e-5), wrong(x, 1e-5)));
    }
    const Matrix h = small_example::h();
    return {.words = {.name = "epsilon_outside",
                      .mistake = "epsilon outside of the root",
                      .threads = {{.was = "shipped", .at = "tracel-ai/burn/issues/2185"},
                                  {.was = "asked about",
                                   .at = "codertimo/BERT-pytorch/issues/30"}},
                      .caught_by = "adds epsilon to the variance"},
            .checks = naive_checks([&] { return Result{wrong(h, 1e-5)}; }, right(h, 1e-5)),
            .difference = difference,
            .view = curves,
            .verdicts = verdicts_of("epsilon_outside", &Parts::norm, norm_properties())};
}

Exhibit layer_exhibit(const Words& words, const EncoderLayer& shown) {
    const LayerFunction right = right_parts().layer;
    const LayerFunction wrong = mistakes::mutant(words.name).layer;
    const EncoderLayer everyday = small_example::encoder_layer();
    const Matrix h = small_example::h(), r = right(shown, h), w = wrong(shown, h);
    return {.words = words,
            .checks = naive_checks([&] { return Result{wrong(everyday, h)}; },
                                   right(everyday, h)),
            .difference = max_abs_difference(r, w),
            .view = Panels{.right = beside(r, variances_of_rows(r)),
                           .wrong = beside(w, variances_of_rows(w)),
                           .rows = tokens,
                           .columns = and_also(word_columns, "variance"),
                           .limit = 4},
            .verdicts = verdicts_of(words.name, &Parts::layer, layer_properties())};
}

Exhibit norm_place() {
    return layer_exhibit(
        {.name = "norm_place",
         .mistake = "norm before instead of after",
         .threads = {{.was = "shipped", .at = "Modalities/modalities/pull/136"},
                     {.was = "asked about",
                      .at = "harvardnlp/annotated-transformer/issues/13"},
                     {.was = "asked about", .at = "openai/CLIP/issues/91"}},
         .caught_by = "passes on normalized rows",
         .title = "Norm first, and no row leaves normalized",
         .subtitle = "One layer’s output; the variance of each row beside it."},
        small_example::encoder_layer());
}

Exhibit residual() {
    EncoderLayer silent = small_example::encoder_layer();
    silent.feed_forward.second = {Matrix(8, 4), {}};
    return layer_exhibit(
        {.name = "residual",
         .mistake = "residual taken from the wrong place",
         .threads = {{.was = "shipped",
                      .at = "strutive07/transformer-tensorflow2.0/issues/14"},
                     {.was = "asked about", .at = "JanSchm/CapMarket/issues/8"}},
         .caught_by = "adds the attention output",
         .title = "The second sum starts at the input again",
         .subtitle = "Rust: what is added to the feed-forward network’s output.",
         .about_the_tables = "In both tables the feed-forward network gives 0, so that "
                             "nothing hides the sum."},
        silent);
}

Exhibit gelu() {
    const ActivationFunction right = right_parts().gelu;
    const ActivationFunction wrong = mistakes::mutant("gelu_kind").gelu;
    Curves curves{.x = {},
                  .right = {},
                  .wrong = {},
                  .x_name = "x",
                  .y_name = "distance from x times the area, in 1/10000"};
    double difference = 0;
    for (int step = 0; step <= 200; ++step) {
        const double x = step * 0.05 - 5;
        curves.x.push_back(x);
        curves.right.push_back(0);
        const double gap = wrong(x) - right(x);
        curves.wrong.push_back(1e4 * gap);
        difference = std::max(difference, std::abs(gap));
    }
    const auto each = [](const ActivationFunction& f, Matrix m) {
        for (std::size_t i = 0; i < m.rows(); ++i) {
            for (double& entry : m.row(i)) entry = f(entry);
        }
        return m;
    };
    const Matrix h = small_example::h();
    return {
        .words = {.name = "gelu_kind",
                  .mistake = "GELU of the wrong kind",
                  .threads = {{.was = "shipped", .at = "Blaizzy/mlx-embeddings/issues/81"},
                              {.was = "asked about",
                               .at = "CyberZHG/keras-bert/issues/129"},
                              {.was = "the exact one added",
                               .at = "huggingface/candle/pull/900"}},
                  .caught_by = "is x times the area"},
        .checks = naive_checks([&] { return Result{each(wrong, h)}; }, each(right, h)),
        .difference = difference,
        .view = curves,
        .verdicts = verdicts_of("gelu_kind", &Parts::gelu, gelu_properties())};
}

}  // namespace

Family sublayers() {
    return {"sublayers",
            {{"unbiased_variance", unbiased},
             {"epsilon_outside", epsilon_outside},
             {"norm_place", norm_place},
             {"residual", residual},
             {"gelu_kind", gelu}}};
}

}  // namespace attn::chapters::ch18

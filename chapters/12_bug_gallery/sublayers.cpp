#include <algorithm>
#include <cmath>

#include "attn/activation.hpp"
#include "attn/properties/gelu_properties.hpp"
#include "attn/properties/layer_properties.hpp"
#include "attn/properties/norm_properties.hpp"
#include "chapters/12_bug_gallery/scenes.hpp"
#include "chapters/bugs/sublayers.hpp"

namespace attn::chapters::ch12 {
namespace {

using small_example::tokens;
using small_example::word_columns;

Exhibit unbiased() {
    const NormFunction right = [](const Matrix& x, double epsilon) {
        return LayerNorm{.epsilon = epsilon}.forward(x);
    };
    const NormFunction wrong = bugs::norm_with_unbiased_variance;
    const Matrix h = small_example::h(), r = right(h, 1e-5), w = wrong(h, 1e-5);
    BarPairs bars{{}, {}, {}, "variance of a normalized row"};
    for (const std::size_t d : {2u, 4u, 8u, 64u, 512u}) {
        Matrix row(1, d);
        for (std::size_t c = 0; c < d; ++c) row(0, c) = c % 2 == 0 ? 1 : -1;
        bars.words.push_back(std::to_string(d) + " columns");
        bars.right.push_back(variances_of_rows(right(row, 0))[0]);
        bars.wrong.push_back(variances_of_rows(wrong(row, 0))[0]);
    }
    return {{"unbiased_variance",
             "variance divided by d − 1",
             {{"shipped", "allenai/allennlp/pull/953"},
              {"a fix proposed", "harvardnlp/annotated-transformer/pull/119"},
              {"asked about", "harvardnlp/annotated-transformer/issues/122"}},
             "gives variance 1",
             "Two columns show it, 512 hide it",
             "Variance of a normalized row. Blue: divided by d. Rust: by d − 1."},
            naive_checks([&] { return Result{wrong(h, 1e-5)}; }, r),
            max_abs_difference(r, w),
            bars,
            verdicts_of(norm_properties(), right, wrong)};
}

Exhibit epsilon_outside() {
    const NormFunction right = [](const Matrix& x, double epsilon) {
        return LayerNorm{.epsilon = epsilon}.forward(x);
    };
    const NormFunction wrong = bugs::norm_with_epsilon_outside;
    Curves curves{.x = {},
                  .right = {},
                  .wrong = {},
                  .x_name = "variance of the row that comes in",
                  .y_name = "variance that goes out",
                  .x_ticks = {1e-9, 1e-7, 1e-5, 1e-3, 1e-1},
                  .y_ticks = {0, 0.25, 0.5, 0.75, 1},
                  .log_x = true};
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
    return {{"epsilon_outside",
             "epsilon outside of the root",
             {{"shipped", "tracel-ai/burn/issues/2185"},
              {"asked about", "codertimo/BERT-pytorch/issues/30"}},
             "adds epsilon to the variance",
             "Outside of the root, epsilon forgets its duty",
             "Epsilon 1e-5. Inside, a row of that variance is brought to one half."},
            naive_checks([&] { return Result{wrong(h, 1e-5)}; }, right(h, 1e-5)),
            difference,
            curves,
            verdicts_of(norm_properties(), right, wrong)};
}

Exhibit layer_exhibit(const Words& words, const LayerFunction& wrong,
                      const EncoderLayer& shown) {
    const LayerFunction right = [](const EncoderLayer& layer, const Matrix& x) {
        return layer.forward(x);
    };
    const EncoderLayer everyday = small_example::encoder_layer();
    const Matrix h = small_example::h(), r = right(shown, h), w = wrong(shown, h);
    return {words,
            naive_checks([&] { return Result{wrong(everyday, h)}; }, right(everyday, h)),
            max_abs_difference(r, w),
            Panels{beside(r, variances_of_rows(r)), beside(w, variances_of_rows(w)), tokens,
                   and_also(word_columns, "variance"), false, 4},
            verdicts_of(layer_properties(), right, wrong)};
}

Exhibit norm_place() {
    return layer_exhibit({"norm_place",
                          "norm before instead of after",
                          {{"shipped", "Modalities/modalities/pull/136"},
                           {"asked about", "harvardnlp/annotated-transformer/issues/13"},
                           {"asked about", "openai/CLIP/issues/91"}},
                          "passes on normalized rows",
                          "Norm first, and no row leaves normalized",
                          "One layer’s output; the variance of each row beside it."},
                         bugs::norm_before, small_example::encoder_layer());
}

Exhibit residual() {
    EncoderLayer silent = small_example::encoder_layer();
    silent.feed_forward.second = {Matrix(8, 4), {}};
    return layer_exhibit({"residual",
                          "residual taken from the wrong place",
                          {{"shipped", "strutive07/transformer-tensorflow2.0/issues/14"},
                           {"asked about", "JanSchm/CapMarket/issues/8"}},
                          "adds the attention output",
                          "The second sum starts at the input again",
                          "Rust: what is added to the feed-forward network’s output."},
                         bugs::residual_from_the_input, silent);
}

Exhibit gelu() {
    const ActivationFunction right = gelu_exact, wrong = bugs::gelu_of_the_wrong_kind;
    Curves curves{.x = {},
                  .right = {},
                  .wrong = {},
                  .x_name = "x",
                  .y_name = "distance from x times the area, in 1/10000",
                  .least = -6,
                  .most = 6,
                  .x_ticks = {-5, -2.5, 0, 2.5, 5},
                  .y_ticks = {-4, 0, 4}};
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
    return {{"gelu_kind",
             "GELU of the wrong kind",
             {{"shipped", "Blaizzy/mlx-embeddings/issues/81"},
              {"asked about", "CyberZHG/keras-bert/issues/129"},
              {"the exact one added", "huggingface/candle/pull/900"}},
             "is x times the area",
             "Two GELUs, less than 0.0005 apart",
             "The tanh formula minus the exact one."},
            naive_checks([&] { return Result{each(wrong, h)}; }, each(right, h)),
            difference,
            curves,
            verdicts_of(gelu_properties(), right, wrong)};
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

}  // namespace attn::chapters::ch12

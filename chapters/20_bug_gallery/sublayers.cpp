#include "chapters/20_bug_gallery/20_bug_gallery.hpp"

#include <cmath>

namespace attn::chapters::ch20 {
namespace {

using small_example::tokens;
using small_example::word_columns;

Exhibit unbiased() {
    const NormFunction right = right_parts().norm;
    const NormFunction wrong = mistakes::mutant("unbiased_variance").norm;
    const Matrix h = small_example::h(), r = right(h, 0), w = wrong(h, 0);
    return {.words = {.name = "unbiased_variance",
                      .mistake = "variance over d − 1",
                      .caught_by = "gives variance 1",
                      .title = "Divided by 3 where 4 belongs, no row has the variance 1",
                      .subtitle = "Normalized rows; the variance of each beside it."},
            .checks = naive_checks([&] { return Result{w}; }, r),
            .view = Panels{.right = r,
                           .wrong = w,
                           .rows = tokens,
                           .columns = word_columns,
                           .beside = "variance",
                           .right_beside = variances_of_rows(r),
                           .wrong_beside = variances_of_rows(w)},
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
    for (int step = 0; step <= 80; ++step) {
        const double spread = std::pow(10.0, -4.5 + step * 0.05);
        const Matrix x{{spread, -spread, spread, -spread}};
        curves.x.push_back(spread * spread);
        curves.right.push_back(variances_of_rows(right(x, 1e-5))[0]);
        curves.wrong.push_back(variances_of_rows(wrong(x, 1e-5))[0]);
    }
    const Matrix h = small_example::h();
    return {.words = {.name = "epsilon_outside",
                      .mistake = "epsilon outside root",
                      .caught_by = "adds epsilon to the variance"},
            .checks = naive_checks([&] { return Result{wrong(h, 1e-5)}; }, right(h, 1e-5)),
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
            .view = Panels{.right = r,
                           .wrong = w,
                           .rows = tokens,
                           .columns = word_columns,
                           .limit = 4,
                           .beside = "variance",
                           .right_beside = variances_of_rows(r),
                           .wrong_beside = variances_of_rows(w)},
            .verdicts = verdicts_of(words.name, &Parts::layer, layer_properties())};
}

Exhibit norm_place() {
    return layer_exhibit(
        {.name = "norm_place",
         .mistake = "norm put before",
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
         .mistake = "residual from input",
         .caught_by = "adds the attention output",
         .title = "The second sum starts at the input again",
         .subtitle = "Rust: what is added to the feed-forward network’s output."},
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
    for (int step = 0; step <= 200; ++step) {
        const double x = step * 0.05 - 5;
        curves.x.push_back(x);
        curves.right.push_back(0);
        curves.wrong.push_back(1e4 * (wrong(x) - right(x)));
    }
    const auto each = [](const ActivationFunction& f, Matrix m) {
        for (std::size_t i = 0; i < m.rows(); ++i) {
            for (double& entry : m.row(i)) entry = f(entry);
        }
        return m;
    };
    const Matrix h = small_example::h();
    return {.words = {.name = "gelu_kind",
                      .mistake = "the other GELU",
                      .caught_by = "is x times the area"},
            .checks = naive_checks([&] { return Result{each(wrong, h)}; }, each(right, h)),
            .view = curves,
            .verdicts = verdicts_of("gelu_kind", &Parts::gelu, gelu_properties())};
}

}  // namespace

Family sublayers() {
    return {"sublayers", {unbiased, epsilon_outside, norm_place, residual, gelu}};
}

}  // namespace attn::chapters::ch20

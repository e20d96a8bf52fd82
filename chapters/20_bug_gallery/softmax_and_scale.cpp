#include "chapters/20_bug_gallery/20_bug_gallery.hpp"

#include "attn/multi_head_attention.hpp"

namespace attn::chapters::ch20 {
namespace {

Scene first_head() {
    const auto head = [](const Matrix& m) { return split_heads(m, 2)[0]; };
    Scene scene;
    scene.q = head(small_example::q);
    scene.k = head(small_example::k);
    scene.v = head(small_example::v);
    return scene;
}

Exhibit softmax_axis() {
    Exhibit exhibit =
        attention_exhibit({.name = "softmax_axis",
                           .mistake = "softmax on columns",
                           .caught_by = "rows sum to 1",
                           .title = "Down the columns, no row’s weights sum to 1",
                           .subtitle = "Weights, and the sum of each row beside them."},
                          {});
    show_row_sums(exhibit);
    return exhibit;
}

Exhibit exponential() {
    Exhibit exhibit = attention_exhibit(
        {.name = "no_exponential",
         .mistake = "no exponential",
         .caught_by = "ignores shifted keys",
         .title = "Without exp, weights fall below 0 and pass 1",
         .subtitle = "Each score divided by its row’s sum: the rows still sum to 1."},
        {});
    show_row_sums(exhibit);
    Panels& panels = std::get<Panels>(exhibit.view);
    panels.are_weights = false;
    panels.limit = 2;
    return exhibit;
}

Exhibit scale_model() {
    return attention_exhibit({.name = "scale_model",
                              .mistake = "divided by √d_model",
                              .caught_by = "has unit variance"},
                             first_head());
}

Exhibit scale_twice() {
    return attention_exhibit({.name = "scale_twice",
                              .mistake = "divided by √d_k twice",
                              .caught_by = "has unit variance"},
                             {});
}

Exhibit no_scale() {
    return attention_exhibit({.name = "no_scale",
                              .mistake = "not divided at all",
                              .caught_by = "has unit variance"},
                             {});
}

Exhibit running_maximum() {
    const SoftmaxFunction right = right_parts().softmax;
    const SoftmaxFunction wrong = mistakes::mutant("running_max").softmax;
    const auto weights = [](const SoftmaxFunction& f, double c) {
        return f(std::vector<double>{c, c + 1, c - 1, c + 2});
    };
    const auto as_matrix = [&](const SoftmaxFunction& f, double c) {
        Matrix m(1, 4);
        m.set_row(0, weights(f, c));
        return m;
    };
    Curves curves{.x = {},
                  .right = {},
                  .wrong = {},
                  .x_name = "added to all scores",
                  .y_name = "largest weight"};
    for (int step = 0; step <= 200; ++step) {
        curves.x.push_back(step * 100 - 20000.0);
        curves.right.push_back(weights(right, curves.x.back())[3]);
        curves.wrong.push_back(weights(wrong, curves.x.back())[3]);
    }
    return {.words = {.name = "running_max",
                      .mistake = "max from −10000",
                      .caught_by = "ignores any constant"},
            .checks = naive_checks(
                [&]() -> Result {
                    return {as_matrix(wrong, 0), as_matrix(wrong, 0)};
                },
                as_matrix(right, 0)),
            .view = curves,
            .verdicts = verdicts_of("running_max", &Parts::softmax, softmax_properties())};
}

}  // namespace

Family softmax_and_scale() {
    return {
        "softmax and scale",
        {softmax_axis, exponential, scale_model, scale_twice, no_scale, running_maximum}};
}

}  // namespace attn::chapters::ch20

#include "chapters/20_bug_gallery/20_bug_gallery.hpp"

namespace attn::chapters::ch20 {
namespace {

using small_example::word_columns;

/// The matrix, and below it its first rows again.
Matrix rows_once_more(const Matrix& m, std::size_t n) {
    Matrix longer(m.rows() + n, m.cols());
    for (std::size_t i = 0; i < longer.rows(); ++i) {
        longer.set_row(i, m.row(i % m.rows()));
    }
    return longer;
}

Exhibit dropout_on() {
    const DropoutFunction right = right_parts().dropout;
    const DropoutFunction wrong = mistakes::mutant("dropout_on").dropout;
    const Matrix h = small_example::h();
    Matrix three(3, 4);
    for (std::size_t i = 0; i < 3; ++i) three.set_row(i, h.row(1));
    Random generator(4);
    const Matrix r = right(three, 0.25, Mode::evaluation, generator);
    const Matrix w = wrong(three, 0.25, Mode::evaluation, generator);
    return {
        .words = {.name = "dropout_on",
                  .mistake = "dropout left on",
                  .caught_by = "does nothing in evaluation",
                  .title = "Asked three times, the mutant answers in three ways",
                  .subtitle =
                      "“love” with its position goes three times through dropout of 0.25."},
        .checks = naive_checks(
            [&] { return Result{wrong(h, 0.25, Mode::evaluation, generator)}; }, h),
        .view = Panels{.right = r,
                       .wrong = w,
                       .rows = {"1st", "2nd", "3rd"},
                       .columns = word_columns},
        .verdicts = verdicts_of("dropout_on", &Parts::dropout, dropout_properties())};
}

Exhibit online_blocks() {
    Exhibit exhibit = attention_exhibit(
        {.name = "online_blocks",
         .mistake = "each block by itself",
         .caught_by = "rows sum to 1",
         .title = "Two blocks, and every row’s weights sum to 2",
         .subtitle =
             "Six keys in blocks of four and two; the sum of each row beside them."},
        scene_of_six_keys(), Scene{});
    show_row_sums(exhibit);
    Panels& panels = std::get<Panels>(exhibit.view);
    panels.columns = {"I", "love", "you", "all", "I", "love"};
    return exhibit;
}

}  // namespace

Scene scene_of_six_keys() {
    Scene scene;
    scene.k = rows_once_more(scene.k, 2);
    scene.v = rows_once_more(scene.v, 2);
    scene.mask = length_mask(4, 6, 6);
    return scene;
}

Family dropout_and_blocks() {
    return {"dropout and blocks", {dropout_on, online_blocks}};
}

}  // namespace attn::chapters::ch20

#include "chapters/20_bug_gallery/20_bug_gallery.hpp"

namespace attn::chapters::ch20 {
namespace {

using small_example::tokens;
using small_example::word_columns;

Exhibit inverted() {
    return attention_exhibit(
        {.name = "mask_inverted",
         .mistake = "mask inverted",
         .caught_by = "gives masked keys nothing",
         .title = "Everybody attends to the padding, and to nothing else",
         .subtitle =
             "“all” stands for padding. Hatched: forbidden, a weight of exactly 0."},
        padded_scene());
}

Exhibit after_softmax() {
    Exhibit exhibit = attention_exhibit(
        {.name = "mask_after_softmax",
         .mistake = "mask after softmax",
         .caught_by = "rows sum to 1",
         .title = "What the mask takes away is missing from the sum",
         .subtitle =
             "Causal mask. Hatched: forbidden. Beside each row: the sum of what remains."},
        causal_scene());
    show_row_sums(exhibit);
    return exhibit;
}

Exhibit on_rows() {
    Exhibit exhibit = attention_exhibit(
        {.name = "mask_rows",
         .mistake = "padding masks rows",
         .caught_by = "hides the future",
         .title = "Masking rows with −1e9 added changes no weight",
         .subtitle = "“all” stands for padding, and gets weight as if there were no mask."},
        padded_scene());
    Panels& panels = std::get<Panels>(exhibit.view);
    const Scene open;
    panels.third_name = "no mask";
    panels.third = scaled_dot_product_attention(open.q, open.k, open.v).weights;
    return exhibit;
}

Exhibit small_fill() {
    Scene scene = causal_scene();
    scene.q = scene.q * 8;
    return attention_exhibit(
        {.name = "fill_small",
         .mistake = "masked with −10",
         .caught_by = "gives masked keys nothing",
         .title = "Behind a fill of −10, the future shines through",
         .subtitle = "Causal mask, queries eight times as long. Hatched: exactly 0."},
        scene);
}

Exhibit clipped() {
    return attention_exhibit(
        {.name = "clip_after_mask",
         .mistake = "clipped too late",
         .caught_by = "gives masked keys nothing",
         .title = "Clipped to −5, a forbidden key is open again",
         .subtitle = "Causal mask. Hatched: exactly 0. The mutant leaves no cell masked."},
        causal_scene());
}

Exhibit nan_row() {
    Scene scene = causal_scene();
    scene.mask =
        scene.mask & AttentionMask::where(
                         4, 4, [](std::size_t query, std::size_t) { return query != 1; });
    Exhibit exhibit = attention_exhibit(
        {.name = "nan_row",
         .mistake = "NaN, no key open",
         .caught_by = "gives zeros when all is masked",
         .title = "“love” may attend to nobody, and gets NaN",
         .subtitle = "The outputs. NaN comes from −∞ less the largest score, −∞."},
        scene, causal_scene());
    const auto output = [&](const AttentionFunction& f) {
        return f(scene.q, scene.k, scene.v, scene.mask).output;
    };
    exhibit.view = Panels{.right = output(right_parts().attention),
                          .wrong = output(mistakes::mutant("nan_row").attention),
                          .rows = tokens,
                          .columns = word_columns};
    return exhibit;
}

Exhibit causal_corner() {
    const auto trace = [](const AttentionMask& mask) {
        const Matrix q{{2, -1, -1, 1}, {1, 1, -2, -1}};  // you, all
        return scaled_dot_product_attention(q, small_example::k, small_example::v, mask);
    };
    const AttentionMask right_mask = right_parts().causal_mask(2, 4);
    const AttentionMask wrong_mask = mistakes::mutant("causal_corner").causal_mask(2, 4);
    const AttentionTrace r = trace(right_mask), w = trace(wrong_mask);
    Panels panels{.right = r.weights,
                  .wrong = w.weights,
                  .rows = {"you", "all"},
                  .columns = tokens,
                  .are_weights = true};
    panels.right_open = open_where(right_mask, r.weights);
    panels.wrong_open = open_where(wrong_mask, w.weights);
    const Words words = {
        .name = "causal_corner",
        .mistake = "wrong corner",
        .caught_by = "continues a sentence",
        .title = "From the wrong corner, “you” can only see “I”",
        .subtitle = "The last two words are asked alone; all four keys were kept."};
    return {
        .words = words,
        .checks = naive_checks(
            [&]() -> Result {
                return {w.output, w.weights};
            },
            r.output),
        .view = panels,
        .verdicts = verdicts_of(words.name, &Parts::causal_mask, causal_mask_properties())};
}

}  // namespace

Family masks() {
    return {
        "masks",
        {inverted, after_softmax, on_rows, small_fill, clipped, nan_row, causal_corner}};
}

}  // namespace attn::chapters::ch20

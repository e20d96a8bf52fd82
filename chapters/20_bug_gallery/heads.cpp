#include "chapters/20_bug_gallery/20_bug_gallery.hpp"

#include <vector>

namespace attn::chapters::ch20 {
namespace {

using small_example::tokens;
using small_example::word_columns;

/// The small example's two heads, cut and glued by the given functions.
Result two_heads(const HeadFunctions& heads) {
    const MultiHeadTrace right = small_example::attention(2).trace(
        small_example::x, small_example::x, small_example::x);
    const auto q = heads.split(right.q, 2), k = heads.split(right.k, 2),
               v = heads.split(right.v, 2);
    std::vector<Matrix> outputs;
    Matrix weights(8, 4);
    for (std::size_t h = 0; h < 2; ++h) {
        const AttentionTrace trace = scaled_dot_product_attention(q[h], k[h], v[h]);
        outputs.push_back(trace.output);
        for (std::size_t i = 0; i < 4; ++i) {
            weights.set_row(4 * h + i, trace.weights.row(i));
        }
    }
    return {matmul(heads.merge(outputs), small_example::w_o), weights};
}

Exhibit heads_exhibit(const Words& words) {
    const HeadFunctions wrong = mistakes::mutant(words.name).heads;
    const Result r = two_heads(right_parts().heads), w = two_heads(wrong);
    return {.words = words,
            .checks = naive_checks([&] { return two_heads(wrong); }, r.value),
            .view = Panels{.right = r.value,
                           .wrong = w.value,
                           .rows = tokens,
                           .columns = word_columns},
            .verdicts = verdicts_of(words.name, &Parts::heads, head_properties())};
}

Exhibit split_reshape() {
    return heads_exhibit(
        {.name = "split_reshape",
         .mistake = "heads by reshaping",
         .caught_by = "keeps tokens apart",
         .title = "By reshaping, head 1 gets two whole words",
         .subtitle = "Whose numbers stand in head 1. Rust: another word’s."});
}

Exhibit merge_order() {
    return heads_exhibit(
        {.name = "merge_order",
         .mistake = "heads out of order",
         .caught_by = "merging undoes splitting",
         .title = "Head 2 before head 1:\nperson and feeling change places",
         .subtitle = "The output of two heads, both of them right."});
}

}  // namespace

Family heads() {
    return {"heads", {split_reshape, merge_order}};
}

}  // namespace attn::chapters::ch20

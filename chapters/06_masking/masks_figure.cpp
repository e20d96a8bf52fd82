#include "chapters/06_masking/06_masking.hpp"

// What a mask does, the causal one and that of padding.
#include "chapters/examples/small_example.hpp"
#include "support/text/print.hpp"

namespace attn::chapters::ch06 {

using namespace plots;
using small_example::tokens;

namespace {

/// 1 where a score was left as it is, 0 where it was masked.
Matrix open_cells(const AttentionTrace& trace) {
    Matrix open(trace.masked.rows(), trace.masked.cols());
    for (std::size_t i = 0; i < open.rows(); ++i) {
        for (std::size_t j = 0; j < open.cols(); ++j) {
            open(i, j) = trace.masked(i, j) == trace.scaled(i, j) ? 1 : 0;
        }
    }
    return open;
}

/// From left to right: the scores, the scores with some masked, the weights.
std::vector<Plot> scores_to_weights(const AttentionTrace& trace, const Texts& words) {
    Cells masked = signed_to(2, 1);
    masked.open = open_cells(trace);
    return {table("scaled scores", trace.scaled, words, words, signed_to(2, 1)),
            table("masked scores", trace.masked, words, words, masked),
            table("weights", trace.weights, words, words, {.open = masked.open})
                .made_by({"softmax", "masked scores"})};
}

Row with_steps(const std::vector<Plot>& plots) {
    return {plots[0], Step{"mask"}, plots[1], Step{"softmax"}, plots[2]};
}

}  // namespace

Figure masks_figure(const AttentionTrace& causal) {
    std::vector<Plot> story = scores_to_weights(causal, tokens);
    for (Plot& plot : story) plot = plot.framed({.row = 1, .rows = 1, .columns = 4});
    return {"06_masks",
            "A masked key gets −∞, and then no weight",
            "Rows look, columns are looked at. No word sees what comes later.",
            {with_steps(story)}};
}

Figure padding_figure(const AttentionTrace& padding, const Texts& padded) {
    return {"06_padding",
            "A padding mask closes a column, and no row",
            "Rows look, columns are looked at. No word sees “<pad>”.",
            {with_steps(scores_to_weights(padding, padded))}};
}

}  // namespace attn::chapters::ch06

#include "chapters/11_encoder/11_encoder.hpp"

#include <algorithm>

#include "attn/embedding.hpp"
#include "attn/positional_encoding.hpp"
#include "chapters/examples/small_layer.hpp"
#include "chapters/printing/rows.hpp"
#include "chapters/study_notes/sae.hpp"
#include "support/text/print.hpp"

namespace attn::chapters::ch11 {
namespace {

std::vector<std::string> words_of(const notes::Ids& ids) {
    std::vector<std::string> words;
    for (const std::size_t id : ids)
        words.push_back(id < 4 ? small_example::tokens[id] : "<pad>");
    return words;
}

}  // namespace

std::vector<PaddedSentence> padded_batch(double fill) {
    constexpr std::size_t pad = 4;
    const EncoderLayer layer = small_example::encoder_layer();
    const PositionTable positions{positional_encoding(4, 4)};
    const Embedding zeros =
        with_padding({select_rows(small_example::x, {0, 1, 2, 3, 0})}, pad);
    Embedding filled = zeros;
    std::fill(filled.table.row(pad).begin(), filled.table.row(pad).end(), fill);
    const notes::IdBatch sentences{{0, 1, 2, 3}, {0, 1, 2}, {0, 1}};
    std::vector<PaddedSentence> batch;
    for (const notes::Ids& alone : sentences) {
        notes::Ids ids = alone;
        ids.resize(4, pad);
        const AttentionMask mask = padding_mask(4, ids, pad);
        const Matrix h = positions.add_to(zeros.forward(ids));
        const Matrix of_fill = positions.add_to(filled.forward(ids));
        const EncoderLayerTrace trace = layer.trace(h, mask);
        batch.push_back({.words = words_of(ids),
                         .mask = mask,
                         .input = h,
                         .weights = trace.attention.heads[0].weights,
                         .alone = layer.forward(positions.add_to(zeros.forward(alone))),
                         .zeros = trace.output,
                         .filled = layer.forward(of_fill, mask),
                         .unmasked = layer.forward(h),
                         .filled_unmasked = layer.forward(of_fill)});
    }
    return batch;
}

std::vector<std::string> distances(const std::string& name, const Matrix& padded,
                                   const Matrix& alone) {
    std::vector<std::string> line{name};
    for (std::size_t i = 0; i < alone.rows(); ++i) {
        const double distance = max_abs_difference(row_of(padded, i), row_of(alone, i));
        line.push_back(distance == 0 ? "0" : number_text(distance, 4));
    }
    return line;
}

}  // namespace attn::chapters::ch11

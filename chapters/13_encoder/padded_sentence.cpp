#include "chapters/13_encoder/13_encoder.hpp"

#include "attn/embedding.hpp"
#include "attn/positional_encoding.hpp"
#include "chapters/examples/small_layer.hpp"
#include "chapters/printing/rows.hpp"
#include "chapters/study_notes/sae.hpp"
#include "support/text/print.hpp"

namespace attn::chapters::ch13 {

PaddedSentence padded_sentence() {
    constexpr std::size_t pad = 4;
    const notes::Ids alone{0, 1, 2}, ids{0, 1, 2, pad};
    const EncoderLayer layer = small_example::encoder_layer();
    const PositionTable positions{positional_encoding(4, 4)};
    const Embedding words =
        with_padding({select_rows(small_example::x, {0, 1, 2, 3, 0})}, pad);
    const Matrix h = positions.add_to(words.forward(ids));
    return {.input = h,
            .alone = layer.forward(positions.add_to(words.forward(alone))),
            .unmasked = layer.forward(h),
            .masked = layer.forward(h, padding_mask(4, ids, pad))};
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

}  // namespace attn::chapters::ch13

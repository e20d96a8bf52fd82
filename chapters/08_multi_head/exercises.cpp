#include "chapters/08_multi_head/exercises.hpp"

#include "chapters/printing/not_written_yet.hpp"

namespace attn::exercises {

Matrix multi_head_attention(const Matrix& x, const MultiHeadAttention& layer,
                            const AttentionMask& mask) {
    not_written_yet("multi_head_attention", __FILE__);
}

MultiHeadAttention without_head(MultiHeadAttention layer, std::size_t head) {
    not_written_yet("without_head", __FILE__);
}

bool splits_columns(const SplitFunction& split) {
    not_written_yet("splits_columns", __FILE__);
}

}  // namespace attn::exercises

#include "chapters/08_multi_head/exercises.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>

#include "attn/attention.hpp"

namespace attn::exercises {

Matrix multi_head_attention(const Matrix& x, const MultiHeadAttention& layer,
                            const AttentionMask& mask) {
    const std::vector<Matrix> q = split_heads(layer.w_q.forward(x), layer.n_heads);
    const std::vector<Matrix> k = split_heads(layer.w_k.forward(x), layer.n_heads);
    const std::vector<Matrix> v = split_heads(layer.w_v.forward(x), layer.n_heads);
    std::vector<Matrix> outputs;
    for (std::size_t i = 0; i < layer.n_heads; ++i)
        outputs.push_back(scaled_dot_product_attention(q[i], k[i], v[i], mask).output);
    return layer.w_o.forward(merge_heads(outputs));
}

MultiHeadAttention without_head(MultiHeadAttention layer, std::size_t head) {
    if (head >= layer.n_heads) {
        throw std::out_of_range("without_head: head is " + std::to_string(head) +
                                ", n_heads is " + std::to_string(layer.n_heads));
    }
    const std::size_t width = layer.w_v.weight.cols() / layer.n_heads;
    for (std::size_t i = head * width; i < (head + 1) * width; ++i) {
        const auto row = layer.w_o.weight.row(i);
        std::fill(row.begin(), row.end(), 0.0);
    }
    return layer;
}

bool splits_columns(const SplitFunction& split) {
    const Matrix m{{1, 2, 3, 4, 5, 6}, {7, 8, 9, 10, 11, 12}};
    return split(m, 2) ==
           std::vector<Matrix>{{{1, 2, 3}, {7, 8, 9}}, {{4, 5, 6}, {10, 11, 12}}};
}

}  // namespace attn::exercises

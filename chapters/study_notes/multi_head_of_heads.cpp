#include "chapters/study_notes/multi_head_of_heads.hpp"

#include <string>

#include "attn/shape_error.hpp"

namespace attn::notes {
namespace {

/// The linear map cut into n_heads parts of its columns, each with its part of the bias.
std::vector<Linear> parts_of(const Linear& linear, std::size_t n_heads) {
    std::vector<Linear> parts;
    for (const Matrix& weight : split_heads(linear.weight, n_heads)) {
        Linear part{weight};
        for (std::size_t j = 0; j < weight.cols() && !linear.bias.empty(); ++j) {
            part.bias.push_back(linear.bias.at(parts.size() * weight.cols() + j));
        }
        parts.push_back(part);
    }
    return parts;
}

}  // namespace

AttentionTrace Head::forward(const Matrix& x) const {
    return scaled_dot_product_attention(query.forward(x), key.forward(x), value.forward(x));
}

MultiHeadOfHeads::MultiHeadOfHeads(std::size_t embedding_dim, std::size_t n_heads,
                                   Random& generator) {
    if (n_heads == 0 || embedding_dim % n_heads != 0) {
        throw ShapeError("MultiHeadOfHeads: embedding_dim is " +
                         std::to_string(embedding_dim) + ", n_heads is " +
                         std::to_string(n_heads) + "; n_heads must divide embedding_dim");
    }
    const std::size_t attention_dim = embedding_dim / n_heads;
    for (std::size_t h = 0; h < n_heads; ++h) {
        Head head;
        for (Linear* linear : {&head.query, &head.key, &head.value}) {
            *linear = random_linear(embedding_dim, attention_dim, generator);
        }
        heads.push_back(head);
    }
    out = random_linear(embedding_dim, embedding_dim, generator);
}

MultiHeadOfHeads::MultiHeadOfHeads(const MultiHeadAttention& fused) : out(fused.w_o) {
    const std::vector<Linear> queries = parts_of(fused.w_q, fused.n_heads);
    const std::vector<Linear> keys = parts_of(fused.w_k, fused.n_heads);
    const std::vector<Linear> values = parts_of(fused.w_v, fused.n_heads);
    for (std::size_t h = 0; h < fused.n_heads; ++h) {
        heads.push_back({queries[h], keys[h], values[h]});
    }
}

Matrix MultiHeadOfHeads::forward(const Matrix& x) const {
    std::vector<Matrix> outputs;
    for (const Head& head : heads) outputs.push_back(head.forward(x).output);
    return out.forward(merge_heads(outputs));
}

Parameters parameters(MultiHeadOfHeads& layer) {
    Parameters all;
    for (Head& head : layer.heads) {
        all = all + parameters(head.query, "query.") + parameters(head.key, "key.") +
              parameters(head.value, "value.");
    }
    return all + parameters(layer.out, "out.");
}

// clang-format off
const Matrix printed_output{
    {-0.2003, -0.1201, 0.3481, 0.5369, -0.2922, -0.1561, -0.1494, 0.4596, -0.5094, 0.0197,
     0.3359, -0.2807, 0.1158, 0.1626, -0.1988, 0.1339, -0.2524, -0.3809, -0.0888, 0.1803},
    {-0.1896, -0.1498, 0.3792, 0.5216, -0.2832, -0.1687, -0.1483, 0.4906, -0.5168, 0.0142,
     0.3519, -0.3113, 0.1066, 0.1975, -0.1607, 0.1380, -0.2534, -0.3944, -0.1130, 0.1653},
    {-0.2223, -0.2454, 0.3515, 0.6065, -0.2738, -0.1776, -0.3031, 0.3989, -0.6282, -0.0211,
     0.3914, -0.3266, 0.1656, 0.2542, -0.2040, 0.1105, -0.3431, -0.4163, -0.0710, 0.1652},
    {-0.1552, -0.1206, 0.4888, 0.5004, -0.1537, -0.2338, -0.1291, 0.6104, -0.4732, -0.0474,
     0.2155, -0.1733, 0.0678, 0.1401, -0.0938, 0.1488, -0.1917, -0.3793, -0.2657, 0.2403}};
// clang-format on

}  // namespace attn::notes

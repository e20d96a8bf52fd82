#include "chapters/mistakes/ways_back.hpp"

#include <algorithm>
#include <cmath>

#include "attn/learning/embedding_backward.hpp"
#include "attn/learning/feed_forward_backward.hpp"
#include "attn/learning/layer_norm_backward.hpp"
#include "attn/learning/linear_backward.hpp"
#include "attn/learning/multi_head_attention_backward.hpp"

namespace attn::mistakes {
namespace {

/// The words' right way back: no padding.
void every_place_counts(const Embedding& layer, const std::vector<std::size_t>& ids,
                        const Matrix& d_output, Embedding& gradient) {
    attn::backward(layer, ids, d_output, gradient);
}

Matrix with_straight_way(const WayBack& way, const Matrix& straight, const Matrix& around) {
    return way.has_straight_way ? straight + around : around;
}

Matrix attention_backward(const WayBack& way, const MultiHeadAttention& layer,
                          const Matrix& x, const MultiHeadTrace& trace,
                          const Matrix& d_output, MultiHeadAttention& gradient) {
    const Matrix d_concat = attn::backward(layer.w_o, trace.concat, d_output, gradient.w_o);
    const std::vector<Matrix> d_outputs = merge_heads_backward(d_concat, layer.n_heads);
    const std::vector<Matrix> q = split_heads(trace.q, layer.n_heads);
    const std::vector<Matrix> k = split_heads(trace.k, layer.n_heads);
    const std::vector<Matrix> v = split_heads(trace.v, layer.n_heads);
    std::vector<Matrix> d_q, d_k, d_v;
    for (std::size_t h = 0; h < layer.n_heads; ++h) {
        const AttentionGradient d =
            way.attention(q[h], k[h], v[h], trace.heads[h], d_outputs[h]);
        d_q.push_back(d.q);
        d_k.push_back(d.k);
        d_v.push_back(d.v);
    }
    return attn::backward(layer.w_q, x, split_heads_backward(d_q), gradient.w_q) +
           attn::backward(layer.w_k, x, split_heads_backward(d_k), gradient.w_k) +
           attn::backward(layer.w_v, x, split_heads_backward(d_v), gradient.w_v);
}

}  // namespace

Matrix norm_without_means(const LayerNorm& layer, const LayerNormTrace& trace,
                          const Matrix& d_output, LayerNorm& gradient) {
    Matrix d_x =
        attn::backward(layer, trace, d_output, gradient);  // gamma, beta: as is right
    for (std::size_t i = 0; i < d_x.rows(); ++i) {
        const double sigma = std::sqrt(trace.variance[i] + layer.epsilon);
        for (std::size_t j = 0; j < d_x.cols(); ++j) {
            const double gamma = layer.gamma.empty() ? 1 : layer.gamma[j];
            d_x(i, j) = d_output(i, j) * gamma / sigma;
        }
    }
    return d_x;
}

AttentionGradient root_forgotten(const Matrix& q, const Matrix& k, const Matrix& v,
                                 const AttentionTrace& trace, const Matrix& d_output) {
    return dot_product_attention_backward(q, k, v, trace, d_output);
}

AttentionGradient average_forgotten(const Matrix& q, const Matrix& k, const Matrix& v,
                                    const AttentionTrace& trace, const Matrix& d_output) {
    AttentionGradient d = scaled_dot_product_attention_backward(q, k, v, trace, d_output);
    for (std::size_t i = 0; i < d.masked.rows(); ++i) {
        for (std::size_t j = 0; j < d.masked.cols(); ++j) {
            d.masked(i, j) = trace.weights(i, j) * d.weights(i, j);
        }
    }
    d.scores = d.masked / std::sqrt(static_cast<double>(k.cols()));
    d.q = matmul(d.scores, k);
    d.k = matmul_transpose_a(d.scores, q);
    return d;
}

AttentionGradient keys_forgotten(const Matrix& q, const Matrix& k, const Matrix& v,
                                 const AttentionTrace& trace, const Matrix& d_output) {
    AttentionGradient d = scaled_dot_product_attention_backward(q, k, v, trace, d_output);
    d.k = Matrix(k.rows(), k.cols());
    return d;
}

void last_place_counts(const Embedding&, const std::vector<std::size_t>& ids,
                       const Matrix& d_output, Embedding& gradient) {
    for (std::size_t i = 0; i < ids.size(); ++i) {
        std::ranges::copy(d_output.row(i), gradient.table.row(ids[i]).begin());
    }
}

WayBack right_way_back() {
    return {.name = "right",
            .mistake = "the right one",
            .norm = attn::backward,
            .attention = scaled_dot_product_attention_backward,
            .words = every_place_counts};
}

std::vector<WayBack> wrong_ways_back() {
    std::vector<WayBack> ways(6, right_way_back());
    ways[0].name = "no_means";
    ways[0].mistake = "layer norm, no means";
    ways[0].norm = norm_without_means;
    ways[1].name = "no_root";
    ways[1].mistake = "root of d_k forgotten";
    ways[1].attention = root_forgotten;
    ways[2].name = "no_average";
    ways[2].mistake = "softmax, no average";
    ways[2].attention = average_forgotten;
    ways[3].name = "no_keys";
    ways[3].mistake = "nothing through the keys";
    ways[3].attention = keys_forgotten;
    ways[4].name = "no_straight_way";
    ways[4].mistake = "residual dropped";
    ways[4].has_straight_way = false;
    ways[5].name = "last_place";
    ways[5].mistake = "= for += in the words";
    ways[5].words = last_place_counts;
    return ways;
}

Matrix backward(const WayBack& way, const EncoderLayer& layer,
                const EncoderLayerTrace& trace, const Matrix& d_output,
                EncoderLayer& gradient) {
    const Matrix d_normed2 =
        attn::backward(layer.feed_forward, trace.norm2.output, trace.feed_forward, d_output,
                       gradient.feed_forward);
    const Matrix d_attended = with_straight_way(
        way, d_output, way.norm(layer.norm2, trace.norm2, d_normed2, gradient.norm2));
    const Matrix d_normed1 =
        attention_backward(way, layer.attention, trace.norm1.output, trace.attention,
                           d_attended, gradient.attention);
    return with_straight_way(way, d_attended,
                             way.norm(layer.norm1, trace.norm1, d_normed1, gradient.norm1));
}

}  // namespace attn::mistakes

#include "chapters/15_each_part/layer_of_parts.hpp"

#include "attn/attention.hpp"
#include "attn/learning/feed_forward_backward.hpp"
#include "attn/learning/layer_norm_backward.hpp"
#include "attn/learning/linear_backward.hpp"
#include "attn/learning/multi_head_attention_backward.hpp"
#include "chapters/mistakes/heads.hpp"

namespace attn::chapters::ch15 {
namespace {

std::vector<Matrix> split(const Design& design, const Matrix& m, std::size_t n_heads) {
    return design.mistake == Mistake::heads_by_reshaping
               ? mistakes::split_by_reshaping(m, n_heads)
               : split_heads(m, n_heads);
}

Matrix merge(const Design& design, const std::vector<Matrix>& heads) {
    return design.mistake == Mistake::heads_by_reshaping
               ? mistakes::merge_by_reshaping(heads)
               : merge_heads(heads);
}

AttentionTrace attention(const Design& design, const Matrix& q, const Matrix& k,
                         const Matrix& v) {
    return design.is_scaled ? scaled_dot_product_attention(q, k, v)
                            : dot_product_attention(q, k, v);
}

AttentionGradient attention_backward(const Design& design, const Matrix& q, const Matrix& k,
                                     const Matrix& v, const AttentionTrace& trace,
                                     const Matrix& d_output) {
    return design.is_scaled
               ? scaled_dot_product_attention_backward(q, k, v, trace, d_output)
               : dot_product_attention_backward(q, k, v, trace, d_output);
}

MultiHeadTrace trace(const MultiHeadAttention& layer, const Design& design,
                     const Matrix& x) {
    MultiHeadTrace t;
    t.q = layer.w_q.forward(x);
    t.k = layer.w_k.forward(x);
    t.v = layer.w_v.forward(x);
    const std::vector<Matrix> q = split(design, t.q, layer.n_heads),
                              k = split(design, t.k, layer.n_heads),
                              v = split(design, t.v, layer.n_heads);
    std::vector<Matrix> outputs;
    for (std::size_t h = 0; h < layer.n_heads; ++h) {
        t.heads.push_back(attention(design, q[h], k[h], v[h]));
        outputs.push_back(t.heads[h].output);
    }
    t.concat = merge(design, outputs);
    t.output = layer.w_o.forward(t.concat);
    return t;
}

Matrix backward(const MultiHeadAttention& layer, const Design& design, const Matrix& x,
                const MultiHeadTrace& t, const Matrix& d_output,
                MultiHeadAttention& gradient) {
    const Matrix d_concat = attn::backward(layer.w_o, t.concat, d_output, gradient.w_o);
    const std::vector<Matrix> d_outputs = split(design, d_concat, layer.n_heads),
                              q = split(design, t.q, layer.n_heads),
                              k = split(design, t.k, layer.n_heads),
                              v = split(design, t.v, layer.n_heads);
    std::vector<Matrix> d_q, d_k, d_v;
    for (std::size_t h = 0; h < layer.n_heads; ++h) {
        const AttentionGradient d =
            attention_backward(design, q[h], k[h], v[h], t.heads[h], d_outputs[h]);
        d_q.push_back(d.q);
        d_k.push_back(d.k);
        d_v.push_back(d.v);
    }
    return attn::backward(layer.w_q, x, merge(design, d_q), gradient.w_q) +
           attn::backward(layer.w_k, x, merge(design, d_k), gradient.w_k) +
           attn::backward(layer.w_v, x, merge(design, d_v), gradient.w_v);
}

LayerNormTrace norm(const LayerNorm& layer, const Design& design, const Matrix& x) {
    if (design.has_norms) return layer.trace(x);
    LayerNormTrace untouched;
    untouched.output = x;
    return untouched;
}

Matrix norm_backward(const LayerNorm& layer, const Design& design,
                     const LayerNormTrace& trace, const Matrix& d_output,
                     LayerNorm& gradient) {
    return design.has_norms ? attn::backward(layer, trace, d_output, gradient) : d_output;
}

/// x + what the sublayer made of it, or that alone.
Matrix sum(const Design& design, const Matrix& x, const Matrix& from_sublayer) {
    return design.has_residuals ? x + from_sublayer : from_sublayer;
}

/// Attention's half of the layer.
void attend(const EncoderLayer& layer, const Design& design, EncoderLayerTrace& t) {
    t.attention_sum = t.input;  // where there is no attention, the words pass by it
    if (!design.has_attention) return;
    t.norm1 = norm(layer.norm1, design, t.input);
    t.attention = trace(layer.attention, design, t.norm1.output);
    t.attention_sum = sum(design, t.input, t.attention.output);
}

}  // namespace

EncoderLayerTrace trace(const EncoderLayer& layer, const Design& design, const Matrix& x) {
    EncoderLayerTrace t;
    t.placement = NormPlacement::pre;
    t.input = x;
    attend(layer, design, t);
    t.feed_forward_sum = t.attention_sum;
    if (design.has_feed_forward) {
        t.norm2 = norm(layer.norm2, design, t.attention_sum);
        t.feed_forward = layer.feed_forward.trace(t.norm2.output);
        const bool is_mistaken = design.mistake == Mistake::residual_from_the_input;
        t.feed_forward_sum =
            sum(design, is_mistaken ? x : t.attention_sum, t.feed_forward.output);
    }
    t.output = t.feed_forward_sum;
    return t;
}

Matrix backward(const EncoderLayer& layer, const Design& design, const EncoderLayerTrace& t,
                const Matrix& d_output, EncoderLayer& gradient) {
    Matrix d_x(d_output.rows(), d_output.cols()), d_attended = d_output;
    if (design.has_feed_forward) {
        d_attended = attn::backward(layer.feed_forward, t.norm2.output, t.feed_forward,
                                    d_output, gradient.feed_forward);
        d_attended =
            norm_backward(layer.norm2, design, t.norm2, d_attended, gradient.norm2);
        const bool is_mistaken = design.mistake == Mistake::residual_from_the_input;
        if (design.has_residuals) (is_mistaken ? d_x : d_attended) += d_output;
    }
    if (!design.has_attention) return d_x + d_attended;
    if (design.has_residuals) d_x += d_attended;
    const Matrix d_normed = backward(layer.attention, design, t.norm1.output, t.attention,
                                     d_attended, gradient.attention);
    return d_x + norm_backward(layer.norm1, design, t.norm1, d_normed, gradient.norm1);
}

}  // namespace attn::chapters::ch15

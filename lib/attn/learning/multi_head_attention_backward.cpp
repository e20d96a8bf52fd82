#include "attn/learning/multi_head_attention_backward.hpp"

#include "attn/learning/linear_backward.hpp"
#include "attn/learning/slope_shapes.hpp"

namespace attn {

Matrix split_heads_backward(const std::vector<Matrix>& d_heads) {
    return merge_heads(d_heads);
}

std::vector<Matrix> merge_heads_backward(const Matrix& d_merged, std::size_t n_heads) {
    return split_heads(d_merged, n_heads);
}

MultiHeadGradient backward(const MultiHeadAttention& layer, const Matrix& q_in,
                           const Matrix& k_in, const Matrix& v_in,
                           const MultiHeadTrace& trace, const Matrix& d_output,
                           MultiHeadAttention& gradient) {
    require_trace_of("backward of MultiHeadAttention", "heads", trace.heads.size(),
                     layer.n_heads);
    MultiHeadGradient d;
    d.concat = backward(layer.w_o, trace.concat, d_output, gradient.w_o);
    const std::vector<Matrix> d_outputs = merge_heads_backward(d.concat, layer.n_heads);
    const std::vector<Matrix> q = split_heads(trace.q, layer.n_heads);
    const std::vector<Matrix> k = split_heads(trace.k, layer.n_heads);
    const std::vector<Matrix> v = split_heads(trace.v, layer.n_heads);
    std::vector<Matrix> d_q, d_k, d_v;
    for (std::size_t h = 0; h < layer.n_heads; ++h) {
        d.heads.push_back(scaled_dot_product_attention_backward(
            q[h], k[h], v[h], trace.heads[h], d_outputs[h]));
        d_q.push_back(d.heads[h].q);
        d_k.push_back(d.heads[h].k);
        d_v.push_back(d.heads[h].v);
    }
    d.q_in = backward(layer.w_q, q_in, split_heads_backward(d_q), gradient.w_q);
    d.k_in = backward(layer.w_k, k_in, split_heads_backward(d_k), gradient.w_k);
    d.v_in = backward(layer.w_v, v_in, split_heads_backward(d_v), gradient.w_v);
    return d;
}

Matrix self_attention_backward(const MultiHeadAttention& layer, const Matrix& x,
                               const MultiHeadTrace& trace, const Matrix& d_output,
                               MultiHeadAttention& gradient) {
    const MultiHeadGradient d = backward(layer, x, x, x, trace, d_output, gradient);
    return d.q_in + d.k_in + d.v_in;
}

}  // namespace attn

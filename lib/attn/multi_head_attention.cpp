#include "attn/multi_head_attention.hpp"

#include <algorithm>
#include <functional>
#include <string>
#include <utility>

#include "attn/shape_error.hpp"

namespace attn {
namespace {

void require_divisible(const std::string& what, std::size_t width, std::size_t n_heads) {
    if (n_heads > 0 && width % n_heads == 0) return;
    throw ShapeError(what + " is " + std::to_string(width) + ", n_heads is " +
                     std::to_string(n_heads) +
                     "; each head gets an equal part, so n_heads must divide it");
}

/// One head's attention, with a mask, a bias, or nothing.
using Attend = std::function<AttentionTrace(const Matrix&, const Matrix&, const Matrix&)>;

AttentionTrace attend_to_all(const Matrix& q, const Matrix& k, const Matrix& v) {
    return scaled_dot_product_attention(q, k, v);
}

Attend attend_with(const Mask& mask) {
    return [&mask](const Matrix& q, const Matrix& k, const Matrix& v) {
        return scaled_dot_product_attention(q, k, v, mask);
    };
}

Attend attend_with(const Matrix& bias) {
    return [&bias](const Matrix& q, const Matrix& k, const Matrix& v) {
        return scaled_dot_product_attention(q, k, v, bias);
    };
}

/// What forward and trace both do; forward has nothing kept.
Matrix run(const MultiHeadAttention& layer, const Matrix& q_in, const Matrix& k_in,
           const Matrix& v_in, const Attend& attend, MultiHeadTrace* kept) {
    require_divisible("MultiHeadAttention: d_model", layer.w_q.weight.cols(),
                      layer.n_heads);
    const Matrix q = layer.w_q.forward(q_in);  // [n_query x n_heads d_k]
    const Matrix k = layer.w_k.forward(k_in);  // [n_key x n_heads d_k]
    const Matrix v = layer.w_v.forward(v_in);  // [n_key x n_heads d_v]
    const std::vector<Matrix> head_q = split_heads(q, layer.n_heads);
    const std::vector<Matrix> head_k = split_heads(k, layer.n_heads);
    const std::vector<Matrix> head_v = split_heads(v, layer.n_heads);

    std::vector<Matrix> outputs;
    for (std::size_t h = 0; h < layer.n_heads; ++h) {
        AttentionTrace head = attend(head_q[h], head_k[h], head_v[h]);
        outputs.push_back(head.output);  // [n_query x d_v]
        if (kept != nullptr) kept->heads.push_back(std::move(head));
    }
    const Matrix concat = merge_heads(outputs);  // [n_query x n_heads d_v]
    if (kept != nullptr) {
        kept->q = q;
        kept->k = k;
        kept->v = v;
        kept->concat = concat;
    }
    return layer.w_o.forward(concat);  // [n_query x d_model]
}

MultiHeadTrace run_and_keep(const MultiHeadAttention& layer, const Matrix& q_in,
                            const Matrix& k_in, const Matrix& v_in, const Attend& attend) {
    MultiHeadTrace trace;
    trace.output = run(layer, q_in, k_in, v_in, attend, &trace);
    return trace;
}

}  // namespace

std::vector<Matrix> split_heads(const Matrix& m, std::size_t n_heads) {
    require_divisible("split_heads: the number of columns", m.cols(), n_heads);
    const std::size_t width = m.cols() / n_heads;
    std::vector<Matrix> heads(n_heads, Matrix(m.rows(), width));
    for (std::size_t h = 0; h < n_heads; ++h) {
        for (std::size_t i = 0; i < m.rows(); ++i) {
            const auto part = m.row(i).subspan(h * width, width);
            std::copy(part.begin(), part.end(), heads[h].row(i).begin());
        }
    }
    return heads;
}

Matrix merge_heads(const std::vector<Matrix>& heads) {
    if (heads.empty())
        throw ShapeError("merge_heads: there are no heads; give at least one");
    const std::size_t n = heads[0].rows();
    const std::size_t width = heads[0].cols();
    Matrix merged(n, width * heads.size());
    for (std::size_t h = 0; h < heads.size(); ++h) {
        if (heads[h].rows() != n || heads[h].cols() != width) {
            throw ShapeError("merge_heads: head 0 is " + shape_text(heads[0]) + ", head " +
                             std::to_string(h) + " is " + shape_text(heads[h]) +
                             "; all heads must have one shape");
        }
        for (std::size_t i = 0; i < n; ++i) {
            const auto part = merged.row(i).subspan(h * width, width);
            std::copy(heads[h].row(i).begin(), heads[h].row(i).end(), part.begin());
        }
    }
    return merged;
}

Matrix MultiHeadAttention::forward(const Matrix& q_in, const Matrix& k_in,
                                   const Matrix& v_in) const {
    return run(*this, q_in, k_in, v_in, attend_to_all, nullptr);
}

Matrix MultiHeadAttention::forward(const Matrix& q_in, const Matrix& k_in,
                                   const Matrix& v_in, const Mask& mask) const {
    return run(*this, q_in, k_in, v_in, attend_with(mask), nullptr);
}

Matrix MultiHeadAttention::forward(const Matrix& q_in, const Matrix& k_in,
                                   const Matrix& v_in, const Matrix& bias) const {
    return run(*this, q_in, k_in, v_in, attend_with(bias), nullptr);
}

MultiHeadTrace MultiHeadAttention::trace(const Matrix& q_in, const Matrix& k_in,
                                         const Matrix& v_in) const {
    return run_and_keep(*this, q_in, k_in, v_in, attend_to_all);
}

MultiHeadTrace MultiHeadAttention::trace(const Matrix& q_in, const Matrix& k_in,
                                         const Matrix& v_in, const Mask& mask) const {
    return run_and_keep(*this, q_in, k_in, v_in, attend_with(mask));
}

MultiHeadTrace MultiHeadAttention::trace(const Matrix& q_in, const Matrix& k_in,
                                         const Matrix& v_in, const Matrix& bias) const {
    return run_and_keep(*this, q_in, k_in, v_in, attend_with(bias));
}

std::size_t MultiHeadAttention::parameter_count() const noexcept {
    return w_q.parameter_count() + w_k.parameter_count() + w_v.parameter_count() +
           w_o.parameter_count();
}

MultiHeadAttention random_multi_head_attention(std::size_t d_model, std::size_t n_heads,
                                               Random& generator) {
    require_divisible("random_multi_head_attention: d_model", d_model, n_heads);
    MultiHeadAttention layer;
    layer.n_heads = n_heads;
    for (Linear* linear : {&layer.w_q, &layer.w_k, &layer.w_v, &layer.w_o}) {
        *linear = random_linear(d_model, d_model, generator);
    }
    return layer;
}

}  // namespace attn

#include "attn/learning/attention_backward.hpp"

#include <cmath>
#include <utility>

#include "attn/learning/slope_shapes.hpp"
#include "attn/learning/softmax_backward.hpp"
#include "attn/shape_error.hpp"

namespace attn {
namespace {

void require_fit(const char* function, const Matrix& q, const Matrix& k, const Matrix& v,
                 const AttentionTrace& trace, const Matrix& d_output) {
    const Matrix& p = trace.weights;
    require(p.rows() == q.rows() && p.cols() == k.rows() && q.cols() == k.cols() &&
                k.rows() == v.rows(),
            function, ": q is ", q, ", k is ", k, ", v is ", v,
            ", the trace's weights are ", p,
            "; give q, k and v as the forward pass got them, and its trace");
    require_slope_of_output(function, d_output, q.rows(), v.cols());
}

/// Backward of everything but the division by the root.
AttentionGradient from_output_to_masked(const Matrix& v, const AttentionTrace& trace,
                                        const Matrix& d_output) {
    AttentionGradient d;
    d.v = matmul_transpose_a(trace.weights, d_output);  // P^T d_output
    d.weights = matmul_transpose_b(d_output, v);        // d_output v^T
    d.masked = softmax_rows_backward(trace.weights, d.weights);
    return d;
}

AttentionGradient from_scores_to_inputs(const Matrix& q, const Matrix& k,
                                        AttentionGradient d) {
    d.q = matmul(d.scores, k);              // [n_query x d_k]
    d.k = matmul_transpose_a(d.scores, q);  // [n_key x d_k]
    return d;
}

}  // namespace

AttentionGradient scaled_dot_product_attention_backward(const Matrix& q, const Matrix& k,
                                                        const Matrix& v,
                                                        const AttentionTrace& trace,
                                                        const Matrix& d_output) {
    require_fit("scaled_dot_product_attention_backward", q, k, v, trace, d_output);
    AttentionGradient d = from_output_to_masked(v, trace, d_output);
    d.scores = d.masked / std::sqrt(static_cast<double>(k.cols()));
    return from_scores_to_inputs(q, k, std::move(d));
}

AttentionGradient dot_product_attention_backward(const Matrix& q, const Matrix& k,
                                                 const Matrix& v,
                                                 const AttentionTrace& trace,
                                                 const Matrix& d_output) {
    require_fit("dot_product_attention_backward", q, k, v, trace, d_output);
    AttentionGradient d = from_output_to_masked(v, trace, d_output);
    d.scores = d.masked;
    return from_scores_to_inputs(q, k, std::move(d));
}

}  // namespace attn

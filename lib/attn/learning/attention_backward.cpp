#include "attn/learning/attention_backward.hpp"

#include <cmath>

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

/// All of attention's way back, where its scores were divided by root.
AttentionGradient way_back(const Matrix& q, const Matrix& k, const Matrix& v, double root,
                           const AttentionTrace& trace, const Matrix& d_output) {
    AttentionGradient d;
    d.v = matmul_transpose_a(trace.weights, d_output);           // P^T d_output
    d.weights = matmul_transpose_b(d_output, v);                 // d_output V^T
    d.masked = softmax_rows_backward(trace.weights, d.weights);  // the divided scores'
    d.scores = d.masked / root;
    d.q = matmul(d.scores, k);
    d.k = matmul_transpose_a(d.scores, q);  // dS^T Q
    return d;
}

}  // namespace

AttentionGradient scaled_dot_product_attention_backward(const Matrix& q, const Matrix& k,
                                                        const Matrix& v,
                                                        const AttentionTrace& trace,
                                                        const Matrix& d_output) {
    require_fit("scaled_dot_product_attention_backward", q, k, v, trace, d_output);
    return way_back(q, k, v, std::sqrt(static_cast<double>(k.cols())), trace, d_output);
}

AttentionGradient dot_product_attention_backward(const Matrix& q, const Matrix& k,
                                                 const Matrix& v,
                                                 const AttentionTrace& trace,
                                                 const Matrix& d_output) {
    require_fit("dot_product_attention_backward", q, k, v, trace, d_output);
    return way_back(q, k, v, 1, trace, d_output);
}

}  // namespace attn

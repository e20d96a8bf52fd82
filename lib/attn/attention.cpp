#include "attn/attention.hpp"

#include "attn/shape_error.hpp"
#include "attn/softmax.hpp"

namespace attn {
namespace {

void require_fit(const char* function, const Matrix& q, const Matrix& k, const Matrix& v) {
    if (q.cols() == k.cols() && k.rows() == v.rows() && k.rows() > 0) return;
    throw ShapeError(
        std::string(function) + ": q is " + shape_text(q) + ", k is " + shape_text(k) +
        ", v is " + shape_text(v) +
        "; q and k need equally many columns, k and v equally many rows, at least "
        "one");
}

}  // namespace

AttentionTrace dot_product_attention(const Matrix& q, const Matrix& k, const Matrix& v) {
    require_fit("dot_product_attention", q, k, v);
    AttentionTrace trace;
    trace.scores = matmul_transpose_b(q, k);  // [n_query x n_key]
    trace.scaled = trace.scores;
    trace.masked = trace.scaled;
    trace.weights = softmax_rows(trace.masked);  // [n_query x n_key]
    trace.output = matmul(trace.weights, v);     // [n_query x d_v]
    return trace;
}

}  // namespace attn

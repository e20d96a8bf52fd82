#include "attn/attention.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

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

void require_width(const Matrix& k) {
    if (k.cols() > 0) return;
    throw ShapeError("scaled_dot_product_attention: k is " + shape_text(k) +
                     "; the scores are divided by the root of k's columns, give at least "
                     "one");
}

void require_every_pair(const char* name, const std::string& shape, const Matrix& scores) {
    if (shape == shape_text(scores)) return;
    throw ShapeError("scaled_dot_product_attention: " + std::string(name) + " is " + shape +
                     ", the scores are " + shape_text(scores) +
                     "; there must be an entry for every query and key");
}

/// A query that may look at nothing takes nothing: softmax of its row was 0/0.
void clear_row(AttentionTrace& trace, std::size_t query) {
    const auto weights = trace.weights.row(query);
    const auto output = trace.output.row(query);
    std::fill(weights.begin(), weights.end(), 0.0);
    std::fill(output.begin(), output.end(), 0.0);
}

bool blocks_every_key(std::span<const double> bias) {
    return std::all_of(bias.begin(), bias.end(), [](double b) {
        return b == -std::numeric_limits<double>::infinity();
    });
}

/// The stages before any mask: scores, scaled, and masked as a copy of scaled.
AttentionTrace scaled_scores(const Matrix& q, const Matrix& k, const Matrix& v) {
    require_fit("scaled_dot_product_attention", q, k, v);
    require_width(k);
    AttentionTrace trace;
    trace.scores = matmul_transpose_b(q, k);  // [n_query x n_key]
    trace.scaled = trace.scores;
    const double root = std::sqrt(static_cast<double>(k.cols()));
    for (std::size_t i = 0; i < trace.scaled.rows(); ++i) {
        for (double& score : trace.scaled.row(i)) score /= root;
    }
    trace.masked = trace.scaled;
    return trace;
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

AttentionTrace scaled_dot_product_attention(const Matrix& q, const Matrix& k,
                                            const Matrix& v) {
    AttentionTrace trace = scaled_scores(q, k, v);
    trace.weights = softmax_rows(trace.masked);  // [n_query x n_key]
    trace.output = matmul(trace.weights, v);     // [n_query x d_v]
    return trace;
}

AttentionTrace scaled_dot_product_attention(const Matrix& q, const Matrix& k,
                                            const Matrix& v, const Mask& mask) {
    AttentionTrace trace = scaled_scores(q, k, v);
    require_every_pair("mask", shape_text(mask), trace.scores);
    for (std::size_t i = 0; i < mask.n_query(); ++i) {
        for (std::size_t j = 0; j < mask.n_key(); ++j) {
            if (mask.allows(i, j)) continue;
            trace.masked(i, j) = -std::numeric_limits<double>::infinity();
        }
    }
    trace.weights = softmax_rows(trace.masked);
    trace.output = matmul(trace.weights, v);
    for (std::size_t i = 0; i < mask.n_query(); ++i) {
        if (!mask.allows_any(i)) clear_row(trace, i);
    }
    return trace;
}

AttentionTrace scaled_dot_product_attention(const Matrix& q, const Matrix& k,
                                            const Matrix& v, const Matrix& bias) {
    AttentionTrace trace = scaled_scores(q, k, v);
    require_every_pair("bias", shape_text(bias), trace.scores);
    for (std::size_t i = 0; i < bias.rows(); ++i) {
        for (std::size_t j = 0; j < bias.cols(); ++j) trace.masked(i, j) += bias(i, j);
    }
    trace.weights = softmax_rows(trace.masked);
    trace.output = matmul(trace.weights, v);
    for (std::size_t i = 0; i < bias.rows(); ++i) {
        if (blocks_every_key(bias.row(i))) clear_row(trace, i);
    }
    return trace;
}

}  // namespace attn

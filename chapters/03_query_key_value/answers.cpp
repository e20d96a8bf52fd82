#include "chapters/03_query_key_value/exercises.hpp"

#include <algorithm>

#include "attn/shape_error.hpp"
#include "attn/softmax.hpp"
#include "attn/vector.hpp"

namespace attn::exercises {
namespace {

void require_a_value_for_each_key(const Matrix& k, const Matrix& v) {
    if (k.rows() > 0 && k.rows() == v.rows()) return;
    throw ShapeError("look up: k is " + shape_text(k) + ", v is " + shape_text(v) +
                     "; each key needs a value, and there must be a key");
}

}  // namespace

Matrix hard_attention(const Matrix& q, const Matrix& k, const Matrix& v) {
    require_a_value_for_each_key(k, v);
    const Matrix scores = matmul_transpose_b(q, k);
    Matrix output(q.rows(), v.cols());
    for (std::size_t i = 0; i < q.rows(); ++i) {
        const auto row = scores.row(i);
        const auto best = std::max_element(row.begin(), row.end()) - row.begin();
        const auto value = v.row(static_cast<std::size_t>(best));
        output.set_row(i, value);
    }
    return output;
}

std::vector<double> look_up(std::span<const double> query, const Matrix& k,
                            const Matrix& v) {
    require_a_value_for_each_key(k, v);
    std::vector<double> scores;
    for (std::size_t j = 0; j < k.rows(); ++j) scores.push_back(dot(query, k.row(j)));
    const std::vector<double> weights = softmax(scores);
    std::vector<double> output(v.cols());
    for (std::size_t j = 0; j < v.rows(); ++j) {
        for (std::size_t c = 0; c < v.cols(); ++c) output[c] += weights[j] * v(j, c);
    }
    return output;
}

bool is_between(const Matrix& output, const Matrix& v) {
    if (output.cols() != v.cols() || v.rows() == 0) {
        throw ShapeError("is_between: output is " + shape_text(output) + ", v is " +
                         shape_text(v) + "; they need as many columns, and v a row");
    }
    const Matrix columns = transpose(v);
    for (std::size_t c = 0; c < v.cols(); ++c) {
        const auto [least, most] = std::ranges::minmax(columns.row(c));
        for (std::size_t i = 0; i < output.rows(); ++i) {
            if (!(output(i, c) >= least - 1e-12 && output(i, c) <= most + 1e-12))
                return false;
        }
    }
    return true;
}

}  // namespace attn::exercises

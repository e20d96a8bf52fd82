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

std::vector<std::size_t> favourite_keys(const Matrix& scores, std::size_t query) {
    const auto row = scores.row(query);
    std::vector<std::size_t> favourites;
    for (std::size_t j = 0; j < row.size(); ++j) {
        if (row[j] == *std::max_element(row.begin(), row.end())) favourites.push_back(j);
    }
    return favourites;
}

}  // namespace attn::exercises

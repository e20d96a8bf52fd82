#include "chapters/06_masking/exercises.hpp"

#include <cmath>
#include <limits>

#include "attn/softmax.hpp"

namespace attn::exercises {

Matrix masked_attention(const Matrix& q, const Matrix& k, const Matrix& v,
                        const AttentionMask& mask) {
    const double root = std::sqrt(static_cast<double>(k.cols()));
    Matrix scores = matmul_transpose_b(q, k) / root;
    for (std::size_t i = 0; i < scores.rows(); ++i) {
        for (std::size_t j = 0; j < scores.cols(); ++j) {
            if (!mask.allows(i, j)) scores(i, j) = -std::numeric_limits<double>::infinity();
        }
    }
    const Matrix averages = matmul(softmax_rows(scores), v);
    Matrix output(q.rows(), v.cols());
    for (std::size_t i = 0; i < q.rows(); ++i) {
        if (mask.allows_any(i)) output.set_row(i, averages.row(i));
    }
    return output;
}

AttentionMask looking_back(std::size_t n, std::size_t most) {
    return AttentionMask::where(n, n, [&](std::size_t query, std::size_t key) {
        return key <= query && query - key <= most;
    });
}

AttentionMask separate_sentences(const std::vector<std::size_t>& sentence_of) {
    const std::size_t n = sentence_of.size();
    return AttentionMask::where(n, n, [&](std::size_t query, std::size_t key) {
        return sentence_of[query] == sentence_of[key];
    });
}

}  // namespace attn::exercises

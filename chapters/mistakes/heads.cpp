#include "chapters/mistakes/heads.hpp"

#include "attn/multi_head_attention.hpp"

namespace attn::mistakes {

std::vector<Matrix> split_by_reshaping(const Matrix& m, std::size_t n_heads) {
    std::vector<Matrix> heads(n_heads, Matrix(m.rows(), m.cols() / n_heads));
    std::size_t place = 0;
    for (Matrix& head : heads) {
        for (std::size_t i = 0; i < head.rows(); ++i) {
            for (double& number : head.row(i)) {
                number = m(place / m.cols(), place % m.cols());
                ++place;
            }
        }
    }
    return heads;
}

Matrix merge_by_reshaping(const std::vector<Matrix>& heads) {
    Matrix merged(heads.at(0).rows(), heads.at(0).cols() * heads.size());
    std::size_t place = 0;
    for (const Matrix& head : heads) {
        for (std::size_t i = 0; i < head.rows(); ++i) {
            for (const double number : head.row(i)) {
                merged(place / merged.cols(), place % merged.cols()) = number;
                ++place;
            }
        }
    }
    return merged;
}

Matrix merge_last_head_first(const std::vector<Matrix>& heads) {
    return merge_heads({heads.rbegin(), heads.rend()});
}

}  // namespace attn::mistakes

#include "chapters/training/average.hpp"

namespace attn::chapters {

Matrix mean_of_rows_backward(const Matrix& d_mean, std::size_t n_rows) {
    Matrix d(n_rows, d_mean.cols());
    for (std::size_t i = 0; i < n_rows; ++i) {
        for (std::size_t j = 0; j < d.cols(); ++j) {
            d(i, j) = d_mean(0, j) / static_cast<double>(n_rows);
        }
    }
    return d;
}

}  // namespace attn::chapters

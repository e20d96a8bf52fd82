#include "chapters/21_speed/exercises.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace attn::exercises {

float dot_in_lanes(std::span<const float> a, std::span<const float> b) {
    constexpr std::size_t lanes = 16;
    float sums[lanes] = {};
    std::size_t i = 0;
    for (; i + lanes <= a.size(); i += lanes) {
        for (std::size_t lane = 0; lane < lanes; ++lane)
            sums[lane] += a[i + lane] * b[i + lane];
    }
    for (std::size_t lane = 0; i < a.size(); ++i, ++lane) sums[lane] += a[i] * b[i];
    float total = 0;
    for (const float sum : sums) total += sum;
    return total;
}

Running take_block(const Running& running, std::span<const double> scores) {
    double largest = running.largest;
    for (const double score : scores) largest = std::max(largest, score);
    if (largest == -std::numeric_limits<double>::infinity()) return running;
    double sum = running.sum * std::exp(running.largest - largest);
    for (const double score : scores) sum += std::exp(score - largest);
    return {largest, sum};
}

Matrix matmul_in_tiles(const Matrix& a, const Matrix& b, std::size_t size) {
    Matrix c(a.rows(), b.cols());
    for (std::size_t i0 = 0; i0 < a.rows(); i0 += size) {
        for (std::size_t k0 = 0; k0 < a.cols(); k0 += size) {
            for (std::size_t j0 = 0; j0 < b.cols(); j0 += size) {
                for (std::size_t i = i0; i < std::min(i0 + size, a.rows()); ++i) {
                    for (std::size_t k = k0; k < std::min(k0 + size, a.cols()); ++k) {
                        for (std::size_t j = j0; j < std::min(j0 + size, b.cols()); ++j)
                            c(i, j) += a(i, k) * b(k, j);
                    }
                }
            }
        }
    }
    return c;
}

}  // namespace attn::exercises

#include "chapters/common/rows.hpp"

#include <algorithm>
#include <cmath>

namespace attn::chapters {

Matrix rows_of(const Matrix& m, const std::vector<std::size_t>& chosen) {
    Matrix rows(chosen.size(), m.cols());
    for (std::size_t i = 0; i < chosen.size(); ++i)
        std::copy_n(m.row(chosen[i]).begin(), m.cols(), rows.row(i).begin());
    return rows;
}

Matrix row_of(const Matrix& m, std::size_t i) {
    return rows_of(m, {i});
}

std::size_t favourite_of(const Matrix& weights, std::size_t row) {
    const auto shares = weights.row(row);
    return static_cast<std::size_t>(std::max_element(shares.begin(), shares.end()) -
                                    shares.begin());
}

double entropy(std::span<const double> shares) {
    double sum = 0.0;
    for (const double share : shares) {
        if (share > 0.0) sum -= share * std::log(share);
    }
    return sum;
}

std::vector<double> row_entropies(const Matrix& weights) {
    std::vector<double> entropies;
    for (std::size_t i = 0; i < weights.rows(); ++i)
        entropies.push_back(entropy(weights.row(i)));
    return entropies;
}

}  // namespace attn::chapters

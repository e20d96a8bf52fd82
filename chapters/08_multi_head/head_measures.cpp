#include "chapters/08_multi_head/head_measures.hpp"

#include <cmath>
#include <span>

#include "attn/softmax.hpp"

namespace attn::chapters {
namespace {

double deviation(std::span<const double> numbers) {
    const double count = static_cast<double>(numbers.size());
    double mean = 0, squares = 0;
    for (const double number : numbers) mean += number / count;
    for (const double number : numbers) squares += (number - mean) * (number - mean);
    return std::sqrt(squares / count);
}

double mean_deviation_of_rows(const Matrix& m) {
    double sum = 0;
    for (std::size_t i = 0; i < m.rows(); ++i) sum += deviation(m.row(i));
    return sum / static_cast<double>(m.rows());
}

}  // namespace

Spread spread_of(const Matrix& m) {
    return {mean_deviation_of_rows(m), mean_deviation_of_rows(transpose(m))};
}

std::pair<std::size_t, std::size_t> two_favourites(const Matrix& weights, std::size_t row) {
    std::pair<std::size_t, std::size_t> best{0, 1};
    if (weights(row, 1) > weights(row, 0)) best = {1, 0};
    for (std::size_t j = 2; j < weights.cols(); ++j) {
        if (weights(row, j) > weights(row, best.first)) {
            best = {j, best.first};
        } else if (weights(row, j) > weights(row, best.second)) {
            best.second = j;
        }
    }
    return best;
}

Matrix sharpened(const Matrix& scaled, double factor) {
    Matrix scores = scaled;
    for (std::size_t i = 0; i < scores.rows(); ++i) {
        for (double& score : scores.row(i)) score *= factor;
    }
    return softmax_rows(scores);
}

}  // namespace attn::chapters

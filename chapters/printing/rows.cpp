#include "chapters/printing/rows.hpp"

#include <algorithm>
#include <cmath>

#include "attn/shape_error.hpp"
#include "attn/vector.hpp"

namespace attn::chapters {

Matrix row_of(const Matrix& m, std::size_t i) {
    return select_rows(m, {i});
}

Matrix one_row(std::span<const double> numbers) {
    Matrix m(1, numbers.size());
    m.set_row(0, numbers);
    return m;
}

Matrix below(const std::vector<Matrix>& parts) {
    Matrix all;
    for (const Matrix& part : parts) all = stacked(all, part);
    return all;
}

Matrix identity(std::size_t n) {
    Matrix one(n, n);
    for (std::size_t i = 0; i < n; ++i) one(i, i) = 1;
    return one;
}

Matrix mean_of_rows(const Matrix& m) {
    require(m.rows() > 0, "mean_of_rows: m is ", m, ", without rows");
    Matrix mean(1, m.cols());
    for (std::size_t i = 0; i < m.rows(); ++i) {
        for (std::size_t j = 0; j < m.cols(); ++j) mean(0, j) += m(i, j);
    }
    return mean / static_cast<double>(m.rows());
}

Matrix mean_of_rows_backward(const Matrix& d_mean, std::size_t n_rows) {
    Matrix d(n_rows, d_mean.cols());
    for (std::size_t i = 0; i < n_rows; ++i) {
        for (std::size_t j = 0; j < d.cols(); ++j) {
            d(i, j) = d_mean(0, j) / static_cast<double>(n_rows);
        }
    }
    return d;
}

double sum_of(std::span<const double> numbers) {
    double sum = 0;
    for (const double number : numbers) sum += number;
    return sum;
}

double median(std::vector<double> numbers) {
    const auto middle = numbers.begin() + static_cast<std::ptrdiff_t>(numbers.size() / 2);
    std::nth_element(numbers.begin(), middle, numbers.end());
    return *middle;
}

double size_of(std::span<const double> numbers) {
    return std::sqrt(dot(numbers, numbers) / static_cast<double>(numbers.size()));
}

double size_of(const Matrix& m) {
    return size_of(m.values());
}

double entropy(std::span<const double> weights) {
    double sum = 0.0;
    for (const double weight : weights) {
        if (weight > 0.0) sum -= weight * std::log(weight);
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

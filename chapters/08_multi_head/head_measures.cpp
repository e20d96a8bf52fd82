#include "chapters/08_multi_head/08_multi_head.hpp"

#include <algorithm>
#include <cmath>
#include <span>

namespace attn::chapters::ch08 {
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

Matrix row_of_each(const std::vector<Matrix>& tables, std::size_t i) {
    Matrix rows(tables.size(), tables.at(0).cols());
    for (std::size_t t = 0; t < tables.size(); ++t) {
        const auto row = tables[t].row(i);
        rows.set_row(t, row);
    }
    return rows;
}

Matrix reach(const std::function<Matrix(const Matrix&)>& output, const Matrix& x) {
    const Matrix before = output(x);
    Matrix reached(before.rows(), x.rows());
    for (std::size_t j = 0; j < x.rows(); ++j) {
        Matrix words = x;
        for (double& number : words.row(j)) number += 1;
        const Matrix after = output(words);
        for (std::size_t i = 0; i < before.rows(); ++i) {
            double distance = 0;
            for (std::size_t c = 0; c < before.cols(); ++c) {
                distance = std::max(distance, std::abs(after(i, c) - before(i, c)));
            }
            reached(i, j) = distance > 1e-12 ? 1 : 0;
        }
    }
    return reached;
}

Spread spread_of(const Matrix& m) {
    return {mean_deviation_of_rows(m), mean_deviation_of_rows(transpose(m))};
}

}  // namespace attn::chapters::ch08

#include "chapters/properties/property.hpp"

#include <cmath>
#include <exception>
#include <vector>

#include "attn/random.hpp"
#include "support/text/print.hpp"

namespace attn::counterexample {

std::string at(const std::string& what, std::size_t i, std::size_t j) {
    return what + " (" + std::to_string(i) + ", " + std::to_string(j) + ")";
}

std::string number(double value) {
    return number_text(value, 6);
}

Counterexample difference(const std::string& what, const Matrix& given,
                          const Matrix& wanted, std::size_t rows, double tolerance) {
    if (given.rows() != wanted.rows() || given.cols() != wanted.cols()) {
        return what + " is " + shape_text(given) + ", and should be " + shape_text(wanted);
    }
    for (std::size_t i = 0; i < rows; ++i) {
        for (std::size_t j = 0; j < given.cols(); ++j) {
            const double gap = std::abs(given(i, j) - wanted(i, j));
            if (gap <= tolerance) continue;  // false for NaN
            return at(what, i, j) + " is " + number(given(i, j)) + ", and should be " +
                   number(wanted(i, j)) +
                   (gap < 1e-6 ? ": the gap is small, but not 0" : "");
        }
    }
    return std::nullopt;
}

Counterexample wrong_row(const std::string& what, std::size_t i, double given,
                         double wanted, double tolerance) {
    if (std::abs(given - wanted) <= tolerance) return std::nullopt;  // false for NaN
    return "row " + std::to_string(i) + " has a " + what + " of " + number(given) +
           ", and not of " + number(wanted);
}

Counterexample after(const std::string& cause, const Counterexample& found) {
    return found ? Counterexample(cause + ", " + *found) : std::nullopt;
}

Counterexample when_it_runs(const std::function<Counterexample()>& check) {
    try {
        return check();
    } catch (const std::exception& error) {
        return std::string("it threw: ") + error.what();
    }
}

Matrix random_matrix(std::size_t rows, std::size_t cols) {
    Random generator(20170612);
    return random_normal_matrix(rows, cols, generator);
}

Matrix rotated(const Matrix& m, std::size_t first) {
    std::vector<std::size_t> order;
    for (std::size_t i = 0; i < m.rows(); ++i) order.push_back((i + first) % m.rows());
    return select_rows(m, order);
}

double mean_of(std::span<const double> row) {
    double sum = 0;
    for (const double entry : row) sum += entry;
    return sum / static_cast<double>(row.size());
}

double variance_of(std::span<const double> row) {
    const double mean = mean_of(row);
    double sum = 0;
    for (const double entry : row) sum += (entry - mean) * (entry - mean);
    return sum / static_cast<double>(row.size());
}

}  // namespace attn::counterexample

#include "attn/properties/counterexample.hpp"

#include <algorithm>
#include <cmath>
#include <exception>

#include "attn/text/print.hpp"

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

Matrix rotated(const Matrix& m, std::size_t first) {
    Matrix result(m.rows(), m.cols());
    for (std::size_t i = 0; i < m.rows(); ++i) {
        const auto row = m.row((i + first) % m.rows());
        std::copy(row.begin(), row.end(), result.row(i).begin());
    }
    return result;
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

}  // namespace attn::counterexample

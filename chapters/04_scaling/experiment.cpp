// How chapter 4's measurements are gathered and looked up. The experiment itself stands in the
// program, 04_scaling.cpp.

#include <algorithm>
#include <cmath>
#include <set>
#include <stdexcept>
#include <string>

#include "attn/softmax.hpp"
#include "chapters/04_scaling/04_scaling.hpp"
#include "chapters/printing/rows.hpp"

namespace attn::chapters::ch04 {

double standard_deviation(std::span<const double> numbers) {
    double squares = 0;
    for (const double number : numbers) squares += number * number;
    return std::sqrt(squares / static_cast<double>(numbers.size()));
}

double matrix_norm(const Matrix& m) {
    double squares = 0;
    for (const double entry : m.values()) squares += entry * entry;
    return std::sqrt(squares);
}

double saturated_part(const Matrix& scores, double divisor) {
    const Matrix weights = softmax_rows(scores / divisor);
    double saturated = 0;
    for (std::size_t i = 0; i < weights.rows(); ++i) {
        if (weights(i, argmax(weights.row(i))) > saturated_above) ++saturated;
    }
    return saturated / static_cast<double>(weights.rows());
}

double deviation_of(const Measurement& m) {
    return standard_deviation(m.scores.values());
}

double mean_largest_weight(const Matrix& scores, double divisor) {
    const Matrix weights = softmax_rows(scores / divisor);
    double sum = 0;
    for (std::size_t i = 0; i < weights.rows(); ++i) {
        sum += *std::max_element(weights.row(i).begin(), weights.row(i).end());
    }
    return sum / static_cast<double>(weights.rows());
}

std::vector<Measurement> measure_powers(std::size_t draws, std::size_t seed) {
    std::vector<Measurement> all;
    for (std::size_t width = 1; width <= 1024; width *= 2) {
        all.push_back(measure(width, draws, seed));
    }
    return all;
}

std::vector<Measurement> measure_also(std::vector<Measurement> powers, std::size_t d_k,
                                      std::size_t draws, std::size_t seed) {
    auto place = powers.begin();
    while (place != powers.end() && place->d_k < d_k) ++place;
    if (place == powers.end() || place->d_k != d_k) {
        powers.insert(place, measure(d_k, draws, seed));
    }
    return powers;
}

const Measurement& at_width(const std::vector<Measurement>& all, std::size_t d_k) {
    for (const Measurement& m : all) {
        if (m.d_k == d_k) return m;
    }
    throw std::out_of_range("at_width: there is no measurement of d_k = " +
                            std::to_string(d_k));
}

std::vector<Measurement> at_widths(const std::vector<Measurement>& all,
                                   std::vector<std::size_t> widths, std::size_t d_k) {
    widths.push_back(d_k);
    std::vector<Measurement> some;
    for (const std::size_t width : std::set(widths.begin(), widths.end())) {
        some.push_back(at_width(all, width));
    }
    return some;
}

Matrix table_of(const std::vector<Measurement>& some,
                const std::function<Numbers(const Measurement&)>& row) {
    std::vector<Numbers> rows;
    for (const Measurement& m : some) rows.push_back(row(m));
    Matrix table(rows.size(), rows.at(0).size());
    for (std::size_t i = 0; i < rows.size(); ++i) {
        table.set_row(i, rows[i]);
    }
    return table;
}

Labels width_labels(const std::vector<Measurement>& some) {
    Labels labels;
    for (const Measurement& m : some) labels.push_back("d_k = " + std::to_string(m.d_k));
    return labels;
}

double root_of(std::size_t d_k) {
    return std::sqrt(static_cast<double>(d_k));
}

double quantile(Numbers numbers, double part) {
    const double place = part * static_cast<double>(numbers.size() - 1);
    const auto at = numbers.begin() + static_cast<std::ptrdiff_t>(place + 0.5);
    std::nth_element(numbers.begin(), at, numbers.end());
    return *at;
}

Numbers summary_of(const Weighing& weighing) {
    const Numbers& slopes = weighing.slopes;
    const auto draws = static_cast<double>(slopes.size());
    const auto saturated =
        std::count_if(weighing.largest.begin(), weighing.largest.end(),
                      [](double weight) { return weight > saturated_above; });
    return {quantile(slopes, 0.1), quantile(slopes, 0.5), quantile(slopes, 0.9),
            sum_of(slopes) / draws, static_cast<double>(saturated) / draws};
}

}  // namespace attn::chapters::ch04

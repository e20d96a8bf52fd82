#include "chapters/05_scaling/random_scores.hpp"

#include <algorithm>
#include <cmath>
#include <set>
#include <stdexcept>
#include <string>

#include "attn/random.hpp"
#include "attn/softmax.hpp"
#include "chapters/common/rows.hpp"

namespace attn::chapters {

Matrix softmax_jacobian(std::span<const double> shares) {
    const std::size_t n = shares.size();
    Matrix slopes(n, n);
    for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t j = 0; j < n; ++j) {
            slopes(i, j) = shares[i] * ((i == j ? 1.0 : 0.0) - shares[j]);
        }
    }
    return slopes;
}

double matrix_norm(const Matrix& m) {
    double sum = 0.0;
    for (std::size_t i = 0; i < m.rows(); ++i) {
        for (const double entry : m.row(i)) sum += entry * entry;
    }
    return std::sqrt(sum);
}

double spread(std::span<const double> numbers) {
    double sum = 0.0;
    for (const double number : numbers) sum += number * number;
    return std::sqrt(sum / static_cast<double>(numbers.size()));
}

Sharpness sharpness(const Matrix& scores, double divisor) {
    Sharpness mean;
    const auto rows = static_cast<double>(scores.rows());
    for (std::size_t i = 0; i < scores.rows(); ++i) {
        std::vector<double> divided;
        for (const double score : scores.row(i)) divided.push_back(score / divisor);
        const std::vector<double> weights = softmax(divided);
        const double slope = matrix_norm(softmax_jacobian(weights));
        mean.top_weight += *std::max_element(weights.begin(), weights.end()) / rows;
        mean.entropy += entropy(weights) / rows;
        mean.jacobian_norm += slope / rows;
        mean.stuck += (slope < stuck_below ? 1.0 : 0.0) / rows;
    }
    return mean;
}

std::vector<Measurement> measure(const std::vector<std::size_t>& widths, std::size_t draws,
                                 std::uint64_t seed) {
    std::vector<Measurement> all;
    for (const std::size_t d_k : widths) {
        all.push_back({.d_k = d_k, .scores = Matrix(draws, n_random_keys)});
    }
    Random generator(seed);
    for (std::size_t draw = 0; draw < draws; ++draw) {
        std::vector<double> scores(n_random_keys, 0.0);
        std::size_t width = 0;
        for (Measurement& m : all) {
            for (; width < m.d_k; ++width) {  // each entry adds its product to q . k
                const double q = generator.normal();
                for (double& score : scores) score += q * generator.normal();
            }
            std::copy(scores.begin(), scores.end(), m.scores.row(draw).begin());
        }
    }
    for (Measurement& m : all) {
        std::vector<double> every;
        for (std::size_t i = 0; i < draws; ++i) {
            every.insert(every.end(), m.scores.row(i).begin(), m.scores.row(i).end());
        }
        m.score_spread = spread(every);
        m.plain = sharpness(m.scores, 1);
        m.scaled = sharpness(m.scores, std::sqrt(static_cast<double>(m.d_k)));
    }
    return all;
}

std::vector<std::size_t> widths_with(std::size_t d_k) {
    std::set<std::size_t> widths{d_k};
    for (std::size_t width = 1; width <= 1024; width *= 2) widths.insert(width);
    return {widths.begin(), widths.end()};
}

const Measurement& at_width(const std::vector<Measurement>& all, std::size_t d_k) {
    for (const Measurement& m : all) {
        if (m.d_k == d_k) return m;
    }
    throw std::out_of_range("at_width: there is no measurement of d_k = " +
                            std::to_string(d_k));
}

}  // namespace attn::chapters

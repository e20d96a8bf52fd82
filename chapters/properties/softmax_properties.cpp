#include "chapters/properties/part_properties.hpp"

#include <algorithm>
#include <cmath>

namespace attn {
namespace {

using counterexample::after;
using counterexample::at;
using counterexample::difference;
using counterexample::mean_of;
using counterexample::number;
using counterexample::random_matrix;
using counterexample::rounding;
using counterexample::when_it_runs;

Matrix as_row(const std::vector<double>& numbers) {
    Matrix row(1, numbers.size());
    row.set_row(0, numbers);
    return row;
}

}  // namespace

Counterexample softmax_gives_weights(const SoftmaxFunction& softmax) {
    return when_it_runs([&]() -> Counterexample {
        const Matrix scores = random_matrix(5, 7);
        for (std::size_t i = 0; i < 5; ++i) {
            const std::vector<double> weights = softmax(scores.row(i));
            if (weights.size() != 7) {
                return "7 scores give " + std::to_string(weights.size()) + " weights";
            }
            for (std::size_t j = 0; j < 7; ++j) {
                if (!(weights[j] >= 0))
                    return at("weight", i, j) + " is " + number(weights[j]);
            }
            const double sum = 7 * mean_of(weights);
            if (std::abs(sum - 1) > rounding) {
                return "the weights of row " + std::to_string(i) + " sum to " + number(sum);
            }
        }
        return std::nullopt;
    });
}

Counterexample softmax_ignores_any_constant(const SoftmaxFunction& softmax) {
    return when_it_runs([&]() -> Counterexample {
        const std::vector<double> scores{0, 1, -1, 2, 0.5};  // with c added they stay exact
        const Matrix wanted = as_row(softmax(scores));
        for (const double c : {1.0, -1.0, 20000.0, -20000.0}) {
            std::vector<double> moved = scores;
            for (double& score : moved) score += c;
            const Counterexample found =
                difference("weight", as_row(softmax(moved)), wanted, 1, rounding);
            if (found) return after("with " + number(c) + " added to all scores", found);
        }
        return std::nullopt;
    });
}

std::vector<Property<SoftmaxFunction>> softmax_properties() {
    return {{"gives weights", softmax_gives_weights},
            {"ignores any constant", softmax_ignores_any_constant}};
}

}  // namespace attn

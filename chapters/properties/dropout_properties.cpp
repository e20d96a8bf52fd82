#include "chapters/properties/part_properties.hpp"

#include <cmath>

namespace attn {
namespace {

using counterexample::difference;
using counterexample::number;
using counterexample::random_matrix;
using counterexample::when_it_runs;

}  // namespace

Counterexample dropout_does_nothing_in_evaluation(const DropoutFunction& dropout) {
    return when_it_runs([&] {
        Random generator(1);
        const Matrix x = random_matrix(5, 7);
        return difference("in evaluation entry",
                          dropout(x, 0.5, Mode::evaluation, generator), x, 5, 0);
    });
}

Counterexample dropout_keeps_the_mean(const DropoutFunction& dropout) {
    return when_it_runs([&]() -> Counterexample {
        Random generator(1);
        const std::size_t n = 20000;
        for (const double p : {0.1, 0.5}) {
            const Matrix ones(n, 1, 1.0);
            const Matrix y = dropout(ones, p, Mode::training, generator);
            if (auto found = difference("the result", y, ones, 0, 0)) return found;
            double mean = 0;
            for (std::size_t i = 0; i < n; ++i) mean += y(i, 0) / static_cast<double>(n);
            if (std::abs(mean - 1) < 0.04) continue;  // more than five standard errors
            return "with p = " + number(p) + " the mean of many ones is " + number(mean);
        }
        return std::nullopt;
    });
}

Counterexample dropout_draws_new_entries(const DropoutFunction& dropout) {
    return when_it_runs([&]() -> Counterexample {
        Random generator(1);
        const Matrix x(10, 10, 1.0);
        const Matrix first = dropout(x, 0.5, Mode::training, generator);
        if (first != dropout(x, 0.5, Mode::training, generator)) return std::nullopt;
        return "two calls in training drop the same entries";
    });
}

std::vector<Property<DropoutFunction>> dropout_properties() {
    return {{"does nothing in evaluation", dropout_does_nothing_in_evaluation},
            {"keeps the mean", dropout_keeps_the_mean},
            {"draws new entries", dropout_draws_new_entries}};
}

}  // namespace attn

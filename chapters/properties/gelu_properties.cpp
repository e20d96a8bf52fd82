#include "chapters/properties/part_properties.hpp"

#include <cmath>
#include <numbers>

namespace attn {
namespace {

using counterexample::number;
using counterexample::rounding;
using counterexample::when_it_runs;

}  // namespace

Counterexample gelu_is_x_times_the_area(const ActivationFunction& gelu) {
    return when_it_runs([&]() -> Counterexample {
        // Strips of 0.01 from 0 to x, each by Simpson's rule; to the left of 0 lies 1/2.
        const auto bell = [](double x) {
            return std::exp(-x * x / 2) / std::sqrt(2 * std::numbers::pi);
        };
        double area = 0.5, worst = 1e-9;
        Counterexample found;
        for (int strip = 0; strip <= 500; ++strip) {
            const double x = strip * 0.01;
            for (const double side : {x, -x}) {
                const double wanted = side * (side < 0 ? 1 - area : area);
                const double gap = std::abs(gelu(side) - wanted);
                if (gap <= worst) continue;  // false for NaN
                worst = gap;
                found = "at " + number(side) + " it is " + number(gelu(side)) +
                        ", and x times the area is " + number(wanted);
            }
            area += 0.01 / 6 * (bell(x) + 4 * bell(x + 0.005) + bell(x + 0.01));
        }
        return found;
    });
}

Counterexample gelu_differs_from_its_mirror_by_x(const ActivationFunction& gelu) {
    return when_it_runs([&]() -> Counterexample {
        for (int step = 0; step <= 80; ++step) {
            const double x = step * 0.1, gap = gelu(x) - gelu(-x);
            if (std::abs(gap - x) <= rounding) continue;
            return "at " + number(x) + " and its mirror the results differ by " +
                   number(gap);
        }
        return std::nullopt;
    });
}

std::vector<Property<ActivationFunction>> gelu_properties() {
    return {{"is x times the area", gelu_is_x_times_the_area},
            {"differs from its mirror by x", gelu_differs_from_its_mirror_by_x}};
}

}  // namespace attn

/// Slopes that are measured, for the tests of every backward function.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "attn/learning/gradient_check.hpp"
#include "attn/matrix.hpp"
#include "attn/parameters.hpp"
#include "attn/random.hpp"
#include "catch.hpp"

/// A loss that weighs every entry of an output differently, so that d_output is its slope.
inline double weighted_sum(const attn::Matrix& output, const attn::Matrix& d_output) {
    REQUIRE(attn::shape_text(output) == attn::shape_text(d_output));
    double sum = 0.0;
    for (std::size_t i = 0; i < output.rows(); ++i) {
        for (std::size_t j = 0; j < output.cols(); ++j)
            sum += output(i, j) * d_output(i, j);
    }
    return sum;
}

/// Checks the slopes in one input; returns the largest error.
inline double slope_error(const std::function<double()>& loss, attn::Matrix& input,
                          attn::Matrix slopes) {
    const attn::CheckedSlope worst = attn::worst_of(attn::check_gradient(
        loss, {attn::parameter("input", input)}, {attn::parameter("input", slopes)}));
    INFO(worst.place << " is " << worst.computed << ", measured " << worst.measured);
    CHECK(worst.error < 1e-5);
    return worst.error;
}

/// Checks the slopes in every weight of a layer; returns the largest error.
template <class Layer>
double gradient_error(const std::function<double()>& loss, Layer& layer, Layer gradient) {
    const attn::CheckedSlope worst = attn::worst_of(
        attn::check_gradient(loss, attn::parameters(layer), attn::parameters(gradient)));
    INFO(worst.place << " is " << worst.computed << ", measured " << worst.measured);
    CHECK(worst.error < 1e-5);
    return worst.error;
}

/// Numbers from -most to most, added to every weight: then it is something else than its first
/// value, biases, gamma and beta too.
inline void shake(const attn::Parameters& parts, attn::Random& generator, double most) {
    for (const attn::Parameter& part : parts) {
        for (double& value : part.values) value += generator.uniform(-most, most);
    }
}

inline void shake(const attn::Parameters& parts, std::uint64_t seed, double most) {
    attn::Random generator(seed + 77);
    shake(parts, generator, most);
}

template <class Layer>
void shake(Layer& layer, attn::Random& generator) {
    shake(attn::parameters(layer), generator, 0.5);
}

/// Every number of a model, part after part.
template <class Model>
std::vector<double> all_values(Model model) {
    std::vector<double> values;
    for (const attn::Parameter& part : parameters(model)) {
        values.insert(values.end(), part.values.begin(), part.values.end());
    }
    return values;
}

/// The largest error of any slope: of each part along a direction in which all its numbers move
/// at once, and of n_single of its numbers by themselves.
inline attn::CheckedSlope worst_slope(const std::function<double()>& loss,
                                      const attn::Parameters& parts,
                                      const attn::Parameters& slopes, std::uint64_t seed,
                                      std::size_t n_single) {
    using attn::Parameter;
    // A short nudge, so that hardly a ReLU's input passes 0 within it. What rounding does to it
    // (1e-15 / 1e-6, in units of smallest) stays far below the tolerance, and what a wrong slope
    // does (near 1) far above.
    const attn::GradientCheck how{.step = 1e-6, .smallest = 1e-3};
    attn::Random generator(seed);
    std::vector<attn::CheckedSlope> checked;
    const auto check = [&](const std::function<double()>& f, const Parameter& moved,
                           const Parameter& computed) {
        checked.push_back(attn::check_gradient(f, {moved}, {computed}, how).at(0));
        checked.back().place = moved.name;
    };
    for (std::size_t i = 0; i < parts.size(); ++i) {
        const std::span<double> values = parts[i].values;
        const std::vector<double> start(values.begin(), values.end());
        std::vector<double> direction, along{0}, slope{0};
        for (std::size_t j = 0; j < values.size(); ++j) {
            direction.push_back(generator.uniform(-1, 1));
            slope[0] += direction[j] * slopes[i].values[j];
        }
        check(
            [&] {
                for (std::size_t j = 0; j < values.size(); ++j)
                    values[j] = start[j] + along[0] * direction[j];
                return loss();
            },
            attn::parameter(parts[i].name, along), attn::parameter(parts[i].name, slope));
        std::copy(start.begin(), start.end(), values.begin());

        for (std::size_t n = 0; n < n_single; ++n) {
            const auto j = static_cast<std::size_t>(generator.uniform() *
                                                    static_cast<double>(values.size()));
            const std::string name = attn::place_text(parts[i], j);
            check(loss, {.name = name, .values = values.subspan(j, 1), .shape = {1}},
                  {.name = name, .values = slopes[i].values.subspan(j, 1), .shape = {1}});
        }
    }
    return attn::worst_of(checked);
}

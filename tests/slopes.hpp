/// Slopes that are measured, for the tests of every backward function.
#pragma once

#include <functional>
#include <string>

#include "attn/learning/gradient_check.hpp"
#include "attn/matrix.hpp"
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

/// Every weight something else than its first value: biases, gamma and beta too.
template <class Layer>
void shake(Layer& layer, attn::Random& generator) {
    for (const attn::Parameter& parameter : attn::parameters(layer)) {
        for (double& value : parameter.values) value += generator.uniform(-0.5, 0.5);
    }
}

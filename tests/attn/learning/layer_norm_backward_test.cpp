#include "attn/learning/layer_norm_backward.hpp"

#include <cmath>
#include <numeric>

#include "attn/parameters.hpp"
#include "attn/random.hpp"
#include "catch.hpp"
#include "matrix_matchers.hpp"
#include "slopes.hpp"

using namespace attn;

TEST_CASE("The slopes of a norm of two numbers, by hand", "[learning]") {
    // Mean 0, variance 1, epsilon 3: sigma is 2 and n is (-1/2, 1/2).
    const LayerNorm layer{{3, 5}, {0, 0}, 3.0};
    const LayerNormTrace trace = layer.trace(Matrix{{-1, 1}});
    LayerNorm gradient = zeros_like(layer);
    const Matrix d_x = backward(layer, trace, Matrix{{4, 2}}, gradient);
    // g is (12, 10), mean 11; g n is (-6, 5), mean -1/2.
    // (12 - 11 - 1/4) / 2 and (10 - 11 + 1/4) / 2
    CHECK(d_x == Matrix{{0.375, -0.375}});
    CHECK(gradient.gamma == std::vector<double>{-2, 1});
    CHECK(gradient.beta == std::vector<double>{4, 2});
}

TEST_CASE("The slopes of a norm are those that are measured", "[learning]") {
    Random generator(160);
    for (const double epsilon : {1e-5, 0.5}) {
        LayerNorm layer = untrained_layer_norm(7, epsilon);
        shake(layer, generator);
        for (const bool has_weights : {true, false}) {
            if (!has_weights) layer.gamma.clear();
            if (!has_weights) layer.beta.clear();
            Matrix x = random_normal_matrix(5, 7, generator);
            const Matrix d_y = random_normal_matrix(5, 7, generator);
            LayerNorm gradient = zeros_like(layer);
            const Matrix d_x = backward(layer, layer.trace(x), d_y, gradient);
            const auto loss = [&] { return weighted_sum(layer.forward(x), d_y); };
            slope_error(loss, x, d_x);
            if (has_weights) gradient_error(loss, layer, gradient);
        }
    }
}

TEST_CASE("Each row's slopes sum to 0 and do not point along it", "[learning]") {
    // A number added to a row, and without epsilon a row that is stretched, change nothing.
    Random generator(161);
    const LayerNorm layer{{}, {}, 0.0};
    const Matrix x = random_normal_matrix(3, 11, generator);
    const LayerNormTrace trace = layer.trace(x);
    LayerNorm gradient;
    const Matrix d_x =
        backward(layer, trace, random_normal_matrix(3, 11, generator), gradient);
    for (std::size_t i = 0; i < 3; ++i) {
        double sum = 0, along = 0;
        for (std::size_t j = 0; j < 11; ++j) {
            sum += d_x(i, j);
            along += d_x(i, j) * trace.normalized(i, j);
        }
        CHECK(std::abs(sum) < 1e-14);
        CHECK(std::abs(along) < 1e-14);
    }
}

#include "attn/learning/optimizers.hpp"

#include <cmath>
#include <stdexcept>

#include "attn/parameters.hpp"
#include "attn/shape_error.hpp"
#include "catch.hpp"
#include "infinity.hpp"

using namespace attn;

namespace {

/// Three weights and a bias, and their slopes.
struct OneLayer {
    std::vector<double> weight{1, -2, 0.5}, bias{0.25};
    std::vector<double> d_weight{0, 0, 0}, d_bias{0};

    Parameters weights() { return {parameter("w", weight), parameter("b", bias)}; }
    Parameters gradient() { return {parameter("w", d_weight), parameter("b", d_bias)}; }
};

bool is_close(const std::vector<double>& given, const std::vector<double>& wanted) {
    for (std::size_t i = 0; i < given.size(); ++i) {
        if (!(std::abs(given[i] - wanted.at(i)) < 1e-15)) return false;
    }
    return given.size() == wanted.size();
}

}  // namespace

TEST_CASE("A step of gradient descent goes down the slope, times the rate", "[learning]") {
    OneLayer e;
    e.d_weight = {4, -2, 0};
    e.d_bias = {1};
    const Sgd sgd{0.25};
    sgd.step(e.weights(), e.gradient());
    CHECK(e.weight == std::vector<double>{0, -1.5, 0.5});
    CHECK(e.bias == std::vector<double>{0});
    sgd.step(e.weights(), e.gradient());
    CHECK(e.weight == std::vector<double>{-1, -1, 0.5});
    CHECK(e.d_weight == std::vector<double>{4, -2, 0});
}

TEST_CASE("Adam's first step is the rate, against the slope's sign", "[learning]") {
    // m is 0.1 g, v is 0.001 g^2, and the corrections give back g and g^2: g / |g|.
    OneLayer e;
    e.d_weight = {0.5, -3, 0};
    e.d_bias = {1e-3};
    Adam adam{0.1};
    adam.step(e.weights(), e.gradient());
    CHECK(
        is_close(e.weight, {1 - 0.1 * 0.5 / (0.5 + 1e-8), -2 + 0.1 * 3 / (3 + 1e-8), 0.5}));
    CHECK(is_close(e.bias, {0.25 - 0.1 * 1e-3 / (1e-3 + 1e-8)}));
    CHECK(is_close(adam.m, {0.05, -0.3, 0, 1e-4}));
    CHECK(is_close(adam.v, {0.00025, 0.009, 0, 1e-9}));
    CHECK(adam.n_steps == 1);
}

TEST_CASE("Three steps of Adam are PyTorch's", "[learning]") {
    // torch.optim.Adam([w, b], lr=0.1) in float64, PyTorch 1.13
    const std::vector<double> slopes[] = {{0.5, -3, 0}, {0.25, 3, 0}, {-1, 0.5, 1e-9}};
    const double bias_slopes[] = {1e-3, -2, 0};
    const std::vector<double> wanted[] = {
        {0.900000002, -1.9000000003333333, 0.5},
        {0.8067820404774624, -1.9052631582105262, 0.5},
        {0.8274177428854115, -1.916785873511629, 0.49651147398978296}};
    const double wanted_bias[] = {0.1500009999900001, 0.2243811863755968,
                                  0.28187728593716044};
    OneLayer e;
    Adam adam{0.1};
    for (std::size_t t = 0; t < 3; ++t) {
        e.d_weight = slopes[t];
        e.d_bias = {bias_slopes[t]};
        adam.step(e.weights(), e.gradient());
        CHECK(is_close(e.weight, wanted[t]));
        CHECK(is_close(e.bias, {wanted_bias[t]}));
    }
}

TEST_CASE("Both optimisers find the bottom of a bowl", "[learning]") {
    // The loss (w - 3)^2 / 2 has the slope w - 3.
    for (const bool takes_adam : {false, true}) {
        std::vector<double> w{0}, slope{0};
        Adam adam{0.1};
        for (int t = 0; t < 2000; ++t) {
            slope[0] = w[0] - 3;
            if (takes_adam) {
                adam.step({parameter("w", w)}, {parameter("w", slope)});
            } else {
                Sgd{0.1}.step({parameter("w", w)}, {parameter("w", slope)});
            }
        }
        CHECK(std::abs(w[0] - 3) < 1e-6);
    }
}

TEST_CASE(
    "Optimisers refuse rates that are none, and Adam another model, which counts no step",
    "[learning]") {
    OneLayer e;
    for (const double learning_rate : {0.0, -1.0, infinity, std::nan("")}) {
        CHECK_THROWS_AS((Sgd{learning_rate}.step(e.weights(), e.gradient())),
                        std::domain_error);
        CHECK_THROWS_AS((Adam{learning_rate}.step(e.weights(), e.gradient())),
                        std::domain_error);
    }
    Adam adam;
    adam.step(e.weights(), e.gradient());
    const Parameters others{parameter("b", e.bias)};
    CHECK_THROWS_AS(adam.step(others, others), ShapeError);
    CHECK(adam.n_steps == 1);
}

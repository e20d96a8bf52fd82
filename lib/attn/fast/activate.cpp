#include "attn/fast/activate.hpp"

#include <cmath>

#include "attn/fast/exp_lane.hpp"

namespace attn::fast {
namespace {

// Below this both GELUs are 0 as floats; and -infinity times 0 would be NaN.
constexpr float all_is_zero = -15.0f;

float relu_lane(float x) {
    return x < 0.0f ? 0.0f : x;
}

/// x times the probability that a standard normal variable is below x. 1 - erf(z) = t P(t) exp(-z^2), where
/// t = 1 / (1 + 0.3275911 z), z = |x| / sqrt(2): Abramowitz and Stegun (1964), formula 7.1.26.
float gelu_exact_lane(float number) {
    const float x = number < all_is_zero ? all_is_zero : number;
    const float size = x < 0.0f ? -x : x;
    const float t = 1.0f / (1.0f + 0.3275911f * 0.70710678f * size);
    float p = 1.061405429f;
    p = p * t - 1.453152027f;
    p = p * t + 1.421413741f;
    p = p * t - 0.284496736f;
    p = p * t + 0.254829592f;
    const float tail =
        0.5f * p * t * exp_lane(-0.5f * x * x);  // the probability beyond |x|
    return x * (x < 0.0f ? tail : 1.0f - tail);
}

/// (1 + tanh(u)) / 2 is 1 / (1 + exp(-2 u)).
float gelu_tanh_lane(float number) {
    const float x = number < all_is_zero ? all_is_zero : number;
    const float twice_u = 1.5957691f * (x + 0.044715f * x * x * x);
    return x / (1.0f + exp_lane(-twice_u));
}

}  // namespace

void activate(Activation activation, std::span<float> numbers) noexcept {
    switch (activation) {
        case Activation::relu:
            for (float& x : numbers) x = relu_lane(x);
            return;
        case Activation::gelu_exact:
            for (float& x : numbers) x = gelu_exact_lane(x);
            return;
        case Activation::gelu_tanh:
            for (float& x : numbers) x = gelu_tanh_lane(x);
            return;
    }
}

}  // namespace attn::fast

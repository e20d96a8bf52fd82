#include "fast/activate.hpp"

#include "fast/exp_lanes.hpp"

namespace attn::fast {
namespace {

// Below this both GELUs are 0 as floats; and -infinity times 0 would be NaN.
constexpr float all_is_zero = -15.0f;

Floats relu(Floats x) {
    return x < 0.0f ? 0.0f : x;
}

/// x times the probability that a standard normal variable is below x. 1 - erf(z) = t P(t) exp(-z^2), where
/// t = 1 / (1 + 0.3275911 z), z = |x| / sqrt(2): Abramowitz and Stegun (1964), formula 7.1.26.
Floats gelu_exact(Floats number) {
    const Floats x = number < all_is_zero ? all_is_zero : number;
    const Floats size = x < 0.0f ? -x : x;
    const Floats t = 1.0f / (1.0f + 0.3275911f * 0.70710678f * size);
    Floats p = 1.061405429f * t - 1.453152027f;
    p = p * t + 1.421413741f;
    p = p * t - 0.284496736f;
    p = p * t + 0.254829592f;
    const Floats tail =
        0.5f * p * t * exp_lanes(-0.5f * x * x);  // the probability beyond |x|
    return x * (x < 0.0f ? tail : 1.0f - tail);
}

/// (1 + tanh(u)) / 2 is 1 / (1 + exp(-2 u)).
Floats gelu_tanh(Floats number) {
    const Floats x = number < all_is_zero ? all_is_zero : number;
    const Floats twice_u = 1.5957691f * (x + 0.044715f * x * x * x);
    return x / (1.0f + exp_lanes(-twice_u));
}

}  // namespace

void activate(Activation activation, std::span<float> numbers) noexcept {
    switch (activation) {
        case Activation::relu:
            return transform(numbers, relu);
        case Activation::gelu_exact:
            return transform(numbers, gelu_exact);
        case Activation::gelu_tanh:
            return transform(numbers, gelu_tanh);
    }
}

}  // namespace attn::fast

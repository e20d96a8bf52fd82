#include "fast/exp.hpp"

#include "fast/exp_lanes.hpp"

namespace attn::fast {

float exp(float x) noexcept {
    exp(std::span(&x, 1));
    return x;
}

void exp(std::span<float> numbers) noexcept {
    transform(numbers, exp_lanes);
}

}  // namespace attn::fast

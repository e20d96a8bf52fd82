#include "attn/fast/exp.hpp"

#include "attn/fast/exp_lane.hpp"

namespace attn::fast {

float exp(float x) noexcept {
    return exp_lane(x);
}

void exp(std::span<float> numbers) noexcept {
    for (float& x : numbers) x = exp_lane(x);
}

}  // namespace attn::fast

#include "attn/fast/lanes.hpp"

#include <cstddef>
#include <limits>

namespace attn::fast {
namespace {

constexpr std::size_t n_lanes = 64;

/// Puts number i into lane i modulo n_lanes by add(lane, number), then all lanes into one by
/// join(lane, other lane).
template <class Add, class Join>
float reduce(std::span<const float> numbers, float start, Add add, Join join) {
    float lanes[n_lanes];
    for (float& lane : lanes) lane = start;
    const float* number = numbers.data();
    std::size_t left = numbers.size();
    for (; left >= n_lanes; left -= n_lanes, number += n_lanes) {
        for (std::size_t j = 0; j < n_lanes; ++j) lanes[j] = add(lanes[j], number[j]);
    }
    for (std::size_t j = 0; j < left; ++j) lanes[j] = add(lanes[j], number[j]);
    for (std::size_t half = n_lanes / 2; half > 0; half /= 2) {
        for (std::size_t j = 0; j < half; ++j) lanes[j] = join(lanes[j], lanes[j + half]);
    }
    return lanes[0];
}

float plus(float a, float b) {
    return a + b;
}

float larger(float a, float b) {
    return b > a ? b : a;
}

}  // namespace

float sum(std::span<const float> numbers) noexcept {
    return reduce(
        numbers, 0.0f, [](float a, float b) { return plus(a, b); },
        [](float a, float b) { return plus(a, b); });
}

float sum_of_distances(std::span<const float> numbers, float center) noexcept {
    return reduce(
        numbers, 0.0f, [center](float a, float b) { return a + (b - center); },
        [](float a, float b) { return plus(a, b); });
}

float sum_of_squares(std::span<const float> numbers, float center) noexcept {
    return reduce(
        numbers, 0.0f,
        [center](float a, float b) { return a + (b - center) * (b - center); },
        [](float a, float b) { return plus(a, b); });
}

float largest(std::span<const float> numbers) noexcept {
    return reduce(
        numbers, -std::numeric_limits<float>::infinity(),
        [](float a, float b) { return larger(a, b); },
        [](float a, float b) { return larger(a, b); });
}

}  // namespace attn::fast

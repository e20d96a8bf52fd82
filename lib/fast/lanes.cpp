#include "fast/lanes.hpp"

#include <cstddef>
#include <limits>

#include "fast/simd.hpp"

namespace attn::fast {
namespace {

constexpr std::size_t n_sums = 64;
constexpr std::size_t n_vectors = n_sums / lanes;

/// Puts number i into lane i modulo 64 by add(lane, number), then all lanes into one by
/// join(lane, other lane). Both take floats as well as vectors.
template <class Add, class Join>
float reduce(std::span<const float> numbers, float start, Add add, Join join) {
    Floats vectors[n_vectors];
    for (Floats& vector : vectors) vector = Floats{} + start;
    const float* number = numbers.data();
    std::size_t left = numbers.size();
    for (; left >= n_sums; left -= n_sums, number += n_sums) {
        for (std::size_t j = 0; j < n_vectors; ++j) {
            vectors[j] = add(vectors[j], load(number + j * lanes));
        }
    }
    float sums[n_sums];
    for (std::size_t j = 0; j < n_vectors; ++j) store(vectors[j], sums + j * lanes);
    for (std::size_t j = 0; j < left; ++j) sums[j] = add(sums[j], number[j]);
    for (std::size_t half = n_sums / 2; half > 0; half /= 2) {
        for (std::size_t j = 0; j < half; ++j) sums[j] = join(sums[j], sums[j + half]);
    }
    return sums[0];
}

constexpr auto plus = [](auto a, auto b) { return a + b; };
constexpr auto larger = [](auto a, auto b) { return b > a ? b : a; };

}  // namespace

float sum(std::span<const float> numbers) noexcept {
    return reduce(numbers, 0.0f, plus, plus);
}

float sum_of_distances(std::span<const float> numbers, float center) noexcept {
    return reduce(
        numbers, 0.0f, [center](auto a, auto b) { return a + (b - center); }, plus);
}

float sum_of_squares(std::span<const float> numbers, float center) noexcept {
    return reduce(
        numbers, 0.0f, [center](auto a, auto b) { return a + (b - center) * (b - center); },
        plus);
}

float largest(std::span<const float> numbers) noexcept {
    return reduce(numbers, -std::numeric_limits<float>::infinity(), larger, larger);
}

}  // namespace attn::fast

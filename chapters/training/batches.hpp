/// What is shown, a batch a step.
#pragma once

#include <cstddef>
#include <vector>

#include "attn/random.hpp"
#include "chapters/training/shuffle.hpp"

namespace attn::chapters {

/// Batches of so many, until each was shown once; then again, in another order.
///
/// shown  as many as fill whole batches
template <class T>
std::vector<std::vector<T>> batches_of(std::vector<T> shown, std::size_t batch_size,
                                       std::size_t steps, Random& generator) {
    std::vector<std::vector<T>> batches;
    std::size_t place = shown.size();
    while (batches.size() < steps) {
        if (place == shown.size()) {
            shuffle(shown, generator);
            place = 0;
        }
        const auto from = shown.begin() + static_cast<std::ptrdiff_t>(place);
        batches.emplace_back(from, from + static_cast<std::ptrdiff_t>(batch_size));
        place += batch_size;
    }
    return batches;
}

}  // namespace attn::chapters

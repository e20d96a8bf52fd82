/// Things in a random order, and what is shown, a batch a step.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include "attn/random.hpp"

namespace attn::chapters {

/// Exchanges each, from the last on, with one of those before it or itself: every order is
/// equally likely.
template <class T>
void shuffle(std::vector<T>& all, Random& generator) {
    for (std::size_t i = all.size(); i > 1; --i) {
        const auto j =
            static_cast<std::size_t>(generator.uniform() * static_cast<double>(i));
        std::swap(all[i - 1], all[j]);
    }
}

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
